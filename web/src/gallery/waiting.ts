// A page that is not compiled yet: says how far it is, and becomes the game when that is there.

import { the } from "../page/dom";

interface State {
  state: "waiting" | "compiling" | "failed" | "ready";
  /** How many other pages come before. */
  ahead?: number;
  seconds?: number;
  said?: string;
}

const PAUSE = 500; // milliseconds
const first = JSON.parse(the("state").textContent ?? "{}") as State & { ask: string };

function show({ state, ahead = 0, seconds = 0, said = "" }: State): void {
  const games = ahead === 1 ? "one other game is compiled" : `${ahead} other games are compiled`;
  the("waiting").textContent =
    state === "waiting" ? `Waiting: ${games} first.`
    : state === "failed" ? said
    : `Compiling this game, once: ${seconds} s so far.`;
  the("again").hidden = state !== "failed";
}

async function ask(): Promise<void> {
  try {
    const state = (await (await fetch(first.ask)).json()) as State;
    if (state.state === "ready") return location.reload();
    show(state);
    if (state.state === "failed") return;
  } catch {
    the("waiting").textContent = "The server does not answer.";
  }
  window.setTimeout(() => void ask(), PAUSE);
}

the("again").addEventListener("click", () => location.reload());
show(first);
if (first.state !== "failed") window.setTimeout(() => void ask(), PAUSE);

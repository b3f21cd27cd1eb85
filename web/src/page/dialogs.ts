// Questions to the player: which of several moves, and handing the screen over.

import type { Game, Piece, Position } from "../engine/game";
import { h, the } from "./dom";
import { pictureOf } from "./drawing";

/** Ask for one of several options; resolves to its number, or -1 if the player closes the question. */
export function choose(title: string, options: { text: string; picture?: Element }[], refusal = "Cancel"): Promise<number> {
  const dialog = the<HTMLDialogElement>("choice");
  return new Promise((resolve) => {
    const buttons = options.map(({ text, picture }, k) =>
      h("button", { type: "button", class: "option", click: () => { dialog.close(); resolve(k); } }, picture, text),
    );
    const cancel = h("button", { type: "button", class: "quiet", click: () => dialog.close() }, refusal);
    dialog.setAttribute("aria-label", title);
    dialog.replaceChildren(h("h2", {}, title), h("div", { class: "options" }, ...buttons), cancel);
    dialog.addEventListener("close", () => resolve(-1), { once: true }); // comes after a choice, and does nothing then
    if (!dialog.open) dialog.showModal();
  });
}

/** Ask whether a game of so many moves may be lost, unless there is nothing to lose. */
export async function mayEnd(count: number): Promise<boolean> {
  const moves = count === 1 ? "Its move is" : `Its ${count} moves are`;
  return !count || (await choose(`End this game? ${moves} lost, unless you save it first.`, [{ text: "End this game" }], "Go on playing")) === 0;
}

/** Cover the screen until the named player says that nobody else looks. Calling it again replaces the question. */
export function handOver(name: string): Promise<void> {
  const dialog = the<HTMLDialogElement>("cover");
  return new Promise((resolve) => {
    const ready = h("button", { type: "button", class: "primary", click: () => { dialog.close(); resolve(); } }, `I am ${name}: show the board`);
    dialog.replaceChildren(
      h("h2", {}, `${name}, it is your turn`), h("p", {}, "The others should look away now."), ready,
    );
    dialog.oncancel = (event) => event.preventDefault(); // Escape does not uncover
    dialog.addEventListener("close", () => resolve(), { once: true });
    if (!dialog.open) dialog.showModal();
  });
}

/** The number of one of several legal moves, which is asked where they differ; -1 where none is chosen. */
export async function pick(game: Game, position: Position, numbers: number[]): Promise<number> {
  const options = numbers.length > 1 ? game.say.options(position, numbers) : [];
  if (options.length < 2) return numbers[0];
  const picture = (piece?: Piece) => piece && pictureOf(game.variant.kit, piece);
  const picked = await choose("Which move?", options.map(({ text, piece }) => ({ text, picture: picture(piece) })));
  return picked < 0 ? -1 : options[picked].move;
}

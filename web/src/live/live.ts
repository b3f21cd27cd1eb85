// The live view: a description in an editor, and beside it the game, which is compiled after every change.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { GameData } from "../engine/data";
import { connectPanel, report, workerUrl } from "../page/controls";
import { download, h, the } from "../page/dom";
import { Table } from "../page/table";
import { Thinker } from "../page/thinker";
import type { Statistics, StatisticsTask } from "../search/random";
import { Draft } from "./draft";
import { lud } from "./language";

const PAUSE = 200; // milliseconds after the last key
const GAMES = 1000;

interface Counted {
  statistics?: Statistics;
  problem?: string;
}

interface Answer {
  problems: { from: number; to: number; severity: "error" | "warning"; message: string }[];
  game: string | null;
  /** What compiling took, without waiting. */
  seconds?: number;
}

/** The text that was opened. place: of its file, empty for none; before: its digest; writes: whether it can be written back. */
interface Opened {
  text: string;
  place: string;
  before: string;
  writes: boolean;
}

const opened = JSON.parse(the("opened").textContent ?? "{}") as Opened;
const draft = new Draft(opened.place, opened.text);
const thinker = new Thinker(workerUrl());
let counting: Worker | null = null;
let table: Table | null = null;
let timer = 0;
let busy = false;
let stale = false;

const view = new EditorView({
  parent: the("editor"),
  state: EditorState.create({
    doc: draft.text,
    extensions: [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(), lud, indentUnit.of("    "),
      EditorView.contentAttributes.of({ "aria-label": "Description of the game" }), EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => { if (update.docChanged) { draft.keep(view.state.doc.toString()); later(); } }),
    ],
  }),
});

function later(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void send(), PAUSE);
}

/** Have the description compiled. While an answer is awaited only the latest text is kept. */
async function send(): Promise<void> {
  if (busy) { stale = true; return; }
  busy = true;
  stale = false;
  const text = view.state.doc.toString();
  const said = the("compiled");
  said.textContent = "Compiling …";
  try {
    const response = await fetch("/api/live", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }),
    });
    if (!response.ok) {
      said.textContent = await response.text();
      if (response.status === 429) later();
    } else {
      const answer = (await response.json()) as Answer;
      if (view.state.doc.toString() === text) show(answer);
      if (answer.game) await play(JSON.parse(answer.game) as GameData);
      const errors = answer.problems.filter((problem) => problem.severity === "error").length;
      said.textContent = answer.game
        ? `Compiled in ${(answer.seconds ?? 0).toFixed(1)} s.`
        : `${errors} ${errors === 1 ? "problem" : "problems"}. The board shows the last version that could be played.`;
    }
  } catch (problem) {
    said.textContent = problem instanceof TypeError ? "The server does not answer." : String(problem);
  } finally {
    busy = false;
    if (stale) later();
  }
}

function show({ problems }: Answer): void {
  const end = view.state.doc.length;
  const diagnostics: Diagnostic[] = problems.map(({ from, to, severity, message }) => ({
    from: Math.min(from, end), to: Math.min(Math.max(from, to), end), severity, message,
  }));
  view.dispatch(setDiagnostics(view.state, diagnostics));
  the("problems").replaceChildren(...diagnostics.slice(0, 20).map((diagnostic) => {
    const line = view.state.doc.lineAt(diagnostic.from).number;
    return h("li", { class: diagnostic.severity }, h("button", { type: "button", click: () => {
      view.dispatch({ selection: { anchor: diagnostic.from }, scrollIntoView: true });
      view.focus();
    } }, `Line ${line}`), ` ${diagnostic.message}`);
  }));
}

/** Show a new version of the game. Moves that are still legal are played again. */
async function play(data: GameData): Promise<void> {
  const address = new URLSearchParams(table?.current.address() ?? "");
  const next = new Table(data, thinker);
  await next.load(data.variants[0], address);
  if (address.get("m")) next.problem("");
  table = next;
  count(data);
}

function count(data: GameData): void {
  const variant = data.variants[0];
  counting?.terminate();
  if (!variant.players || !table) return;
  const task: StatisticsTask = {
    statistics: true, code: table.compiled, fields: variant.fields, players: variant.players, games: GAMES,
  };
  counting = new Worker(workerUrl());
  counting.addEventListener("message", ({ data: answer }: MessageEvent<Counted>) => showCounted(answer));
  counting.postMessage(task);
}

function showCounted({ statistics: found, problem }: Counted): void {
  const share = (n: number) => `${((100 * n) / (found?.games ?? 1)).toFixed(0)} %`;
  const who = table?.variant.search.order ? "Side" : "Player";
  const rows: [string, string][] = found
    ? [
        ["Games", String(found.games)],
        ["Moves, on average", (found.moves / found.games).toFixed(1)],
        ["Shortest and longest", `${found.shortest} to ${found.longest}`],
        ...found.wins.map((wins, p): [string, string] => [`${who} ${p + 1} wins`, share(wins)]),
        ["Drawn", share(found.games - found.cut - found.wins.reduce((a, b) => a + b, 0))],
        ...(found.cut ? [["Not over after 1,000 moves", share(found.cut)] as [string, string]] : []),
      ]
    : [["Random games", problem ?? "failed"]];
  the("statistics").replaceChildren(...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "n" }, value))));
}

connectPanel(() => {
  if (!table) throw new Error("There is no game yet.");
  return table;
}, () => "game");
const fileName = opened.place.split(/[/\\]/).pop() || "game.lud";
the("download").addEventListener("click", () => download(fileName, view.state.doc.toString()));

/** Write the text into the file that it was opened from. */
async function write(): Promise<void> {
  const [text, said] = [view.state.doc.toString(), the("written")];
  try {
    const response = await fetch("/api/save", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, place: opened.place, before: opened.before }),
    });
    if (!response.ok) { said.textContent = await response.text(); return; }
    opened.before = ((await response.json()) as { before: string }).before;
    draft.saved(text);
    draft.keep(view.state.doc.toString());
    the("draft").hidden = true;
    said.textContent = `Saved in ${fileName}.`;
  } catch {
    said.textContent = "The server does not answer: your text is kept in this browser.";
  }
}

the("write").hidden = !opened.writes;
the("write").addEventListener("click", () => void write());
document.addEventListener("keydown", (event) => {
  if (!opened.writes || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
  event.preventDefault();
  void write();
});
the("draft").hidden = !draft.differs;
(the("draft").querySelector("span") as HTMLElement).textContent = `This is your draft of ${draft.when}, which is not saved.${draft.stale ? " What is saved has changed since." : ""}`;
the("discard").addEventListener("click", () => {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: opened.text } });
  the("draft").hidden = true;
});
window.addEventListener("hashchange", () => {
  table?.load(table.variant, new URLSearchParams(location.hash.slice(1))).catch((problem: unknown) => { if (table) report(table, problem); });
});
void send();

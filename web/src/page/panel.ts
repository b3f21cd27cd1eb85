// The panel beside the board: status, players, list of moves, opinion of the search, rules.

import type { Rules } from "../engine/data";
import type { Game, Position } from "../engine/game";
import type { Report } from "../search/messages";
import { h, the } from "./dom";
import type { Play, Ply } from "./play";

export type Seat = "human" | "computer";

export function playerName(game: Game, player: number): string {
  return game.variant.kit.players[player - 1]?.name ?? `Player ${player}`;
}

/** Who plays for a player: `Player 2`, or `Player 2 (side 1)` after a change of sides. */
export function personName(game: Game, position: Position, player: number): string {
  const seat = game.seats(position)[player];
  return seat === player ? playerName(game, player) : `Player ${seat} (${playerName(game, player).replace(/^Player /, "side ")})`;
}

/** How a game ended, or whose turn it is, in a sentence. */
export function statusText(game: Game, position: Position): string {
  return position.over ? resultText(game, position) : turnText(game, position);
}

/** What was played last, in a sentence. */
export function lastText(game: Game, { last }: Play): string {
  return last ? `${whose(game, last)}${last.name}.` : "";
}

/** The messages of a move to the player at a seat; of seat 0 those to everybody. all: those to others too, with their names. */
export function messagesOf(game: Game, { at, applied }: Ply, seat: number, all: boolean): string[] {
  const seats = game.seats(at);
  const sent = new Map<string, Set<number>>();
  for (const { text, about, to } of game.words.messages(applied)) {
    const said = about > 0 && about <= game.variant.players ? `${personName(game, at, about)} ${text}` : text;
    sent.set(said, (sent.get(said) ?? new Set()).add(to));
  }
  return [...sent].flatMap(([said, readers]) => {
    if (readers.size === game.variant.players || readers.has(seats.indexOf(seat))) return [said];
    return all ? [`To ${[...readers].map((p) => personName(game, at, p)).join(" and ")}: ${said}`] : [];
  });
}

/** Texts as sentences; equal ones in a row are counted. */
export function sentences(texts: string[]): string {
  const rows: { text: string; times: number }[] = [];
  for (const text of texts) {
    const last = rows.at(-1);
    if (last?.text === text) last.times++;
    else rows.push({ text, times: 1 });
  }
  return rows.map(({ text, times }) => (times > 1 ? `${text} (${times} times).` : /[.!?]$/.test(text) ? text : `${text}.`)).join(" ");
}

function whose(game: Game, { at, applied: { mover } }: Ply): string {
  return mover > 0 && game.variant.players > 1 ? `${personName(game, at, mover)}: ` : "";
}

function turnText(game: Game, position: Position): string {
  const { players, flags } = game.variant;
  if (flags.simulation) return position.moves.length ? "The next step can be made." : "";
  if (players === 1) return "Your move.";
  return flags.simultaneous ? "All players choose a move." : `${personName(game, position, position.mover)} to move.`;
}

export function resultText(game: Game, position: Position): string {
  const ranking = game.ranking(position);
  const { players } = game.variant;
  if (players === 0) return "The simulation has ended.";
  if (players === 1) return ranking[1] === 1 ? "Solved!" : "Not solved: the game is over.";
  const first = ranking.flatMap((place, p) => (p && place === 1 ? [personName(game, position, p)] : []));
  if (first.length === 1) return `${first[0]} wins.`;
  const shared = Math.min(...ranking.slice(1).filter((place) => place > 0));
  const best = ranking.flatMap((place, p) => (p && place === shared ? [personName(game, position, p)] : []));
  return best.length === players ? "A draw." : `${best.join(" and ")} share the best place.`;
}

export class Panel {
  /** What the list of moves shows. */
  private listed: unknown[] = [];

  constructor(private readonly jump: (cursor: number) => void, private readonly sit: (at: number, seat: Seat) => void) {}

  players(game: Game, seats: Seat[], position: Position): void {
    const at = game.seats(position);
    const rows = Array.from({ length: game.variant.players }, (_, i) => i + 1).map((seat) => {
      const p = at.indexOf(seat);
      const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
      swatch.style.background = game.variant.kit.players[p - 1]?.colour ?? "gray";
      const name = personName(game, position, p);
      const select = h("select", { "aria-label": `Who plays ${name}`, "data-player": seat, change: (event) => {
        this.sit(seat, (event.target as HTMLSelectElement).value as Seat);
      } }, h("option", { value: "human", selected: seats[seat] === "human" }, "person"),
        h("option", { value: "computer", selected: seats[seat] === "computer" }, "computer"));
      const values = (["score", "amount"] as const).filter((field) => game.variant.flags[field]).map((field) => `${field} ${game.number(position, field)[p] ?? 0}`);
      const now = !position.over && position.mover === p && !game.variant.flags.simultaneous;
      return h("li", { class: now ? "turn" : "", "aria-current": now ? "true" : null },
        swatch, h("span", { class: "name" }, name), h("span", { class: "score" }, values.join(", ")), select);
    });
    the("players").replaceChildren(...rows);
  }

  /** List the moves. A click that only chooses a piece leaves the list as it is. */
  moves(play: Play, secret: boolean): void {
    const now = [play, play.cursor, play.moves.length, play.moves[play.moves.length - 1], secret];
    if (now.every((value, k) => value === this.listed[k])) return;
    this.listed = now;
    this.list(play, secret);
  }

  private list(play: Play, secret: boolean): void {
    const items = play.moves.map((ply, k) => {
      const current = k + 1 === play.cursor;
      const text = secret ? "…" : ply.name;
      return h("li", {}, h("button", {
        type: "button", class: `ply${current ? " current" : ""}${k >= play.cursor ? " undone" : ""}`,
        "aria-current": current ? "step" : null, click: () => this.jump(k + 1),
      }, h("span", { class: "number" }, `${k + 1}.`), ` ${text}`));
    });
    const list = the("moves");
    list.replaceChildren(...items);
    const now = list.querySelector<HTMLElement>(".current");
    if (now) list.scrollTop = Math.max(0, now.offsetTop - list.clientHeight / 2);
  }

  /** List the messages, each with the number of its move. */
  messages(rows: { ply: number; text: string }[]): void {
    const place = the("messages");
    place.hidden = !rows.length;
    const list = place.querySelector("ol") as HTMLElement;
    list.replaceChildren(...rows.map(({ ply, text }) => h("li", {}, h("span", { class: "number" }, `${ply}.`), ` ${text}`)));
    list.scrollTop = list.scrollHeight;
  }

  opinion(position: Position, report: Report | null): void {
    const place = the("opinion");
    place.hidden = !report;
    if (!report) return;
    const rows = report.opinions.slice(0, 4).map((opinion) => {
      const chance = Math.round(100 * opinion.value);
      return h("li", {}, h("span", { class: "name" }, position.names[opinion.move] ?? "?"),
        h("meter", { min: 0, max: 100, value: chance, "aria-label": `${chance} of 100` }), h("span", { class: "score" }, `${chance} %`));
    });
    const head = report.problem ?? `${report.games.toLocaleString("en")} random games`;
    place.replaceChildren(h("h2", {}, "What the computer thinks"), h("ol", {}, ...rows), h("p", { class: "note" }, head));
  }

  rules(rules: Rules[], credits: string[]): void {
    const parts = rules.flatMap((part) => [h("h3", {}, part.heading), h("ul", {}, ...part.sentences.map(outline))]);
    the("rules").replaceChildren(...parts, ...credits.map((line) => h("p", { class: "note" }, line)));
  }
}

/** A sentence, with the lines of an outline below it as a nested list. */
function outline(sentence: string): HTMLLIElement {
  const [first, ...more] = sentence.split("\n");
  const item = h("li", {}, first);
  const open: [number, HTMLElement][] = [[-1, item]];
  for (const line of more) {
    const depth = line.length - line.trimStart().length;
    while (open.length > 1 && open[open.length - 1][0] >= depth) open.pop();
    const parent = open[open.length - 1][1];
    let list = parent.lastElementChild;
    if (!(list instanceof HTMLUListElement)) parent.append((list = h("ul")));
    const inner = h("li", {}, line.replace(/^[\s-]+/, ""));
    list.append(inner);
    open.push([depth, inner]);
  }
  return item;
}

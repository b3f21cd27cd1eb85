// The panel beside the board: players, list of moves, opinion of the search, rules.

import type { Rules } from "../engine/data";
import type { Game, Position } from "../engine/game";
import { capital } from "../engine/phrases";
import type { Report } from "../search/messages";
import { h, the } from "./dom";
import { pictureOf } from "./drawing";
import type { Play, Ply, Variation } from "./play";
import { personName } from "./told";

export type Seat = "human" | "computer";

export class Panel {
  /** What the list of moves shows. */
  private listed: unknown[] = [];

  constructor(private readonly jump: (cursor: number) => void, private readonly sit: (at: number, seat: Seat) => void, private readonly turnTo: (variation: Variation) => void) {}

  players(game: Game, seats: Seat[], position: Position): void {
    const at = game.seats(position);
    const rows = Array.from({ length: game.variant.players }, (_, i) => i + 1).map((seat) => {
      const p = at.indexOf(seat);
      const swatch = this.swatch(game, p);
      const name = personName(game, position, p);
      const select = h("select", { "aria-label": `Who plays ${name}`, "data-player": seat, change: (event) => {
        this.sit(seat, (event.target as HTMLSelectElement).value as Seat);
      } }, h("option", { value: "human", selected: seats[seat] === "human" }, "person"),
        h("option", { value: "computer", selected: seats[seat] === "computer" }, "computer"));
      const values = (["score", "amount"] as const).filter((field) => game.variant.flags[field] && game.number(position, field).some((value) => value !== 0))
        .map((field) => `${field} ${game.number(position, field)[p] ?? 0}`);
      const now = !position.over && position.mover === p && !game.variant.flags.simultaneous;
      return h("li", { class: now ? "turn" : "", "aria-current": now ? "true" : null },
        swatch, h("span", { class: "name" }, name), h("span", { class: "score" }, values.join(", ")), select);
    });
    the("players").replaceChildren(...rows);
  }

  /** A piece of a player, or the player's colour. */
  private swatch(game: Game, player: number): Element {
    const { kit } = game.variant;
    const what = kit.looks.findIndex((look) => look?.owner === player && !look.large);
    if (what > 0) return pictureOf(kit, { what, who: player, state: 0, rotation: 0, value: 0 });
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = kit.players[player - 1]?.colour ?? "gray";
    return swatch;
  }

  /** List the moves. A click that only chooses a piece leaves the list as it is. known: whether whoever looks may know
   * a move; viewer: who that is. */
  moves(play: Play, viewer: number, known: (ply: Ply) => boolean): void {
    const now = [play, play.cursor, play.moves.length, play.moves[play.moves.length - 1], viewer, play.variations.at(-1)];
    if (now.every((value, k) => value === this.listed[k])) return;
    this.listed = now;
    this.list(play, known);
  }

  private list(play: Play, known: (ply: Ply) => boolean): void {
    const items = play.moves.map((ply, k) => {
      const current = k + 1 === play.cursor;
      const text = known(ply) ? ply.name : "…";
      return h("li", {}, h("button", {
        type: "button", class: `ply${current ? " current" : ""}${k >= play.cursor ? " undone" : ""}`,
        "aria-current": current ? "step" : null, click: () => this.jump(k + 1),
      }, h("span", { class: "number" }, `${k + 1}.`), ` ${text}`));
    });
    const names = ({ plies }: Variation) => plies.slice(0, 3).map((ply) => (known(ply) ? ply.name : "…")).join(" ");
    the("variations").hidden = !play.variations.length;
    the("variations").replaceChildren(...[...play.variations].sort((a, b) => a.from - b.from).map((variation) => h("li", {}, h("button", {
      type: "button", class: "ply", click: () => this.turnTo(variation),
    }, h("span", { class: "number" }, `${variation.from + 1}.`), ` ${names(variation)}${variation.plies.length > 3 ? " …" : ""}`))));
    const list = the("moves");
    list.replaceChildren(...items);
    const now = list.querySelector<HTMLElement>(".current");
    const row = items.length > 0 ? items[0].offsetHeight + parseFloat(getComputedStyle(list).rowGap) : 1;
    if (now) list.scrollTop = Math.max(0, Math.round((now.offsetTop - list.clientHeight / 2) / row) * row); // no row is cut
  }

  /** What can be done now, and whether the computer sees more than it should. */
  controls({ game: { variant: { players, flags } }, cursor, moves }: Play, seats: Seat[]): void {
    const secret = players > 1 && flags.hidden;
    the("no-hint").hidden = !(the<HTMLButtonElement>("hint").disabled = secret);
    the("sees").hidden = !(secret && seats.includes("computer"));
    the<HTMLButtonElement>("undo").disabled = cursor === 0;
    the<HTMLButtonElement>("redo").disabled = cursor === moves.length;
  }

  /** List the messages, each with the number of its move. */
  messages(rows: { ply: number; text: string }[]): void {
    const place = the("messages");
    place.hidden = !rows.length;
    const list = place.querySelector("ol") as HTMLElement;
    list.replaceChildren(...rows.map(({ ply, text }) => h("li", {}, h("span", { class: "number" }, `${ply}.`), ` ${text}`)));
    list.scrollTop = list.scrollHeight;
  }

  opinion(game: Game, position: Position, report: Report | null): void {
    const place = the("opinion");
    place.hidden = !report;
    if (!report) return;
    const rows = report.opinions.slice(0, 4).map((opinion) => {
      const chance = Math.round(100 * opinion.value);
      return h("li", {}, h("span", { class: "name" }, capital(game.say.sentence(position, position.moves[opinion.move], game.say.names(position)[opinion.move]))),
        h("meter", { min: 0, max: 100, value: chance, "aria-label": `${chance} of 100` }), h("span", { class: "score" }, `${chance} %`));
    });
    const counted = game.variant.search.alphaBeta && !game.variant.flags.simultaneous ? "positions" : "random games";
    const head = report.problem ?? `${report.games.toLocaleString("en")} ${counted}`;
    place.replaceChildren(h("h2", {}, "What the computer thinks"), h("ol", {}, ...rows), h("p", { class: "note" }, head));
  }

  /** told: in the author's words. */
  rules(rules: Rules[], credits: string[], told: string[]): void {
    the("told").hidden = !told.length;
    (the("told").querySelector("div") as HTMLElement).replaceChildren(...told.map((line) => h("p", {}, line)));
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

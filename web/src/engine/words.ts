// The words for moves, sites and pieces: the list of moves, questions, the status and screen readers all have them from here.

import { UNSEEN, type PieceData } from "./data";
import type { Game, Piece, Position, Site } from "./game";
import { NOTES, type Action, type Move } from "./moves";
import { CASTLING, capital, number, pieces, say, VERBS } from "./phrases";
import { siteName } from "./places";

const TAKES = ["remove", "remove_level", "remove_later"];
const APPEARS = ["promote", "add", "insert"];
export const MOVES = ["move", "stack_move", "move_n"];
const COUNTS = ["count", "levels"];
const SITES = ["to", "from", "site", "var"];
const plain = (name: string) => name.replace(/_.*$/, "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** One of several moves between the same sites: what tells it from the others, and the piece that shows it, if one does. */
export interface Option {
  move: number;
  text: string;
  piece?: Piece;
}

export class Words {
  private readonly named = new WeakMap<Position, string[]>();
  private seen: { raw: Uint8Array; player?: number; sites: Map<string, Site> } = { raw: new Uint8Array(), sites: new Map<string, Site>() };

  constructor(private readonly game: Game) {}

  // ---------------------------------------------------------------- sites and pieces

  /** A site: its label on the board, or what it is beside it. */
  site(index: number, type = -1): string {
    const { labels, defaultSite, containers, players, kit } = this.game.variant;
    const kind = type >= 0 && type < 3 ? type : defaultSite;
    const label = labels[kind][index];
    if (label !== undefined) return `${kind === defaultSite ? "" : ["cell ", "vertex ", "edge "][kind]}${label}`;
    const home = containers.find((c) => index >= c.first && index < c.first + c.sites);
    if (!home) return say("beside");
    const place = { number: index - home.first + 1 };
    if (home.kind === "dice") return home.sites > 1 ? say("die", place) : "die";
    const own = home.owner > 0 && home.owner <= players ? say("hand", { kind: home.kind, who: kit.players[home.owner - 1].name }) : home.kind;
    return home.sites > 1 ? say("place", { home: own, ...place }) : own;
  }

  /** A kind of piece, with its colour where that tells whose it is. */
  piece(what: number, coloured = true): string {
    if (what === UNSEEN) return say("unseen");
    const piece: PieceData | undefined = this.game.variant.pieces[what];
    if (!piece || what <= 0) return say("nothing");
    const colour = coloured ? (this.game.variant.kit.players[piece.owner - 1]?.word ?? "") : "";
    return `${colour && `${colour} `}${plain(piece.base)}`;
  }

  /** What a die shows. */
  face(piece: Piece): number | null {
    const { faces } = this.game.variant.pieces[piece.what] ?? { faces: [] };
    return faces.length ? (faces[piece.state] ?? null) : null;
  }

  /** What stands on a level: a piece, a die with its number. */
  stands(piece: Piece): string {
    const face = this.face(piece);
    return face === null ? this.piece(piece.what) : number(face);
  }

  /** What stands on top of a site, as far as whoever makes a move knows it: its names tell no more. */
  private top(position: Position, { mover }: Move, index: number, type = -1): Piece | undefined {
    const { labels, defaultSite, flags } = this.game.variant;
    const player = flags.hidden ? mover : undefined;
    if (this.seen.raw !== position.raw || this.seen.player !== player)
      this.seen = { raw: position.raw, player, sites: new Map(this.game.sites(position, player).map((site) => [`${site.type}.${site.index}`, site])) };
    const kind = type >= 0 && type < 3 ? type : defaultSite;
    return this.seen.sites.get(`${index < labels[kind].length ? kind : 0}.${index}`)?.pieces.at(-1);
  }

  // ---------------------------------------------------------------- moves

  /** A short name of each move, in the order of the legal moves. */
  names(position: Position): string[] {
    const known = this.named.get(position);
    if (known) return known;
    const found = position.moves.map((move) => this.short(position, move));
    for (const group of alike(found)) this.tell(position, group).forEach((text, i) => { if (text) found[group[i]] += `, ${text}`; });
    this.named.set(position, found);
    return found;
  }

  /** Several moves as options: what tells them apart, where they have the same sites. Those that do the same are one. */
  options(position: Position, moves: number[]): Option[] {
    const short = moves.map((move) => this.short(position, position.moves[move]));
    const told = new Set(short).size > 1 ? moves.map((move) => this.names(position)[move]) : this.tell(position, moves);
    const options = moves.map((move, i): Option => ({ move, text: capital(told[i] || short[i]), ...this.shown(position.moves[move]) }));
    const kept = new Map<string, Option>();
    for (const option of options) {
      const key = `${option.text} ${this.effect(position, position.moves[option.move])}`;
      if (!kept.has(key)) kept.set(key, option);
    }
    const found = [...kept.values()];
    for (const same of alike(found.map((option) => option.text))) same.forEach((k, i) => (found[k].text += ` (${i + 1})`));
    return found;
  }

  /** What a move does, in a sentence without its end: `white knight takes F6`. move: as listed, or as it was applied. */
  sentence(position: Position, move: Move, name: string): string {
    const { words } = this.game;
    const [type, last] = words.types(move);
    const acts = move.actions.filter((a) => !NOTES.has(a.kind));
    if (move.to < 0 || acts.some((a) => a.kind.startsWith("puzzle_"))) return name;
    const where = (a: Action) => this.site(words.param(a, "to"), words.param(a, "type"));
    const [taken, put] = [TAKES, APPEARS].map((kinds) => [...new Set(acts.filter((a) => kinds.includes(a.kind)).map(where))]);
    const changed = put.filter((site) => taken.includes(site)).length;
    if (changed && acts.some((a) => a.decision && a.kind === "select")) return say("changing", { move: name, what: pieces(changed) });
    if (move.from < 0 || move.from === move.to) {
      const decided = acts.find((a) => a.decision);
      const site = this.site(move.to, type);
      if (decided?.kind === "add" || decided?.kind === "insert") return say("put", { piece: this.piece(words.param(decided, "what")), site });
      const piece = this.top(position, move, move.to, type);
      if (decided && piece?.what && TAKES.includes(decided.kind)) return say("taken", { piece: this.piece(piece.what), site });
      const sown = (a: Action) => a.kind === "move_n" || (a.kind === "move" && !a.decision && words.param(a, "from") === move.to);
      return acts.some(sown) ? say("sows", { site }) : name;
    }
    const what = this.top(position, move, move.from, type)?.what;
    const site = this.site(move.to, last);
    const grown = acts.find((a) => a.kind === "add" && where(a) === site);
    if (!what) return grown ? say("put", { piece: this.piece(words.param(grown, "what")), site }) : name;
    const piece = this.piece(what);
    const castled = this.castled(position, move);
    if (castled) return say("castles", { piece, ...castled.with });
    let said = say(this.beside(move.from) ? "dropped" : taken.includes(site) ? "takes" : "goes", { piece, site });
    const others = taken.filter((at) => at !== site && at !== this.site(move.from, type));
    if (others.length && !this.beside(move.from)) said = say("taking", { move: said, what: others.length > 3 ? pieces(others.length) : others.join(", ") });
    const made = acts.find((a) => a.kind === "promote");
    return made ? say("promoted", { move: said, piece: this.piece(words.param(made, "what"), false) }) : said;
  }

  private beside(index: number): boolean {
    const { labels, defaultSite } = this.game.variant;
    return index >= labels[defaultSite].length && this.game.variant.containers.some((c) => c.kind !== "board" && index >= c.first && index < c.first + c.sites);
  }

  /** The name of a legal move in a list of what was played. applied: the move with all that it has done. */
  listed(position: Position, number: number, applied: Move): string {
    const move = position.moves[number];
    const castled = this.castled(position, applied);
    return castled ? castled.name : this.short(position, move, applied) + this.names(position)[number].slice(this.short(position, move).length);
  }

  /** Whether a move takes a piece elsewhere than where it begins, sends another player's away from where it ends, or takes
   * it along to there. */
  private takes(position: Position, move: Move): boolean {
    if (this.game.variant.flags.hidden) return false;
    const { words } = this.game;
    const owner = (site: number) => this.top(position, move, site)?.who ?? 0;
    const own = owner(move.from);
    return move.actions.some((a) => {
      const [from, to] = [words.param(a, "from"), words.param(a, "to")];
      if (a.decision) return false;
      if (TAKES.includes(a.kind)) return to !== move.from;
      return MOVES.includes(a.kind) && from !== move.from && [from, to].includes(move.to) && owner(from) > 0 && owner(from) !== own;
    });
  }

  /** With which other piece of the player one has castled, and how that is written: it moves along on the same line, past
   * the one that moved. */
  private castled(position: Position, move: Move): { name: string; with: { other: string; site: string } } | null {
    const { words, variant: { kit: { sites, unit }, pieces: kinds } } = this.game;
    const what = (site: number) => this.top(position, move, site)?.what ?? 0;
    const own = (site: number) => what(site) > 0 && kinds[what(site)].owner === move.mover;
    if (move.from < 0 || move.from === move.to) return null;
    for (const action of move.actions) {
      const [from, to] = ["from", "to"].map((name) => words.param(action, name));
      const ways = [move.from, move.to, from, to];
      if (action.decision || !MOVES.includes(action.kind) || from === move.from) continue;
      if (ways.some((site) => site < 0 || this.beside(site)) || !own(move.from) || !own(from)) continue;
      const [a, b, c, d] = ways.map((site) => sites[siteName(this.game.variant, -1, site)]);
      const steps = [[a, b], [d, c], [d, b]].map(([[x, y], [u, v]]) => [(u - x) * (c[0] - a[0]) + (v - y) * (c[1] - a[1]), (u - x) * (c[1] - a[1]) - (v - y) * (c[0] - a[0])]);
      if (steps.some(([along, aside]) => along <= 0 || Math.abs(aside) > 0.01 * unit * unit)) continue;
      const far = ([x, y]: number[], [u, v]: number[]) => Math.round(Math.hypot(x - u, y - v) / unit);
      const name = far(a, b) === 2 ? { 2: CASTLING.short, 3: CASTLING.long }[far(c, d)] : undefined;
      const plainly = `${this.site(move.from)}-${this.site(move.to)}, ${this.site(from)}-${this.site(to)}`;
      return { name: name ?? plainly, with: { other: this.piece(what(from), false), site: this.site(from) } };
    }
    return null;
  }

  private short(position: Position, move: Move, done = move): string {
    const acts = move.actions.filter((a) => !NOTES.has(a.kind));
    for (const act of acts) {
      const [type, site, value] = act.params;
      if (act.kind === "puzzle_set") return `${this.site(site, type)} = ${value}`;
      if (act.kind === "puzzle_toggle") return `${this.site(site, type)}: not ${value}`;
    }
    if (this.game.words.throws(move)) return say("throw");
    if (move.to < 0) {
      const decided = acts.find((a) => a.decision) ?? acts[0];
      return decided ? this.title(decided) : VERBS["pass"];
    }
    const [first, last] = this.game.words.types(move);
    if (move.from < 0 || move.from === move.to) return this.site(move.to, first);
    const from = this.beside(move.from) ? this.top(position, move, move.from, first) : undefined;
    const to = this.beside(move.to) ? (this.game.variant.containers.find((c) => c.first <= move.to && move.to < c.first + c.sites)?.kind ?? "") : this.site(move.to, last);
    if (from?.what) return say("goes", { piece: this.piece(from.what, false), site: to });
    const { goes, takes, taken } = this.game.variant.signs;
    const [sign, end] = this.takes(position, done) ? [takes, taken] : [goes, ""];
    return `${this.beside(move.from) ? "hand" : this.site(move.from, first)}${sign}${to}${end}`;
  }

  /** The words for an action without a site. */
  private title(action: Action): string {
    if (action.kind === "pass" || action.kind === "swap") return VERBS[action.kind] ?? action.kind;
    const { words } = this.game;
    const text = words.text({ ...action, decision: false }).slice(1, -1);
    const at = text.indexOf(":");
    const values = text.slice(at + 1).split(",").filter((part) => part.includes("=")).map((part) => part.slice(part.indexOf("=") + 1));
    if (action.kind === "bet") values.shift(); // whose bet it is
    return [plain(text.slice(0, at)), ...values].join(" ");
  }

  /** What tells moves of the same name apart, for each of them; empty where nothing that can be said does. */
  private tell(position: Position, group: number[]): string[] {
    const moves = group.map((k) => position.moves[k]);
    const said = moves.map(() => [] as string[]);
    const whole = () => said.map((parts) => parts.join(", "));
    for (const tell of [this.appearing, this.emptied, this.between, this.pieces, this.level, null, null]) {
      for (const same of alike(whole())) {
        const told = tell ?? this.difference(position, same.map((k) => moves[k]));
        const found = same.map((k) => told.call(this, moves[k]));
        if (new Set(found).size > 1) same.forEach((k, i) => { if (found[i]) said[k].push(found[i]); });
      }
    }
    return whole();
  }

  private appearing(move: Move): string {
    const acts = move.actions.filter((a) => APPEARS.includes(a.kind));
    return acts.map((a) => this.piece(this.game.words.param(a, "what"), false)).join(", ");
  }

  private emptied(move: Move): string {
    const sites = move.actions.filter((a) => TAKES.includes(a.kind)).map((a) => this.site(this.game.words.param(a, "to"), this.game.words.param(a, "type")));
    return sites.length ? `takes ${sites.join(", ")}` : "takes nothing";
  }

  private between(move: Move): string {
    const sites = move.actions.filter((a) => a.decision && MOVES.includes(a.kind)).map((a) => this.game.words.param(a, "to"));
    sites.push(...move.actions.filter((a) => a.kind === "passed").map((a) => a.params[0]));
    const through = sites.filter((site) => site !== move.from && site !== move.to).map((site) => this.site(site));
    return through.length ? `through ${through.join(", ")}` : "directly";
  }

  private pieces({ levelMin, levelMax }: Move): string {
    return pieces(Math.max(0, levelMax - levelMin) + 1);
  }

  private level({ levelMin }: Move): string {
    return `from level ${levelMin + 1}`;
  }

  /** The first number in which the actions of the moves differ, as a function that says it of a move. */
  private difference(position: Position, group: Move[]): (move: Move) => string {
    const { words } = this.game;
    const shortest = Math.min(...group.map((m) => m.actions.length));
    for (let k = 0; k < shortest; k++) {
      const kind = group[0].actions[k].kind;
      if (group.some((m) => m.actions[k].kind !== kind)) {
        return ({ actions: { [k]: action } }) =>
          action.kind === "THEN" ? "" : APPEARS.includes(action.kind) ? this.piece(words.param(action, "what"), false)
          : (VERBS[action.kind] ?? plain(words.kind(action.kind)?.title ?? ""));
      }
      const params = words.kind(kind)?.params ?? [];
      const differing = params.flatMap((_, p) => (group.every((m) => m.actions[k].params[p] === group[0].actions[k].params[p]) ? [] : [p]));
      const place = differing.find((p) => COUNTS.includes(params[p])) ?? differing[0];
      if (differing.length) return (move) => this.value(position, move, move.actions[k], params[place], place);
    }
    return () => "";
  }

  private value(position: Position, move: Move, action: Action, name: string, place: number): string {
    const value = action.params[place];
    const { variant, words } = this.game;
    const what = [words.param(action, "what"), this.top(position, move, move.from, words.types(move)[0])?.what ?? 0].find((w) => w > 0) ?? 0;
    if (action.kind === "use_die") {
      const die = this.top(position, move, words.param(action, "site"), 0);
      const face = die && this.face(die);
      return face === null || face === undefined ? `die ${value + 1}` : `with the ${number(face)}`;
    }
    if (name === "rotation" || (name === "state" && variant.pieces[what]?.large)) {
      const look = variant.kit.looks[what];
      const step = name === "state" ? 360 / Math.max(1, Object.keys(look?.cases ?? {}).length) : (look?.turn ?? 90); // large pieces turn by their states
      const turned = Math.round(Math.max(0, value) * step) % 360;
      return turned ? `turned by ${turned}°` : "";
    }
    if (name === "state" || name === "value") return `${name === "state" ? "side" : "value"} ${number(Math.max(0, value) + Number(name === "state"))}`;
    if (name === "what") return this.piece(value, false);
    if (name.startsWith("player")) return variant.kit.players[value - 1]?.name ?? "nobody";
    if (COUNTS.includes(name)) return pieces(value);
    if (SITES.includes(name)) return this.site(value, words.param(action, "type"));
    const form = words.kind(action.kind)?.keys.find(([, at]) => at === place)?.[3];
    if (form === "string" || form === "role") return variant.strings[value] ?? "";
    return `${plain(name.replace(/_(from|to)$/, "").replaceAll("_", " "))} ${value}`;
  }

  /** The piece whose picture shows what a move makes, if it makes one. */
  private shown(move: Move): { piece?: Piece } {
    const { words } = this.game;
    const made = move.actions.find((a) => APPEARS.includes(a.kind) && words.param(a, "what") > 0);
    if (!made) return {};
    const [what, state, rotation, value] = ["what", "state", "rotation", "value"].map((name) => Math.max(0, words.param(made, name)));
    return { piece: { what, who: this.game.variant.pieces[what]?.owner ?? 0, state, rotation, value } };
  }

  /** A text that is equal for moves that do the same, whichever of two equal dice they use. */
  private effect(position: Position, move: Move): string {
    return this.game.consequences(position, move).actions.map((action) => {
      if (action.kind !== "use_die" && action.kind !== "THEN") return this.game.words.text(action);
      const die = action.kind === "use_die" ? this.top(position, move, this.game.words.param(action, "site"), 0) : undefined;
      return die ? `die ${this.face(die)}` : "";
    }).join();
  }
}

/** The places of equal texts, for each text that is not the only one. */
function alike(texts: string[]): number[][] {
  const places = new Map<string, number[]>();
  texts.forEach((text, k) => places.set(text, [...(places.get(text) ?? []), k]));
  return [...places.values()].filter((found) => found.length > 1);
}

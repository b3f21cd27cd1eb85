// A game that can be played: positions, their legal moves, and what stands on the sites.

import { UNSEEN, type FieldData, type GameData, type VariantData } from "./data";
import { commonThrow } from "./dice";
import { FULL, Machine, RuleError, type Code } from "./wasm";
import { forcedPass, Vocabulary, type Move } from "./moves";
import { Words } from "./words";

/** What stands on one level of a site. */
export interface Piece {
  what: number;
  who: number;
  state: number;
  rotation: number;
  value: number;
}

/** A site that is not blank: its pieces from the bottom. count: of identical pieces on a flat site. */
export interface Site {
  type: number;
  index: number;
  count: number;
  pieces: Piece[];
  /** Whether somebody else does not know what stands there; only of sites as somebody sees them. */
  veiled?: boolean;
}

/** Pieces as they are set up, with the player to move. */
export interface Arrangement {
  mover: number;
  sites: Site[];
}

/** A position never changes. fresh: as the last move left it; raw: with what chance has drawn for its moves. */
export interface Position {
  fresh: Uint8Array;
  raw: Uint8Array;
  moves: Move[];
  mover: number;
  over: boolean;
}

const LETTERS: [number, string][] = [[1, "v"], [2, "e"], [0, "c"]];
const PARTS = ["what", "who", "state", "rotation", "value"] as const;

export class Game {
  readonly words: Vocabulary;
  readonly say: Words;

  private constructor(readonly data: GameData, readonly variant: VariantData, readonly machine: Machine) {
    this.words = new Vocabulary(data.actions, variant);
    this.say = new Words(this);
  }

  static async load(data: GameData, variant: VariantData, code: Code): Promise<Game> {
    return new Game(data, variant, await Machine.make(code, variant.fields));
  }

  /** The position at the start. rng: 64 bits, signed or not. */
  start(rng: bigint): Position {
    this.done(this.machine.call("lp_start", this.machine.engine, BigInt.asIntN(64, rng)));
    return this.at(this.machine.state());
  }

  /** A start at which these pieces stand, as `State.with_pieces` makes it. Throws RuleError for what the game has no room for. */
  arranged({ mover, sites }: Arrangement, rng: bigint): Position {
    const m = this.machine;
    const fresh = this.start(rng).fresh.slice();
    const types = LETTERS.filter(([, x]) => this.has(`what_${x}`));
    const size = (x: string) => (m.fields.find((f) => f.name === `what_${x}`) as FieldData).size;
    const simple = types.length === 1 && !this.has(`height_${types[0][1]}`);
    const bits = Math.max(1, 32 - Math.clz32(Math.max(...types.map(([, x]) => size(x))) - 1));
    const owned = this.variant.pieces.map((): number[] => []);
    for (const [type, x] of types) {
      const columns = new Map([...PARTS, "count", "height"].filter((part) => this.has(`${part}_${x}`)).map((part) => [part, m.read(fresh, `${part}_${x}`)]));
      const what = columns.get("what") as number[];
      const stride = what.length / size(x);
      const free = new Set(m.read(fresh, `empty_${x}`));
      what.forEach((piece, k) => { if (piece) free.add(Math.floor(k / stride)); });
      for (const values of columns.values()) values.fill(0);
      for (const { index, count, pieces } of sites.filter((site) => site.type === type && site.pieces.length)) {
        if (pieces.length > stride) throw new RuleError(`${this.say.site(index, type)} has no room for ${pieces.length} pieces.`);
        free.delete(index);
        for (const [part, values] of columns) {
          if (part === "count" || part === "height") values[index] = part === "count" ? count : pieces.length;
          else pieces.forEach((piece, level) => { values[index * stride + level] = piece[part as (typeof PARTS)[number]]; });
        }
        pieces.forEach(({ what: piece }, level) => owned[piece].push(simple ? index : (((level << bits) + index) << 2) | type));
      }
      for (const [part, values] of columns) m.write(fresh, `${part}_${x}`, values);
      m.write(fresh, `empty_${x}`, [...free]);
    }
    const room = m.read(fresh, "owned").length / owned.length;
    if (this.has("owned") && owned.some((list) => list.length > room)) throw new RuleError("This page has no room for so many pieces.");
    m.write(fresh, "owned", owned.flatMap((list) => [...list, ...Array<number>(this.has("owned") ? room - list.length : 0).fill(0)]));
    m.write(fresh, "owned_n", owned.map((list) => list.length));
    m.write(fresh, "listed_twice", [1]); // the bits of levels no longer tell anything
    m.write(fresh, "mover", [mover]);
    m.write(fresh, "next", [(mover % this.variant.players) + 1]);
    return this.at(fresh);
  }

  /** The actions of the start rules, as they are in trials. */
  startActions(rng: bigint): Move {
    this.done(this.machine.call("lp_start", this.machine.engine, BigInt.asIntN(64, rng)));
    return this.words.moves(this.machine.out(this.done(this.machine.call("lp_started", this.machine.engine))))[0];
  }

  private at(fresh: Uint8Array): Position {
    const m = this.machine;
    const out = m.out(this.done(m.call("lp_moves", m.engine, m.place("state", fresh))));
    const raw = out[1] ? m.state() : fresh;
    const mover = m.one(raw, "mover");
    const over = m.one(raw, "over") !== 0;
    let moves = this.words.moves(out);
    if (!moves.length && !over) {
      const pass = forcedPass(this.data.actions, mover);
      moves = this.words.moves(Int32Array.of(1, 0, 4, 4 + pass.length, ...pass));
    }
    return { fresh, raw, moves, mover, over };
  }

  /** The position after a move, and the move with all that it has done. */
  play(position: Position, move: Move): { after: Position; applied: Move } {
    const applied = this.applied(position, move, 1);
    return { after: this.at(this.machine.state()), applied };
  }

  /** What a move would do. */
  consequences(position: Position, move: Move): Move {
    return this.applied(position, move, 0);
  }

  /** The moves that a player could make if it were that player's turn, after one of the previous player's. threats: whether, as during (is Threatened …), nothing
   * counts as threatened, so that moves are no less a threat because they would leave a king in check. */
  movesOf(position: Position, player: number, previous: number, { threats }: { threats: boolean }): Move[] {
    const raw = position.raw.slice();
    this.machine.write(raw, "over", [0]);
    this.machine.write(raw, "prev", [previous]);
    this.machine.write(raw, "mover", [player]);
    if (threats && this.has("asking_threat")) this.machine.write(raw, "asking_threat", [1]);
    return this.words.moves(this.machine.out(this.done(this.machine.call("lp_moves", this.machine.engine, this.machine.place("state", raw)))));
  }

  private applied(position: Position, move: Move, keep: number): Move {
    const m = this.machine;
    const state = m.place("state", position.raw);
    const record = m.place("move", new Uint8Array(move.raw.buffer, move.raw.byteOffset, move.raw.byteLength));
    return this.words.moves(m.out(this.done(m.call("lp_play", m.engine, state, record, 0, keep))))[0];
  }

  private done(status: number): number {
    if (status >= 0) return status;
    const detail = this.machine.detail();
    if (status === FULL) {
      const name = Object.keys(this.variant.caps)[detail];
      const room = this.variant.caps[name];
      throw new RuleError(`This position needs more room than the page has: ${name} holds ${room} values.`);
    }
    const { failures } = this.data;
    const text = status === -2 && detail >= 0 ? this.variant.strings[detail] : failures[`${-status} ${detail}`];
    throw new RuleError(text ?? failures[`${-status}`] ?? `The rules failed (${-status}, ${detail}).`);
  }

  // ---------------------------------------------------------------- what there is to see

  /** The place of each player from index 1: 1 is first, 1.5 a shared first, 0 undecided. */
  ranking(position: Position): number[] {
    const rank = this.machine.read(position.raw, "rank");
    return Array.from({ length: this.variant.players + 1 }, (_, p) => (p ? rank[p] / 2 : 0));
  }

  /** The seat of each player from index 1: whoever changes sides keeps the seat. Index 0 is nobody's. */
  seats(position: Position): number[] {
    const { players, search } = this.variant;
    const order = search.order ? this.machine.read(position.raw, search.order) : null;
    return Array.from({ length: players + 1 }, (_, p) => (order ? order[p] : p));
  }

  number(position: Position, field: string): number[] {
    return this.machine.read(position.raw, field);
  }

  has(field: string): boolean {
    return this.machine.places.has(field);
  }

  /** Every site with something on it. Dice show what is thrown for the legal moves. player: who sees the sites, as
   * interpreter/play/concealing.py says; 0: nobody, from whom all is hidden that is hidden from anybody. Without a player
   * everything is seen. */
  sites(position: Position, player?: number): Site[] {
    const faces = this.variant.containers.some(({ kind }) => kind === "dice") ? commonThrow(this.words, position.moves) : new Map<number, number>();
    return LETTERS.filter(([, x]) => this.has(`what_${x}`)).flatMap(([type, x]) => this.sitesOf(type, x, position.raw, faces, player));
  }

  private sitesOf(type: number, x: string, raw: Uint8Array, faces: Map<number, number>, player?: number): Site[] {
    const m = this.machine;
    const columns = PARTS.map((part) => (this.has(`${part}_${x}`) ? m.read(raw, `${part}_${x}`) : null));
    const what = columns[0] as number[];
    const size = m.fields.find((f) => f.name === `what_${x}`)?.size ?? what.length;
    const stride = what.length / size;
    const counts = this.has(`count_${x}`) ? m.read(raw, `count_${x}`) : null;
    const heights = this.has(`height_${x}`) ? m.read(raw, `height_${x}`) : null;
    const states = columns[PARTS.indexOf("state")];
    if (type === 0 && states) for (const [site, face] of faces) {
      const top = site * stride + (heights ? heights[site] - 1 : 0);
      if (what[top]) states[top] = face;
    }
    const bits = (kind: string) => (player !== undefined && this.has(`hidden${kind}_${x}`) ? m.read(raw, `hidden${kind}_${x}`) : null);
    const [whole, kinds, count_] = [bits(""), PARTS.map((part) => bits(`_${part}`)), bits("_count")];
    const from = (hidden: number[] | null, at: number) => hidden !== null && (player ? (hidden[at] >> player) & 1 : hidden[at]) !== 0;
    const others = player ? ~(1 << player) : 0;
    const veils = (at: number) => (((whole?.[at] ?? 0) | (kinds[0]?.[at] ?? 0)) & others) !== 0;
    const found: Site[] = [];
    for (let site = 0; site < size; site++) {
      const levels = Array.from({ length: heights ? heights[site] : 1 }, (_, level) => site * stride + level).filter((at) => !from(whole, at));
      const pieces = levels.map((at): Piece => {
        const [w, who, state, rotation, value] = columns.map((c, k) => (c && !from(kinds[k], at) ? c[at] : 0));
        if (!from(kinds[0], at)) return { what: w, who, state, rotation, value };
        return { what: what[at] && UNSEEN, who: this.variant.flags.pieceIsOwner ? (this.variant.pieces[who]?.owner ?? 0) : who, state: 0, rotation: 0, value: 0 };
      });
      const all = counts && levels.length ? counts[site] : 0;
      const counted = levels.some((at) => from(kinds[0], at) || from(count_, at)) ? Math.min(all, 1) : all;
      const count = heights ? Number(pieces.length > 0) : counts ? counted : Number(pieces.some((p) => p.what));
      const blank = pieces.every((p) => !p.what && !p.who && !p.state && !p.rotation && !p.value);
      if (!blank || (count && !heights)) found.push({ type, index: site, count, pieces, veiled: levels.some(veils) });
    }
    return found;
  }
}

// Moves as the runtime writes them (put_move in core/entry.h), and their text in Ludii's trials.

import type { ActionData, VariantData } from "./data";

export interface Action {
  kind: string;
  decision: boolean;
  params: number[];
}

export interface Move {
  mover: number;
  from: number;
  to: number;
  levelMin: number;
  levelMax: number;
  actions: Action[];
  /** The move as the runtime reads it. */
  raw: Int32Array;
}

const NOTES = new Set(["THEN", "passed", "plain"]);
const SITE_TYPES = ["Cell", "Vertex", "Edge"];
const ABOUT_NOBODY = -(1 << 30);
const BITS = Array.from({ length: 32 }, (_, bit) => bit);

/** A float as float_text in interpreter/program/arithmetic.py makes it. */
function floatText(bits: number): string {
  const value = new Float32Array(Int32Array.of(bits).buffer)[0];
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const rounded = (n: number): string => {
    const longer = size.toExponential(n + 1); // what lies half-way goes to the even digit; toExponential rounds it up
    return Number(longer) === size && /[02468]5e/.test(longer) ? longer.replace("5e", "e") : size.toExponential(n);
  };
  const shortest = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(rounded).find((text) => Math.fround(Number(text)) === size) as string;
  const [mantissa, power] = shortest.split("e");
  const point = Number(power);
  let digits = mantissa.replace(".", "").replace(/0+$/, "") || "0";
  const sign = bits < 0 ? "-" : "";
  if (point < -3 || point >= 7) return `${sign}${digits[0]}.${digits.slice(1) || 0}E${point}`;
  digits = ("0".repeat(Math.max(0, -point)) + digits).padEnd(point + 2, "0");
  const whole = Math.max(0, point) + 1;
  return `${sign}${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

/** The kinds of actions by name and number, and the texts they refer to. */
export class Vocabulary {
  private readonly byName = new Map<string, ActionData>();
  private readonly large: Set<number>;

  constructor(readonly kinds: ActionData[], readonly variant: VariantData) {
    for (const kind of kinds) this.byName.set(kind.name, kind);
    this.large = new Set(variant.pieces.flatMap((piece, i) => (piece.large ? [i] : [])));
  }

  kind(name: string): ActionData | undefined {
    return this.byName.get(name);
  }

  param(action: Action, name: string): number {
    const at = this.byName.get(action.kind)?.params.indexOf(name) ?? -1;
    return at < 0 ? -1 : action.params[at];
  }

  /** The moves of a list as the runtime puts it out. */
  moves(out: Int32Array): Move[] {
    const moves = [];
    for (let k = 0; k < out[0]; k++) moves.push(this.move(out.subarray(out[2 + k], out[3 + k])));
    return moves;
  }

  private move(ints: Int32Array): Move {
    const actions: Action[] = [];
    let at = 7 + ints[6];
    for (let k = 0; k < ints[5]; k++) {
      const kind = ints[at] ? this.kinds[ints[at] - 1] : undefined;
      const size = kind ? kind.params.length : 1;
      const params = Array.from(ints.subarray(at + 2, at + 2 + size));
      actions.push({ kind: kind ? kind.name : "THEN", decision: ints[at + 1] !== 0, params });
      at += 2 + size;
    }
    const [mover, from, to, levelMin, levelMax] = ints;
    return { mover, from, to, levelMin, levelMax, actions, raw: ints.slice() };
  }

  private value(form: string, values: number[]): string {
    const value = values[0];
    if (form === "site_type") return SITE_TYPES[value] ?? "null";
    if (form === "bool") return value !== 0 && value !== -1 ? "true" : "false";
    if (form === "string" || form === "role") return this.variant.strings[value] ?? "null";
    if (form === "float") return floatText(value);
    if (form === "range") return `[${value};${values[1]}]`;
    if (form === "sites") return `{${values.flatMap((word, k) => BITS.filter((bit) => (word >> bit) & 1).map((bit) => 32 * k + bit)).join(", ")}}`;
    if (form === "strings") return `[${values.filter((v) => v >= 0).map((v) => this.value("string", [v])).join(", ")}]`;
    return String(value);
  }

  /** The text of one action, as interpreter/program/actions.py makes it. */
  text(action: Action): string {
    const kind = this.byName.get(action.kind) as ActionData;
    const parts = [];
    for (const [name, at, show, form] of kind.keys) {
      const value = action.params[at];
      const shown =
        show === "always" || (show === "set" && value !== -1) || (show === "true" && value !== 0 && value !== -1) ||
        (show === "many" && value > 1);
      if (shown) parts.push(`${name}=${this.value(form, action.params.slice(at))}`);
    }
    let text = parts.join(",");
    if (kind.title === "Note" && action.params[0] !== ABOUT_NOBODY) text = text.replace("message=", `message=P${action.params[0]} `);
    if (action.decision) text += parts.length || action.kind === "set_pending" ? ",decision=true" : "decision=true";
    if (action.kind === "pass" && action.params[0] === 1) text += ",forced=true";
    return `[${kind.title}:${text}]`;
  }

  /** The text of a move, as interpreter/play/move.py makes it. */
  moveText(move: Move): string {
    let head = `[Move:mover=${move.mover}`;
    if (move.from !== -1) head += `,from=${move.from}`;
    if (move.to !== -1) head += `,to=${move.to}`;
    head += this.extras(move);
    if (move.levelMin !== 0 && move.levelMax !== 0) head += `,levelMin=${move.levelMin},levelMax=${move.levelMax}`;
    const actions = move.actions.filter((a) => !NOTES.has(a.kind)).map((a) => this.text(a));
    return `${head},actions=${actions.join(",")}]`;
  }

  private extras(move: Move): string {
    if (move.actions.some((a) => a.kind === "plain")) return "";
    for (const action of move.actions) {
      if (!action.decision || !["add", "insert", "move"].includes(action.kind)) continue;
      const state = this.param(action, "state");
      if (state !== -1 && (action.kind === "move" || this.large.has(this.param(action, "what")))) return `,state=${state}`;
      if (action.kind !== "move" && this.param(action, "type") === 2 && this.param(action, "to") === move.to)
        return `,oriented=false,edge=${move.to}`;
    }
    return "";
  }

  /** Whether a move throws dice and, for the want of a site, selects one: the throw is all that matters of it. */
  throws(move: Move): boolean {
    const kinds = new Set(move.actions.filter((a) => !NOTES.has(a.kind) && a.kind !== "set_var").map((a) => a.kind));
    return move.from === move.to && kinds.size > 1 && kinds.has("select") && [...kinds].every((kind) => ["select", "update_dice", "dice_equal"].includes(kind));
  }

  /** The messages of a move that is applied: what is said, about whom (0 for nobody), and to which player. */
  messages(move: Move): { text: string; about: number; to: number }[] {
    return move.actions.flatMap(({ kind, params: [about, to, ...items] }) => {
      const data = this.kind(kind);
      return data?.title === "Note" ? [{ text: this.value(data.keys[0][3], items), about: about === ABOUT_NOBODY ? 0 : about, to }] : [];
    });
  }

  /** Whether the move has an action of this kind, and no decision of another kind. */
  is(move: Move, kind: string): boolean {
    const acts = move.actions.filter((a) => !NOTES.has(a.kind));
    return acts.some((a) => a.kind === kind) && acts.every((a) => !a.decision || a.kind === kind);
  }

  /** The site types of a move's origin and destination; -1 where its actions do not say. */
  types(move: Move): [number, number] {
    const found = [];
    for (const action of move.actions) {
      if (NOTES.has(action.kind)) continue;
      for (const name of ["type", "type_from", "type_to"]) {
        const type = this.param(action, name);
        if (type >= 0) found.push(type);
      }
    }
    return found.length ? [found[0], found[Math.min(1, found.length - 1)]] : [-1, -1];
  }
}

/** A pass that a simulation makes when it has come to rest. */
export function forcedPass(kinds: ActionData[], mover: number): Int32Array {
  const pass = kinds.findIndex((kind) => kind.name === "pass") + 1;
  return Int32Array.of(mover, -1, -1, 0, 0, 1, 0, pass, 1, 1);
}

export { NOTES };

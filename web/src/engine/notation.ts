// Readable notation of moves, the same as interpreter/play/notation.py: `A1-B2`, `B2`, `A1-B2=Queen`, `pass`, `throw`.

import { NOTES, type Action, type Move, type Vocabulary } from "./moves";

/** Whether a move throws dice and, for the want of a site, selects one: the throw is all that matters of it. */
function onlyThrows(move: Move): boolean {
  const kinds = new Set(move.actions.map((a) => a.kind).filter((kind) => !NOTES.has(kind) && kind !== "set_var"));
  const known = ["select", "update_dice", "dice_equal"];
  return move.from === move.to && kinds.has("select") && kinds.size > 1 && [...kinds].every((k) => known.includes(k));
}

export class Notation {
  constructor(private readonly words: Vocabulary) {}

  /** The label of a site; `#` and its index for a site off the board. */
  site(index: number, type = -1): string {
    const { labels, defaultSite } = this.words.variant;
    return labels[type >= 0 && type < 3 ? type : defaultSite][index] ?? `#${index}`;
  }

  piece(index: number): string {
    return index > 0 ? (this.words.variant.pieces[index]?.name ?? "none") : "none";
  }

  /** A name for each move, unique among them. */
  names(moves: Move[]): string[] {
    const found = moves.map((move) => this.base(move));
    const throws = moves.flatMap((move, k) => (onlyThrows(move) ? [k] : []));
    if (throws.length === 1) found[throws[0]] = "throw";
    for (const group of alike(found)) {
      const endings = this.endings(group.map((k) => moves[k]));
      group.forEach((k, i) => (found[k] += endings[i]));
    }
    return found;
  }

  private base(move: Move): string {
    const acts = move.actions.filter((a) => !NOTES.has(a.kind));
    for (const act of acts) {
      if (act.kind === "puzzle_set" || act.kind === "puzzle_toggle") {
        const [type, site, value] = act.params;
        return `${this.site(site, type)}${act.kind === "puzzle_set" ? "=" : "~"}${value}`;
      }
    }
    if (move.to < 0) {
      const decided = acts.find((a) => a.decision) ?? acts[0];
      return decided ? this.title(decided) : "pass";
    }
    const [first, last] = this.words.types(move);
    if (move.from < 0 || move.from === move.to) return this.site(move.to, first);
    return `${this.site(move.from, first)}-${this.site(move.to, last)}`;
  }

  private title(action: Action): string {
    const text = this.words.text({ ...action, decision: false }).slice(1, -1);
    const at = text.indexOf(":");
    const values = text.slice(at + 1).split(",").filter((part) => part.includes("=") && !part.startsWith("forced="));
    return [text.slice(0, at).toLowerCase(), ...values.map((part) => part.slice(part.indexOf("=") + 1))].join(" ");
  }

  private endings(group: Move[]): string[] {
    const endings = group.map(() => "");
    const tells = [this.appearing, this.emptied, this.between, this.levels, null];
    for (const tell of tells) {
      for (const same of alike(endings)) {
        const told = tell ?? this.difference(same.map((k) => group[k]));
        const found = same.map((k) => told.call(this, group[k]));
        if (new Set(found).size > 1) same.forEach((k, i) => (endings[k] += found[i]));
      }
    }
    for (const same of alike(endings)) same.forEach((k, i) => (endings[k] += `/${i + 1}`));
    return endings;
  }

  private appearing(move: Move): string {
    const kinds = ["promote", "add", "insert"];
    const acts = move.actions.filter((a) => kinds.includes(a.kind));
    return acts.map((a) => `=${this.piece(this.words.param(a, "what"))}`).join("");
  }

  private emptied(move: Move): string {
    const kinds = ["remove", "remove_level", "remove_later"];
    const acts = move.actions.filter((a) => kinds.includes(a.kind));
    return acts.map((a) => `x${this.site(this.words.param(a, "to"), this.words.param(a, "type"))}`).join("");
  }

  private between(move: Move): string {
    const kinds = ["move", "stack_move", "move_n"];
    const sites = move.actions.filter((a) => a.decision && kinds.includes(a.kind)).map((a) => this.words.param(a, "to"));
    sites.push(...move.actions.filter((a) => a.kind === "passed").map((a) => a.params[0]));
    const through = sites.filter((site) => site !== move.from && site !== move.to).map((site) => this.site(site));
    return through.length ? ` via ${through.join(" ")}` : "";
  }

  private levels(move: Move): string {
    return move.levelMin === move.levelMax ? ` level ${move.levelMin}` : ` levels ${move.levelMin} to ${move.levelMax}`;
  }

  /** The first number in which the actions of the moves differ, as a function of a move. */
  private difference(group: Move[]): (move: Move) => string {
    const shortest = Math.min(...group.map((m) => m.actions.length));
    for (let k = 0; k < shortest; k++) {
      const kind = group[0].actions[k].kind;
      const title = (m: Move) => (this.words.kind(m.actions[k].kind)?.title ?? "").toLowerCase();
      if (group.some((m) => m.actions[k].kind !== kind))
        return (m) => (m.actions[k].kind === "THEN" ? "" : ` ${title(m)}`);
      const params = this.words.kind(kind)?.params ?? [];
      for (let p = 0; p < params.length; p++) {
        if (group.every((m) => m.actions[k].params[p] === group[0].actions[k].params[p])) continue;
        const plain = params[p].replace(/_from$/, "").replace(/_to$/, "").replaceAll("_", " ");
        return (m) => ` ${plain} ${m.actions[k].params[p]}`;
      }
    }
    return () => "";
  }
}

/** The places of equal texts, for each text that is not the only one. */
function alike(texts: string[]): number[][] {
  const places = new Map<string, number[]>();
  texts.forEach((text, k) => places.set(text, [...(places.get(text) ?? []), k]));
  return [...places.values()].filter((found) => found.length > 1);
}

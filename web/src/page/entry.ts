// Entering moves: which sites can be chosen next, and what a chosen site means.

import type { Position } from "../engine/game";
import type { Vocabulary } from "../engine/moves";
import { endsOf } from "../engine/places";

export interface Answer {
  /** Numbers of the legal moves that are meant now: one is played, among several the player chooses. */
  moves: number[];
}

/** The legal moves of a position by the sites where they begin and end. */
export class Entry {
  /** The site that was chosen first, "" for none. */
  selected = "";
  private readonly ends: [string, string][];

  /** hands: the sites beside the board. */
  constructor(words: Vocabulary, position: Position, private readonly seat: number | null, private readonly hands: Set<string>) {
    this.ends = position.moves.map((move) => {
      const own = this.seat === null || move.mover === this.seat;
      return own ? endsOf(words, move) : ["-", "-"];
    });
  }

  /** Moves without a site: passes, swaps, bids. */
  get aside(): number[] {
    return this.numbers((from, to) => !from && !to);
  }

  /** The sites that can be chosen now: where moves begin, or, after that, where they end. */
  get choices(): Set<string> {
    const found = new Set<string>();
    for (const [from, to] of this.ends) {
      if (!to || to === "-") continue;
      if (!this.selected) found.add(from);
      else if (from === this.selected) found.add(to);
    }
    return found;
  }

  /** All moves, where all are made at one and the same site. */
  get becoming(): number[] {
    const [[first] = [""]] = this.ends;
    return first && this.ends.every(([from, to]) => from === first && to === first) ? this.ends.map((_, k) => k) : [];
  }

  /** All sites where a move begins. */
  get origins(): Set<string> {
    return new Set(this.ends.map(([from]) => from).filter((from) => from && from !== "-"));
  }

  /** The sites where something can be taken up, to go elsewhere. */
  get lifts(): Set<string> {
    return new Set(this.ends.flatMap(([from, to]) => (from && from !== "-" && to !== from ? [from] : [])));
  }

  /** Free choices without a first step: sites to which, while nothing is chosen, pieces of one place beside the board alone
   * can go, and where no move begins. */
  get drops(): Set<string> {
    const from = new Map<string, Set<string>>();
    if (!this.selected) for (const [begin, end] of this.ends) from.set(end, (from.get(end) ?? new Set()).add(begin));
    const { origins, hands } = this;
    return new Set([...from].flatMap(([end, begins]) => {
      const [only] = begins;
      return end && end !== "-" && begins.size === 1 && hands.has(only) && !origins.has(end) ? [end] : [];
    }));
  }

  /** All sites of legal moves. */
  get sites(): Set<string> {
    return new Set(this.ends.flat().filter((site) => site && site !== "-"));
  }

  choose(site: string): Answer {
    const begin = this.selected;
    this.selected = "";
    if (begin) {
      const meant = this.numbers((from, to) => from === begin && to === site);
      if (meant.length) return { moves: meant };
      if (site === begin) {
        if (this.origins.size === 1) this.selected = begin; // there is nothing else to choose
        return { moves: [] };
      }
    }
    const away = this.numbers((from, to) => from === site && to !== site);
    const here = this.numbers((from, to) => from === site && to === site);
    if (away.length) this.selected = site;
    else if (here.length) return { moves: here };
    else if (!begin && this.drops.has(site)) return { moves: this.numbers((_, to) => to === site) };
    return { moves: [] };
  }

  private numbers(wanted: (from: string, to: string) => boolean): number[] {
    return this.ends.flatMap(([from, to], k) => (from !== "-" && wanted(from, to) ? [k] : []));
  }
}

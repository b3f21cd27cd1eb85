// When the computer gives up: after so many of its moves in a row without hope.

import type { Opinion } from "../search/messages";

const LITTLE = 0.05; // what a position without hope is worth at most
const PATIENCE = 10;

export class Hope {
  /** The move that the computer would make, had it not given up. */
  spared: number | null = null;
  /** How many moves in a row were made without hope, at each seat. */
  private readonly without: number[] = [];

  /** Note what the best move of a seat is worth. Whether the computer gives up instead of making it. */
  lost(seat: number, best: Opinion): boolean {
    this.without[seat] = best.value <= LITTLE ? (this.without[seat] ?? 0) + 1 : 0;
    if (this.without[seat] < PATIENCE) return false;
    this.spared = best.move;
    return true;
  }

  /** The move of a seat that goes on, and does not give up any more. */
  playOn(seat: number, move: number): number {
    this.without[seat] = -Infinity;
    return move;
  }

  get said(): string {
    return this.spared === null ? "The computer is thinking …" : "The computer sees no way to win, and gives up.";
  }
}

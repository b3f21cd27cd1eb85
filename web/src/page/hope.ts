// When the computer gives up: after so many of its moves in a row without hope.

import type { Opinion } from "../search/messages";

const LITTLE = 0.05; // what a position without hope is worth at most
const PATIENCE = 10;
const ALONE = 20; // so many moves in a row, and nobody else is left to move: then less than a half is without hope

export class Hope {
  /** The move that the computer would make, had it not given up. */
  spared: number | null = null;
  /** How many moves in a row were made without hope, at each seat. */
  private readonly without: number[] = [];

  /** How many moves it has made since anybody else moved, and after which ply. */
  private row = 0;
  private after = 0;

  /** Note what the best move of a seat is worth after a ply. Whether the computer gives up instead of making it. */
  lost(seat: number, best: Opinion, ply: number): boolean {
    this.row = ply === this.after + 1 ? this.row + 1 : 0;
    this.after = ply;
    const hopeless = best.value <= LITTLE || (this.row >= ALONE && best.value < 0.5);
    this.without[seat] = hopeless ? (this.without[seat] ?? 0) + 1 : 0;
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

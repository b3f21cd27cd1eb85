// A game in progress: its positions and moves, taking back and going on again, and its text in the page's address.

import type { Game, Position } from "../engine/game";
import type { Move } from "../engine/moves";

export interface Ply {
  at: Position;
  /** The number of the move among the legal ones. */
  number: number;
  /** Its name in lists, and what it has done, in a sentence. */
  name: string;
  said: string;
  applied: Move;
}

export class Play {
  private plies: Ply[] = [];
  private positions: Position[];
  /** How many of the plies have been played in the position that is shown. */
  cursor = 0;

  constructor(readonly game: Game, readonly rng: bigint) {
    this.positions = [game.start(rng)];
  }

  get position(): Position {
    return this.positions[this.cursor];
  }

  get last(): Ply | undefined {
    return this.plies[this.cursor - 1];
  }

  /** All moves, those that were taken back included. */
  get moves(): readonly Ply[] {
    return this.plies;
  }

  get played(): Ply[] {
    return this.plies.slice(0, this.cursor);
  }

  /** Play a legal move by its number. Moves that were taken back are forgotten. */
  play(number: number): void {
    const at = this.position;
    const { after, applied } = this.game.play(at, at.moves[number]);
    this.plies.length = this.cursor;
    this.positions.length = this.cursor + 1;
    const name = this.game.say.names(at)[number];
    this.plies.push({ at, number, name, said: this.game.say.sentence(at, applied, name), applied });
    this.positions.push(after);
    this.cursor++;
  }

  /** Go to the position after so many moves; false where there is none. */
  jump(cursor: number): boolean {
    if (cursor < 0 || cursor > this.plies.length || cursor === this.cursor) return false;
    this.cursor = cursor;
    return true;
  }

  /** The game up to the position that is shown, for an address: `s=RANDOM&m=MOVES`. */
  address(): string {
    const moves = this.played.map((ply) => ply.number.toString(36)).join(".");
    return `s=${BigInt.asUintN(64, this.rng).toString(36)}${moves ? `&m=${moves}` : ""}`;
  }
}

/** A number in base 36, of at most 64 bits. Throws for anything else. */
export function readSeed(text: string): bigint {
  if (!/^[0-9a-z]{1,13}$/.test(text)) throw new Error(`not a seed: ${text}`);
  let value = 0n;
  for (const letter of text) value = value * 36n + BigInt(parseInt(letter, 36));
  return BigInt.asUintN(64, value);
}

export function randomSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}

/** Play the moves of an address. Returns how many could not be played: the address is of another version, or damaged. */
export function playAddress(play: Play, text: string): number {
  const numbers = text ? text.split(".").map((part) => (/^[0-9a-z]{1,5}$/.test(part) ? parseInt(part, 36) : -1)) : [];
  for (const [done, number] of numbers.entries()) {
    if (number < 0 || number >= play.position.moves.length) return numbers.length - done;
    play.play(number);
  }
  return 0;
}

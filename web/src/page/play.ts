// A game in progress: its positions and moves, taking back and going on again, and its text in the page's address.

import { dangerIn } from "../engine/check";
import type { Arrangement, Game, Piece, Position } from "../engine/game";
import type { VariantData } from "../engine/data";
import type { Move } from "../engine/moves";
import { matching, readTrial, TrialError } from "../engine/trial";
import { RuleError } from "../engine/wasm";
import { Hope } from "./hope";
import { LETTERS } from "../engine/places";

/** What a list of moves writes behind a move that gives check. */
const MARKS: Record<string, string> = { check: "+", checkmate: "#" };

export interface Ply {
  at: Position;
  /** The number of the move among the legal ones. */
  number: number;
  /** Its name in lists, and what it has done, in a sentence. */
  name: string;
  said: string;
  applied: Move;
}

/** Moves that were made from a ply on, before others were made there. */
export interface Variation {
  from: number;
  plies: Ply[];
  positions: Position[];
  variations: Variation[];
}

export class Play {
  /** What was played instead of the moves of the game, in the order in which it was left. */
  variations: Variation[] = [];
  private plies: Ply[] = [];
  private positions: Position[];
  /** How many of the plies have been played in the position that is shown. */
  cursor = 0;
  readonly hope = new Hope();

  /** arrangement: how the pieces were set up, as `arrangementText` writes it; empty for the usual start. */
  constructor(readonly game: Game, readonly rng: bigint, readonly arrangement = "") {
    this.positions = [arrangement ? game.arranged(readArrangement(game, arrangement), rng) : game.start(rng)];
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

  /** Play a legal move by its number. Other moves that were made here before become a variation; the same move goes on
   * with what came after it. */
  play(number: number): void {
    const at = this.position;
    const known = this.variations.find(({ from, plies }) => from === this.cursor && plies[0].number === number);
    if (known && this.plies[this.cursor]?.number !== number) this.turnTo(known);
    if (this.plies[this.cursor]?.number === number) {
      this.cursor++;
      return;
    }
    const { after, applied } = this.game.play(at, at.moves[number]);
    this.cut();
    const name = this.game.say.names(at)[number];
    const marked = this.game.say.listed(at, number, applied) + (MARKS[dangerIn(this.game, after).kind] ?? "");
    this.plies.push({ at, number, name: marked, said: this.game.say.sentence(at, applied, name), applied });
    this.positions.push(after);
    this.cursor++;
  }

  /** Make the moves from the position that is shown on a variation, with those that they have. */
  private cut(): void {
    const from = this.cursor;
    if (this.plies.length === from) return;
    const variations = this.variations.filter((variation) => variation.from > from);
    const left = { from, plies: this.plies.splice(from), positions: this.positions.splice(from + 1), variations };
    this.variations = [...this.variations.filter((variation) => variation.from <= from), left];
  }

  /** Go to where a variation begins, and go on with it in place of the moves of the game. */
  turnTo(variation: Variation): void {
    this.variations.splice(this.variations.indexOf(variation), 1);
    this.cursor = variation.from;
    this.cut();
    this.plies.push(...variation.plies);
    this.positions.push(...variation.positions);
    this.variations.push(...variation.variations);
  }

  /** Play moves that were chosen at the same time, as the runtime reads them. */
  together(records: string[]): void {
    for (const record of records) {
      const at = this.position.moves.findIndex((legal) => legal.raw.join() === record);
      if (at >= 0) this.play(at);
    }
  }

  /** Go to the position after so many moves; false where there is none. */
  jump(cursor: number): boolean {
    if (cursor < 0 || cursor > this.plies.length || cursor === this.cursor) return false;
    this.cursor = cursor;
    return true;
  }

  /** The game, for an address: `s=RANDOM&p=PIECES&m=MOVES&k=PLY`; without the ply, where the last position is shown. */
  address(): string {
    const moves = this.plies.map((ply) => ply.number.toString(36)).join(".");
    const pieces = this.arrangement && `&p=${this.arrangement}`;
    const ply = this.cursor < this.plies.length ? `&k=${this.cursor}` : "";
    return `s=${BigInt.asUintN(64, this.rng).toString(36)}${pieces}${moves ? `&m=${moves}` : ""}${ply}`;
  }
}

/** Pieces that were set up, for an address: `MOVER~C12.3.4~C14.3_2`, each site with its pieces from the bottom and their count. */
export function arrangementText({ mover, sites }: Arrangement): string {
  const rows = sites.map(({ type, index, count, pieces }) => `${LETTERS[type]}${index}.${pieces.map(({ what }) => what).join(".")}${count > 1 ? `_${count}` : ""}`);
  return [mover, ...rows].join("~");
}

/** The pieces of an address. Throws RuleError where it is damaged. */
function readArrangement({ variant, data }: Game, text: string): Arrangement {
  const [mover, ...rows] = text.split("~");
  const wrong = () => { throw new RuleError(`The pieces of this address cannot be set up in ${data.name}.`); };
  if (!/^\d{1,2}$/.test(mover) || !Number(mover) || Number(mover) > variant.players) wrong();
  const sites = rows.map((row) => {
    const found = /^([CVE]\d{1,5})((?:\.\d{1,4})+)(?:_(\d{1,4}))?$/.exec(row);
    const pieces = (found?.[2] ?? ".0").slice(1).split(".").map(Number);
    if (!found || !variant.kit.sites[found[1]] || pieces.some((what) => !what || !variant.pieces[what])) wrong();
    const name = found?.[1] ?? "";
    return { type: LETTERS.indexOf(name[0]), index: Number(name.slice(1)), count: Number(found?.[3] ?? 1), pieces: pieces.map((what) => pieceOf(variant, what)) };
  });
  return { mover: Number(mover), sites };
}

/** A kind of piece as it is set up. */
export function pieceOf(variant: VariantData, what: number): Piece {
  return { what, who: variant.pieces[what].who, state: 0, rotation: 0, value: 0 };
}

/** A new game, from pieces that were set up if there are such; and what is wrong with these. */
export function opened(game: Game, seed: bigint, arrangement: string): [Play, string] {
  try {
    return [new Play(game, seed, arrangement), ""];
  } catch (error) {
    if (!arrangement || !(error instanceof RuleError)) throw error;
    return [new Play(game, seed), error.message];
  }
}

/** A game with the moves of a trial. Throws TrialError for one that is damaged, or of another variant. */
export function replayed(game: Game, text: string): Play {
  const trial = readTrial(text);
  const play = new Play(game, trial.rng);
  for (const [ply, move] of trial.moves.entries()) {
    const legal = matching(game, play.position, move);
    if (!legal) throw new TrialError(`Move ${ply + 1} of this trial is not legal in this variant: ${move}`);
    play.play(play.position.moves.indexOf(legal));
  }
  return play;
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

/** Play the moves of an address, and go back to a ply (empty: none). Returns how many moves could not be played: the address
 * is of another version, or damaged. */
export function playAddress(play: Play, text: string, ply: string): number {
  const numbers = text ? text.split(".").map((part) => (/^[0-9a-z]{1,5}$/.test(part) ? parseInt(part, 36) : -1)) : [];
  for (const [done, number] of numbers.entries()) {
    if (number < 0 || number >= play.position.moves.length) return numbers.length - done;
    play.play(number);
  }
  if (/^\d{1,5}$/.test(ply)) play.jump(Number(ply));
  return 0;
}

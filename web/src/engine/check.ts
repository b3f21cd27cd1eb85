// Check, checkmate and stalemate, in games whose description wants check to be shown: `(show Check "King")`.

import type { Game, Position } from "./game";
import { siteName } from "./places";

/** How a player stands whose king is shown in check, or who cannot move at the end of a game. */
export interface Danger {
  /** The sites of pieces in check, as the picture names them. */
  sites: string[];
  /** What is to be told of it. */
  kind: "" | "check" | "checkmate" | "stalemate";
}

const SAFE: Danger = { sites: [], kind: "" };
const told = new WeakMap<Position, Danger>();

/** Which pieces are in check: a move of an enemy could end where they are, as (is Threatened …) asks. A game has ended by
 * checkmate where that is so of the next player, who has no legal move; by stalemate where it is not so, and there is none. */
export function dangerIn(game: Game, position: Position): Danger {
  const { checks, flags } = game.variant;
  if (!checks.length || flags.stochastic || flags.simultaneous || flags.hidden) return SAFE; // there it is not known, or not told
  let danger = told.get(position);
  if (!danger) told.set(position, (danger = lookedAt(game, position)));
  return danger;
}

function lookedAt(game: Game, position: Position): Danger {
  const { checks, labels, pieces, players } = game.variant;
  const kings = game.sites(position).flatMap(({ type, index, pieces: levels }) => {
    const what = levels.at(-1)?.what ?? 0;
    return checks.includes(what) && index < labels[type].length ? [{ type, index, owner: pieces[what].owner }] : [];
  });
  const everybody = Array.from({ length: players }, (_, k) => k + 1);
  const reached = new Map(kings.map(({ owner }) => [owner, new Set(everybody.flatMap((enemy) => (enemy === owner ? [] : ends(game, position, enemy, owner))))]));
  const inCheck = kings.filter(({ owner, type, index }) => reached.get(owner)?.has(siteName(game.variant, type, index)));
  const sites = inCheck.map(({ type, index }) => siteName(game.variant, type, index));
  if (!position.over) return { sites, kind: sites.length ? "check" : "" };
  const stuck = kings.find(({ owner }) => game.ranking(position)[owner] !== 1 && stands(game, position, owner));
  if (!stuck) return { sites, kind: "" };
  return { sites, kind: inCheck.some(({ owner }) => owner === stuck.owner) ? "checkmate" : "stalemate" };
}

/** Where a player's moves could end, after a move of another one. */
function ends(game: Game, position: Position, player: number, previous: number): string[] {
  const moves = game.movesOf(position, player, previous, { threats: true });
  return moves.filter(({ to }) => to >= 0).map((move) => siteName(game.variant, game.words.types(move)[1], move.to));
}

/** Whether a player cannot move: there is nothing but to pass. */
function stands(game: Game, position: Position, player: number): boolean {
  const previous = position.mover === player ? game.number(position, "prev")[0] : position.mover; // who has ended the game stays to move
  return game.movesOf(position, player, previous, { threats: false }).every((move) => game.words.is(move, "pass"));
}

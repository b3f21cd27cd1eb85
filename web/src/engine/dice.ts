// What the dice show to whoever chooses the next move: interpreter/play/dice.py, for pages.

import type { Game, Position } from "./game";
import type { Action, Move, Vocabulary } from "./moves";

/** How a die stands to the next move: thrown for it, thrown before in this turn, used up while others are not, left from
 * an earlier throw, or not thrown so far. */
export type Standing = "thrown" | "kept" | "used" | "last" | "unthrown";

/** The throw that all moves begin with, as faces by site: it is a part of the moves, and the state shows the one before. */
export function commonThrow(words: Vocabulary, moves: Move[]): Map<number, number> {
  const [first, ...others] = moves.map((move) => leading(words, move));
  return new Map([...(first ?? [])].filter(([site, face]) => others.every((other) => other.get(site) === face)));
}

/** How each die stands, by its site. plies: what was played to get to the position. */
export function standings(game: Game, position: Position, plies: readonly { applied: Move }[]): Map<string, Standing> {
  const dice = game.variant.containers.filter((c) => c.kind === "dice").flatMap((c) => Array.from({ length: c.sites }, (_, k) => c.first + k));
  if (!dice.length) return new Map();
  const { moves, over } = position;
  const thrown = commonThrow(game.words, moves);
  const holds = lastThrowHolds(game, position, plies);
  const usable = !over && moves.some((move) => move.actions.some(({ kind }) => kind === "use_die"));
  const left = game.has("current_dice") ? game.number(position, "current_dice") : [];
  const some = left.some((pips) => pips !== 0);
  const tops = new Map(game.sites(position).filter(({ type }) => type === 0).map(({ index, pieces }) => [index, pieces.at(-1)]));
  const never = holds === null && dice.every((site) => !tops.get(site)?.state);
  return new Map(dice.map((site, k) => {
    const top = tops.get(site);
    const used = some && left[k] === 0 && !!top && !!game.say.face(top);
    return [`C${site}`, thrown.has(site) ? "thrown" : holds || usable ? (used ? "used" : "kept") : never ? "unthrown" : "last"];
  }));
}

/** Whether the last throw is one for the next move: whoever is to move has moved since it was made, and nobody else
 * has. Null if no move has thrown anything. */
function lastThrowHolds({ words }: Game, { mover, over }: Position, plies: readonly { applied: Move }[]): boolean | null {
  let holds = !over;
  for (let k = plies.length - 1; k >= 0; k--) {
    const { applied } = plies[k];
    if (broughtAbout(words, applied).thrown.length) return holds;
    holds &&= applied.mover === mover;
    if (leading(words, applied).size) return holds;
  }
  return null;
}

/** The dice that a move throws before anything is decided, as faces by site. */
function leading(words: Vocabulary, { actions }: Move): Map<number, number> {
  const decided = actions.findIndex((action) => action.decision);
  return throws(words, decided < 0 ? actions : actions.slice(0, decided));
}

/** The dice that show something else, or the same again, by what a move has brought about. again: whether they were not
 * thrown, as when doubles are played twice. */
export function broughtAbout(words: Vocabulary, { actions }: Move): { thrown: string[]; again: boolean } {
  const decided = actions.findIndex((action) => action.decision);
  const late = decided < 0 ? [] : actions.slice(decided);
  return { thrown: [...throws(words, late).keys()].map((site) => `C${site}`), again: !late.some(({ kind }) => kind === "dice_equal") };
}

function throws(words: Vocabulary, actions: Action[]): Map<number, number> {
  const faces = actions.filter(({ kind }) => kind === "update_dice").map((a) => [words.param(a, "site"), words.param(a, "state")] as const);
  return new Map(faces.filter(([, face]) => face >= 0));
}

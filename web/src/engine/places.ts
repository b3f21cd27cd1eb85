// Sites as the picture names them: C12, V3, E7. Sites of hands go on after the board's, with the letter C.

import type { VariantData } from "./data";
import type { Move, Vocabulary } from "./moves";

export const LETTERS = ["C", "V", "E"];

export function siteName(variant: VariantData, type: number, index: number): string {
  const kind = type >= 0 && type < 3 ? type : variant.defaultSite;
  const onBoard = index < variant.labels[kind].length;
  return `${onBoard ? LETTERS[kind] : "C"}${index}`;
}

/** The sites of the board, and those beside it. */
export function sitesOf(variant: VariantData): string[] {
  const { labels, defaultSite, containers } = variant;
  const beside = containers.filter(({ kind }) => kind !== "board").flatMap(({ first, sites }) => Array.from({ length: sites }, (_, k) => `C${first + k}`));
  return [...labels[defaultSite].map((_, k) => siteName(variant, defaultSite, k)), ...beside];
}

/** Where a move begins and ends; both the same for one that has a single site, both empty for one without sites, or
 * whose site does not matter. */
export function endsOf(words: Vocabulary, move: Move): [string, string] {
  if (move.to < 0 || words.throws(move)) return ["", ""];
  const [first, last] = words.types(move);
  const to = siteName(words.variant, move.from < 0 || move.from === move.to ? first : last, move.to);
  return [move.from < 0 ? to : siteName(words.variant, first, move.from), to];
}

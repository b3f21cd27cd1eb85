// The words for moves, duties and endings: one table for pages and the terminal, exporters/terminal/words.json.

import table from "../../../exporters/terminal/words.json";

export type Phrase = keyof typeof table.phrases;

export const CASTLING = table.castling;
export const VERBS: Record<string, string> = table.verbs;

export const number = (value: number) => table.numbers[value] ?? String(value);
export const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** A phrase with what it speaks of. */
export function say(phrase: Phrase, values: Record<string, string | number> = {}): string {
  return table.phrases[phrase].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** So many pieces. */
export const pieces = (count: number) => (count === 1 ? say("piece") : say("pieces", { number: number(count) }));

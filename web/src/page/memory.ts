// What a tab remembers of a game when it is loaded anew: who plays, and how strong the computer is.

import { the } from "./dom";
import type { Seat } from "./panel";

const key = (game: string) => `ludparse seats ${game}`;
const strength = () => the<HTMLInputElement>("strength");

/** Who played a game at each seat, from index 1; nobody where that is not known. The strength is set as it was. */
export function remembered(game: string): Seat[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(key(game)) ?? "null") as { seats: Seat[]; strength: string } | null;
    if (!found || !Array.isArray(found.seats)) return [];
    strength().value = String(found.strength);
    return found.seats.map((seat) => (seat === "computer" ? seat : "human"));
  } catch {
    return []; // a browser that keeps nothing
  }
}

export function remember(game: string, seats: Seat[]): void {
  try {
    sessionStorage.setItem(key(game), JSON.stringify({ seats, strength: strength().value }));
  } catch {
    // not allowed: the next page asks anew
  }
}

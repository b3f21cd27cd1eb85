// Random games of a whole description, for the statistics of the live view.

import { Machine, RuleError } from "../engine/wasm";
import type { FieldData } from "../engine/data";
import type { Code } from "../engine/wasm";

/** What random games have come to so far. wins: by player, from player 1. */
export interface Statistics {
  games: number;
  moves: number;
  shortest: number;
  longest: number;
  wins: number[];
  cut: number;
}

export interface StatisticsTask {
  statistics: true;
  code: Code;
  fields: FieldData[];
  players: number;
  /** How many games are played in all. */
  games: number;
}

const LONGEST = 1000;

export class RandomGames {
  readonly found: Statistics;
  private readonly results: number;

  constructor(private readonly machine: Machine, private readonly players: number) {
    this.found = { games: 0, moves: 0, shortest: Infinity, longest: 0, wins: new Array<number>(players).fill(0), cut: 0 };
    this.results = machine.put(new Uint8Array(24 + 4 + 4 * players));
  }

  /** Play one more game. Throws RuleError where the rules fail. */
  one(): void {
    const m = this.machine;
    const lengths = this.results + 24;
    const ranks = lengths + 4;
    new Uint8Array(m.memory.buffer, this.results, 24).fill(0);
    const state = m.place("state", new Uint8Array(m.stateSize));
    const number = BigInt(this.found.games);
    if (m.call("lp_playouts", m.engine, state, number, 1, 1n, LONGEST, 1, this.players, lengths, ranks, this.results) < 0)
      throw new RuleError("The rules failed in a random game.");
    const view = new DataView(m.memory.buffer);
    const length = view.getInt32(lengths, true);
    const places = new Float32Array(m.memory.buffer, ranks, this.players);
    const found = this.found;
    found.games++;
    found.moves += length;
    found.shortest = Math.min(found.shortest, length);
    found.longest = Math.max(found.longest, length);
    found.cut += view.getUint8(this.results + 8);
    places.forEach((place, p) => { if (place === 1) found.wins[p]++; });
  }
}

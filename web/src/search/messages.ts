// What the page and its worker tell each other.

import type { FieldData, SearchData, VariantData } from "../engine/data";
import type { Code } from "../engine/wasm";

/** A position to be searched. record: each legal move as the runtime reads it. */
export interface Task {
  code: Code;
  fields: FieldData[];
  search: SearchData;
  caps: VariantData["caps"];
  players: number;
  stochastic: boolean;
  /** Whether all players move at the same time; then there is no tree to search. */
  simultaneous: boolean;
  /** The position before chance has drawn for its moves, and after that. */
  fresh: Uint8Array;
  state: Uint8Array;
  records: Int32Array[];
  mover: number;
  /** Milliseconds; 0: without end. */
  time: number;
}

/** What a search thinks of a move: how often it was tried, and what it is worth to the mover, from 0 to 1. */
export interface Opinion {
  move: number;
  visits: number;
  value: number;
}

export interface Report {
  done: boolean;
  /** Random games, or positions. */
  games: number;
  /** The best first. */
  opinions: Opinion[];
  problem?: string;
}

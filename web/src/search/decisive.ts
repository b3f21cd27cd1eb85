// Wins in one move, of whoever moves and of whoever moves next: search/decisive.py, over the same native code.

import type { Machine } from "../engine/wasm";
import type { Task } from "./messages";
import { newSearch } from "./tree";

const [WINS, LOSES] = [1, 2]; // this and more: see First of search/decisive.py
const DRAWS = 3;
const SHARE = 0.5;

/** What is known of each move before a search: a row of search/decisive.h. */
export function decisive(m: Machine, task: Task): Uint8Array {
  const count = task.records.length;
  if (count < 2 || task.simultaneous) return new Uint8Array(count);
  const tree = newSearch(m, task);
  const rows = m.put(new Uint8Array(count));
  try {
    const seconds = task.time ? (SHARE * task.time) / 1000 : 1;
    const status = m.call("lp_decisive", m.engine, tree, m.place("state", task.fresh), task.stochastic ? DRAWS : 0, seconds, rows, count);
    return status < 0 ? new Uint8Array(count) : m.copy(rows, count); // the search meets what fails, and says it
  } finally {
    m.release(rows);
    m.call("lp_search_free", tree);
  }
}

/** The number of a move that wins; -1 without one. */
export const winOf = (rows: Uint8Array): number => rows.indexOf(WINS);

/** Whether a move is left aside. */
export const loses = (rows: Uint8Array, move: number): boolean => rows[move] >= LOSES;

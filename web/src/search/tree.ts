// UCT in WebAssembly: the tree of search/search.h, the same search as of native code.

import { Machine, RuleError } from "../engine/wasm";
import type { Opinion, Task } from "./messages";

const MOST_BYTES = 192n << 20n;
const MOST_NODES = 1_000_000n;
const WITHOUT_END = 1n << 62n;
const PROVEN_VISITS = 1e9; // a certain win is chosen whatever was tried more often

/** A search without a tree yet, which knows where the fields of a position lie. */
export function newSearch(m: Machine, { search, players, stochastic }: Task): number {
  const tree = m.call("lp_search_new", MOST_BYTES);
  if (!tree) throw new RuleError("not enough memory for a search");
  const numbers = [players, Number(stochastic), search.alone, search.early, search.maxMoves, Number(MOST_NODES)];
  const width = (name: string) => (m.fields.find((f) => f.name === name)?.bits ?? 0) / 8;
  const at = (name: string) => m.places.get(name)?.at ?? -1;
  for (const name of [search.order, search.moves, search.start]) numbers.push(name ? at(name) : -1, name ? width(name) : 0);
  for (const { name, rows, heights } of search.parts) {
    const place = m.places.get(name);
    if (!place) throw new RuleError(`there is no field ${name}`);
    numbers.push(place.at, place.size, width(name), rows, heights ? at(heights) : 0, place.length);
  }
  const data = m.put(new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer));
  const done = m.call("lp_search_settings", tree, data, search.parts.length, search.exploration, search.history);
  m.release(data);
  if (!done) throw new RuleError("not enough memory for a search");
  return tree;
}

export class TreeSearch {
  private readonly tree: number;
  private readonly chance: number;
  private readonly rows: number;
  private readonly out: number;
  private readonly luck = Math.random();

  /** rows: as of `decisive`; moves that lose at once are left aside. */
  constructor(private readonly machine: Machine, private readonly task: Task, rows: Uint8Array) {
    const m = machine;
    this.tree = newSearch(m, task);
    this.chance = m.put(new Uint8Array(crypto.getRandomValues(new BigUint64Array(1)).buffer));
    this.rows = m.put(new Uint8Array(32 * Math.max(1, task.records.length)));
    this.out = m.put(new Uint8Array(40));
    const nodes = m.call("lp_search_begin", m.engine, this.tree, m.place("state", task.fresh), task.mover, 0, 1);
    const known = m.place("rows", rows);
    if (nodes < 0 || !m.call("lp_search_bar", this.tree, known, rows.length)) throw new RuleError("not enough memory for a search");
  }

  /** Search for so many milliseconds, and for `most` at most (below 0: without limit). */
  run(time: number, most: number): void {
    const m = this.machine;
    const status = m.call("lp_search_run", m.engine, this.tree, WITHOUT_END, -1, (most < 0 ? time : Math.min(time, most)) / 1000, this.chance);
    if (status < 0) throw new RuleError("the rules failed while the computer searched");
  }

  /** Whether the value of the position is certain, and no quicker win is looked for. */
  get proven(): boolean {
    return this.numbers()[3] === 2n;
  }

  private numbers(): BigInt64Array {
    this.machine.call("lp_search_numbers", this.tree, this.out);
    return new BigInt64Array(this.machine.memory.buffer, this.out, 5).slice();
  }

  report(): { games: number; opinions: Opinion[] } {
    const m = this.machine;
    const count = this.task.records.length;
    const blank = new Float64Array(4 * count);
    for (let k = 0; k < count; k++) blank[4 * k + 2] = -1;
    new Uint8Array(m.memory.buffer).set(new Uint8Array(blank.buffer), this.rows);
    m.call("lp_search_root", this.tree, this.rows, count);
    const rows = new Float64Array(m.memory.buffer, this.rows, 4 * count);
    const opinions: Opinion[] = [];
    for (let move = 0; move < count; move++) {
      const [visits, total, proof] = rows.subarray(4 * move, 4 * move + 3);
      if (visits || proof >= 0) opinions.push({ move, visits, value: proof >= 0 ? proof : total / visits });
      if (proof === 1) opinions[opinions.length - 1].visits += PROVEN_VISITS;
    }
    // lost moves stand behind all others, quick wins and slow losses before the slow and the quick
    const standing = ({ move }: Opinion) => {
      const [proof, depth] = rows.subarray(4 * move + 2, 4 * move + 4);
      return proof === 1 ? 1 / depth : proof === 0 ? -1 / depth : 0;
    };
    opinions.sort((a, b) => standing(b) - standing(a) || b.visits - a.visits || b.value - a.value);
    // where all came out equal, visits tell nothing: see chosen() of search/move_statistics.py
    const open = opinions.filter((o) => !standing(o)).length;
    if (open && !standing(opinions[0]) && opinions.every((o) => o.value === opinions[0].value)) {
      opinions.unshift(...opinions.splice(Math.floor(this.luck * open), 1));
    }
    return { games: Number(this.numbers()[0]), opinions };
  }

  free(): void {
    for (const place of [this.chance, this.rows, this.out]) this.machine.release(place);
    this.machine.call("lp_search_free", this.tree);
  }
}

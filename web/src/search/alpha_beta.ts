// Alpha-beta in WebAssembly, deepened ply by ply: search/alpha_beta.py, over the same native code.

import { Machine, RuleError, unpack } from "../engine/wasm";
import { loses } from "./decisive";
import type { Opinion, Task } from "./messages";
import { newSearch } from "./tree";

const WIN = 1e9;
const MOST_PLIES = 300;
const LOST = 1000 - WIN; // with more plies than any search has: see later() of search/alpha_beta_python.py
const WITHOUT_END = 1n << 62n;
const ENOUGH = -8;

interface Found {
  value: number;
  certain: boolean;
  /** The depth at which the value was found; 0: not yet. */
  depth: number;
}

export class AlphaBetaSearch {
  proven = false;
  private readonly tree: number;
  private readonly search: number;
  private readonly out: number;
  private readonly heuristics: number;
  private readonly held: number[] = [];
  private readonly found: Found[];
  /** The moves, the best first; the depth that is searched, the place of the move that comes next, the best value. */
  private order: number[];
  private depth = 1;
  private at = 0;
  private alpha = -Infinity;
  private visited = 0;

  private constructor(private readonly machine: Machine, private readonly task: Task, private readonly rows: Uint8Array, arrays: Uint8Array) {
    const m = machine;
    this.tree = newSearch(m, task);
    this.search = m.call("lp_ab_new");
    this.out = m.put(new Uint8Array(32));
    if (!this.search) throw new RuleError("not enough memory for a search");
    this.heuristics = this.readHeuristics(arrays);
    m.call("lp_ab_settings", this.search, this.tree, this.heuristics, this.put(this.numbers(this.plan())));
    this.found = task.records.map((_, k) => ({ value: loses(rows, k) ? rows[k] - 1 - WIN : -Infinity, certain: loses(rows, k) && task.players === 2, depth: Number(loses(rows, k)) }));
    this.order = task.records.map((_, k) => k);
    for (let i = this.order.length - 1; i > 0; i--) { // of equal moves another one is found each time
      const j = Math.floor(Math.random() * (i + 1));
      [this.order[i], this.order[j]] = [this.order[j], this.order[i]];
    }
    this.order.sort((a, b) => Number(loses(rows, a)) - Number(loses(rows, b)));
  }

  /** rows: as of `decisive`; moves that lose at once are left aside. */
  static async make(machine: Machine, task: Task, rows: Uint8Array): Promise<AlphaBetaSearch> {
    return new AlphaBetaSearch(machine, task, rows, await unpack(task.search.alphaBeta?.arrays ?? ""));
  }

  private numbers(numbers: (number | bigint)[]): Uint8Array {
    return new Uint8Array(BigInt64Array.from(numbers, (n) => BigInt.asIntN(64, BigInt(n))).buffer);
  }

  /** Write data that stay until the search is over. */
  private put(data: Uint8Array): number {
    const at = this.machine.put(data);
    this.held.push(at);
    return at;
  }

  /** The seat to move, and those of its team, which maximise; and how the search goes. */
  private plan(): (number | bigint)[] {
    const { search, players, mover, fresh } = this.task;
    const numbers = (field: string) => (field ? this.machine.read(fresh, field) : null);
    const [order, team] = [numbers(search.order), numbers(search.team)];
    const seat = (p: number) => (order ? order[p] : p) - 1;
    let ours = 0n;
    for (let p = 1; p <= players; p++) if (p === mover || (team && team[p] === team[mover])) ours |= 1n << BigInt(seat(p));
    const { quiet, keeps, draws, table } = search.alphaBeta as NonNullable<typeof search.alphaBeta>;
    return [seat(mover), ours, Number(keeps), quiet, WITHOUT_END, table, draws, ...crypto.getRandomValues(new BigUint64Array(draws))];
  }

  private readHeuristics(arrays: Uint8Array): number {
    const m = this.machine;
    const { head, columns, groups } = this.task.search.alphaBeta as NonNullable<Task["search"]["alphaBeta"]>;
    const places = columns.flatMap((name) => {
      const place = m.places.get(name);
      const width = (m.fields.find((f) => f.name === name)?.bits ?? 0) / 8;
      return place ? [place.at, width, place.size / width] : [-1, 0, 0];
    });
    const given = [this.put(this.numbers([...head, ...places, ...groups]))];
    const view = new DataView(arrays.buffer, arrays.byteOffset, arrays.byteLength);
    for (let at = 0; at < arrays.length; at += 4 + view.getInt32(at, true)) {
      given.push(this.put(arrays.subarray(at + 4, at + 4 + view.getInt32(at, true))));
    }
    const made = m.call("lp_evaluate_new", ...given);
    if (!made) throw new RuleError("not enough memory for the heuristics");
    return made;
  }

  /** Search for so many milliseconds, or a little longer; a move is given up after `most` of them (below 0: never). */
  run(time: number, most: number): void {
    const began = performance.now();
    const spent = () => performance.now() - began;
    while (!this.proven && spent() < time && this.next(most < 0 ? -1 : Math.max(0, most - spent()) / 1000));
  }

  /** Search one more move. Whether there was time for it. */
  private next(seconds: number): boolean {
    const m = this.machine;
    const k = this.order[this.at];
    if (loses(this.rows, k)) {
      this.found[k].depth = this.depth;
      this.step();
      return true;
    }
    const fresh = m.place("state", this.task.fresh);
    const status = m.call("lp_ab_try", m.engine, this.search, fresh, k, this.depth - 1, this.alpha, Infinity, seconds, this.out);
    if (status === ENOUGH) return false;
    if (status < 0) throw new RuleError("the rules failed while the computer searched");
    const [value, certain, visited] = new Float64Array(m.memory.buffer, this.out, 3);
    const found = this.found[k];
    Object.assign(found, { value, certain: certain !== 0, depth: this.depth });
    this.alpha = Math.max(this.alpha, value);
    this.visited = visited;
    this.step(value >= WIN - this.depth); // nothing wins sooner
    return true;
  }

  private step(enough = false): void {
    this.at++;
    if (enough || this.at === this.order.length) this.deeper();
  }

  private deeper(): void {
    this.order = this.sorted();
    const all = this.found.every((f) => f.depth === this.depth);
    const best = this.found[this.order[0]].value;
    const decided = best >= WIN - this.depth || (all && best <= this.depth - WIN);
    this.proven = decided || (all && this.found.every((f) => f.certain)) || this.depth === MOST_PLIES;
    if (this.proven) return;
    this.depth++;
    this.at = 0;
    this.alpha = -Infinity;
  }

  /** The best move first, as far as this depth has come. Lost moves stand behind those that it has not come to. */
  private sorted(): number[] {
    const lost = (k: number) => this.found[k].depth > 0 && this.found[k].value <= LOST;
    const behind = (k: number) => (lost(k) ? 2 : Number(this.found[k].depth !== this.depth));
    const place = new Map(this.order.map((k, i) => [k, i]));
    return [...this.order].sort((a, b) => behind(a) - behind(b) || this.found[b].value - this.found[a].value ||
      (place.get(a) as number) - (place.get(b) as number));
  }

  report(): { games: number; opinions: Opinion[] } {
    const order = this.at ? this.sorted() : this.order;
    return { games: this.visited, opinions: order.map((move) => ({ move, visits: 1, value: shown(this.found[move].value) })) };
  }

  free(): void {
    for (const place of [this.out, ...this.held]) this.machine.release(place);
    this.machine.call("lp_ab_free", this.search);
    this.machine.call("lp_evaluate_free", this.heuristics);
    this.machine.call("lp_search_free", this.tree);
  }
}

/** An evaluation, or a result, between 0 and 1. */
function shown(value: number): number {
  if (Math.abs(value) > 1e7) return Math.round((Math.max(-WIN, Math.min(WIN, value)) / WIN + 1) * 5e5) / 1e6;
  return 1 / (1 + 10 ** (-Math.max(-40, Math.min(40, value)) / 4));
}

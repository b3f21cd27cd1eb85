// Flat Monte Carlo with confidence bounds: random games after each move, more of them after the better ones (UCB1).

import { Machine, RuleError } from "../engine/wasm";
import type { Opinion, Task } from "./messages";

const LONGEST = 2000; // plies of a random game

interface Arm {
  move: number;
  state: Uint8Array;
  visits: number;
  total: number;
}

export class FlatSearch {
  /** Random games prove nothing. */
  readonly proven = false;
  private readonly arms: Arm[] = [];
  private games = 0;
  private readonly results: number;
  private seed = BigInt(Math.floor(Math.random() * 2 ** 52));

  constructor(private readonly machine: Machine, private readonly task: Task) {
    const m = machine;
    this.results = m.put(new Uint8Array(24 + 4 + 4 * task.players));
    task.records.forEach((record, move) => {
      const state = m.place("state", task.state);
      const packed = m.place("move", new Uint8Array(record.buffer, record.byteOffset, record.byteLength));
      if (m.call("lp_play", m.engine, state, packed, 0, 1) >= 0) this.arms.push({ move, state: m.state(), visits: 0, total: 0 });
    });
    if (!this.arms.length) throw new RuleError("no move can be played");
  }

  /** Play random games for so many milliseconds, and for `most` at most (below 0: without limit). */
  run(time: number, most: number): void {
    const until = performance.now() + (most < 0 ? time : Math.min(time, most));
    do this.once();
    while (performance.now() < until);
  }

  private once(): void {
    const m = this.machine;
    const arm = this.choose();
    const counts = this.results;
    const lengths = counts + 24;
    new Uint8Array(m.memory.buffer, counts, 24).fill(0);
    this.seed += 1n;
    const state = m.place("state", arm.state);
    const players = this.task.players;
    const status = m.call(
      "lp_playouts", m.engine, state, 0n, 1, BigInt.asUintN(64, this.seed * 0x9e3779b97f4a7c15n), LONGEST, 0, players, lengths, lengths + 4, counts,
    );
    if (status < 0) throw new RuleError("a random game failed");
    const ranks = new Float32Array(m.memory.buffer, lengths + 4, players);
    arm.visits++;
    arm.total += worth(ranks, this.task.mover, players);
    this.games++;
  }

  private choose(): Arm {
    const untried = this.arms.find((arm) => !arm.visits);
    if (untried) return untried;
    const log = Math.log(this.games);
    let best = this.arms[0];
    let most = -Infinity;
    for (const arm of this.arms) {
      const bound = arm.total / arm.visits + Math.sqrt(log / arm.visits);
      if (bound > most) { most = bound; best = arm; }
    }
    return best;
  }

  report(): { games: number; opinions: Opinion[] } {
    const tried = this.arms.filter((arm) => arm.visits);
    const opinions = tried.map((arm) => ({ move: arm.move, visits: arm.visits, value: arm.total / arm.visits }));
    opinions.sort((a, b) => b.visits - a.visits || b.value - a.value);
    return { games: this.games, opinions };
  }

  free(): void {
    this.machine.release(this.results);
  }
}

/** What a result is worth to a player: 1 for the first place, 0 for the last, 0.5 where it is undecided. */
function worth(ranks: Float32Array, player: number, players: number): number {
  const place = ranks[Math.max(0, player - 1)];
  if (!place) return 0.5;
  return players === 1 ? (place === 1 ? 1 : 0) : (players - place) / (players - 1);
}

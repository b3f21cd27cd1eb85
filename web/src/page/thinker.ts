// The page's side of the search: one worker, one task at a time.

import type { Game, Position } from "../engine/game";
import type { Code } from "../engine/wasm";
import type { Report, Task } from "../search/messages";

export type { Report };

/** Milliseconds of each strength. */
export const STRENGTHS = [100, 300, 1000, 2500, 6000, 15000];

export class Thinker {
  private worker: Worker | null = null;
  private busy = false;

  constructor(private readonly url: string) {}

  /** Search a position. time: milliseconds, 0 until `stop`. heard: called with every report, the last with `done`. */
  think(game: Game, code: Code, position: Position, time: number, heard: (report: Report) => void): void {
    this.stop();
    const worker = (this.worker ??= new Worker(this.url));
    this.busy = true;
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (worker !== this.worker) return;
      if (data.done) this.busy = false;
      heard(data);
    };
    const { variant } = game;
    const task: Task = {
      code, fields: variant.fields, search: variant.search, caps: variant.caps, players: variant.players,
      stochastic: variant.flags.stochastic, simultaneous: variant.flags.simultaneous, fresh: position.fresh, state: position.raw,
      records: position.moves.map((move) => move.raw), mover: position.mover, time,
    };
    worker.postMessage(task);
  }

  /** End what is searched: the worker does not listen before it has finished. */
  stop(): void {
    if (!this.busy) return;
    this.busy = false;
    this.worker?.terminate();
    this.worker = null;
  }
}

// The page's side of the search: one worker, one task at a time.

import type { Game, Position } from "../engine/game";
import type { Code } from "../engine/wasm";
import type { Report } from "../search/messages";

export type { Report };

/** Milliseconds of each strength. */
export const STRENGTHS = [100, 300, 1000, 2500, 6000, 15000];

export class Thinker {
  private worker: Worker | null = null;
  private id = 0;
  private heard: ((report: Report) => void) | null = null;

  constructor(private readonly url: string) {}

  /** Search a position. time: milliseconds, 0 until `stop`. heard: called with every report, the last with `done`. */
  think(game: Game, code: Code, position: Position, time: number, heard: (report: Report) => void): void {
    if (!this.worker) {
      this.worker = new Worker(this.url);
      this.worker.addEventListener("message", (event: MessageEvent<Report>) => {
        if (event.data.id === this.id) this.heard?.(event.data);
      });
    }
    this.heard = heard;
    const { variant } = game;
    this.worker.postMessage({
      id: ++this.id, code, fields: variant.fields, search: variant.search, caps: variant.caps, players: variant.players,
      stochastic: variant.flags.stochastic, simultaneous: variant.flags.simultaneous, fresh: position.fresh, state: position.raw, records: position.moves.map((move) => move.raw),
      mover: position.mover, time,
    });
  }

  stop(): void {
    if (!this.heard) return;
    this.heard = null;
    this.worker?.postMessage({ id: ++this.id, stop: true });
  }
}

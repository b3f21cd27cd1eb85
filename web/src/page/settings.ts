// How whoever looks wants to see the board: what is shown over it, from which side, how large; and whether moves are heard.

import type { VariantData } from "../engine/data";
import type { Board } from "./board";
import { the } from "./dom";
import { fit } from "./fit";

export class Settings {
  loud = false;
  /** What is shown over the board; the rest is not. */
  private readonly over = new Set(["axes"]);
  private flipped = false;
  private board!: Board;
  private variant!: VariantData;

  /** Show a new board as the last one was shown. */
  use(board: Board, variant: VariantData): void {
    [this.board, this.variant] = [board, variant];
    this.showOver();
    board.flip(this.flipped);
    this.fit();
  }

  /** Show something over the board, or no longer: its edge (axes), tracks, the labels or the numbers of all sites. */
  overlay(what: string, on: boolean): void {
    if (on) this.over.add(what);
    else this.over.delete(what);
    this.showOver();
  }

  private showOver(): void {
    const { labels, defaultSite, kit } = this.variant;
    const names = labels[defaultSite];
    const all = this.over.has("labels") ? names : this.over.has("indices") ? names.map((_, k) => String(k)) : [];
    const unnamed = !all.length && !kit.overlays["axes"] && !kit.table && !kit.values; // then moves are told by names that are nowhere
    this.board.label(unnamed ? names : all, defaultSite, unnamed);
    for (const box of the("overlays").querySelectorAll("input")) {
      (box.closest("label") as HTMLElement).hidden = !["labels", "indices"].includes(box.value) && !kit.overlays[box.value];
      box.checked = this.over.has(box.value);
    }
    this.board.overlay(this.over);
  }

  flip(on: boolean): void {
    this.flipped = on;
    this.board.flip(on);
  }

  fit(): void {
    fit(this.board, this.variant.kit);
  }
}

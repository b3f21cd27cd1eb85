// Gives the board what the window has.

import type { KitData } from "../engine/data";
import type { Board } from "./board";
import { the } from "./dom";
import { bestPose } from "./sight";

const NARROW = 50; // rem; below that the panel lies under the board (page.css)
const PANEL = 390; // pixels of the panel beside the board, with its distance
const ABOVE = 108; // pixels above the board
const BELOW = 190; // pixels of the panel that are to be seen under a board
const WORTH = 1.25; // how much larger a board has to become to go above the panel

/** Lay a board out: above the panel where that makes it much larger, and turned where that does. */
export function fit(board: Board, kit: KitData): void {
  const { innerWidth, innerHeight } = window;
  const layout = document.querySelector<HTMLElement>(".layout");
  const room = innerHeight - ABOVE;
  const narrow = innerWidth < NARROW * 16;
  const larger = bestPose(kit, innerWidth, room - BELOW).scale / bestPose(kit, innerWidth - PANEL, room).scale;
  if (layout && !narrow) layout.dataset["shape"] = larger > WORTH ? "wide" : "";
  board.fit(the("board").clientWidth, narrow ? 0.76 * innerHeight : room);
}

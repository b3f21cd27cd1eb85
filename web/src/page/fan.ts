// The pieces of a tower side by side, from the bottom to the top, as long as a mouse rests or a finger lies on it.

import type { KitData } from "../engine/data";
import type { Piece } from "../engine/game";
import { s, siteOf } from "./dom";
import { pictureOf } from "./drawing";

const [REST, PRESS] = [300, 450]; // milliseconds
const EDGE = 0.15; // of a piece, around them

export class Fan {
  private readonly group = s("g", { class: "fan", "pointer-events": "none", "aria-hidden": "true" });
  private waiting = 0;
  private site = "";

  /** towers: the pieces at a site, from the bottom, and the kit they are drawn with. */
  attach(svg: SVGSVGElement, towers: (site: string) => [KitData, Piece[]]): void {
    svg.append(this.group);
    const wait = (event: PointerEvent, time: number) => {
      const site = siteOf(event.target) ?? "";
      if (site === this.site && site) return;
      this.hide();
      this.site = site;
      if (site) this.waiting = window.setTimeout(() => this.lay(svg, site, ...towers(site)), time);
    };
    svg.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") wait(event, REST); });
    svg.addEventListener("pointerdown", (event) => {
      this.hide();
      if (event.pointerType === "touch") wait(event, PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) svg.addEventListener(end, () => this.hide());
  }

  hide(): void {
    window.clearTimeout(this.waiting);
    this.site = "";
    this.group.replaceChildren();
  }

  private lay(svg: SVGSVGElement, site: string, kit: KitData, pieces: Piece[]): void {
    if (pieces.length < 2) return;
    const [x, y] = kit.sites[site];
    const [left, top, width] = (svg.getAttribute("viewBox") ?? "0 0 0 0").split(" ").map(Number);
    const size = Math.min(kit.unit, width / (pieces.length + 2 * EDGE));
    const [wide, high] = [(pieces.length + 2 * EDGE) * size, (1 + 2 * EDGE) * size];
    const from = Math.min(Math.max(x - wide / 2, left), left + width - wide);
    const above = y - 1.2 * kit.unit - high;
    const begin = above < top ? y + 0.7 * kit.unit : above; // not over the tower itself
    const plate = s("rect", { x: from, y: begin, width: wide, height: high, rx: 0.2 * size });
    this.group.replaceChildren(plate, ...pieces.map((piece, k) => {
      const picture = pictureOf(kit, piece);
      for (const [name, value] of Object.entries({ x: from + (k + EDGE) * size, y: begin + EDGE * size, width: size, height: size })) picture.setAttribute(name, String(value));
      return picture;
    }));
  }
}

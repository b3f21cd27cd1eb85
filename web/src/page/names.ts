// Names at the places of a board.

import type { KitData } from "../engine/data";
import { s } from "./dom";

const READ = 11; // pixels that names have at least

export class Names {
  private readonly group = s("g", { class: "site-labels", "text-anchor": "middle", "pointer-events": "none" });
  /** Whether only those of what is marked are shown. */
  private sifted = false;
  /** The names that would lie on others, or on other places: they are shown where those are marked. */
  private crowded = new Set<string>();

  constructor(private readonly pieces: SVGElement) {}

  /** Write texts at the sites of a type. scale: pixels for each of the kit's. marked: whether names are for what is
   * marked; then they stand where neighbours leave room, and all are shown if they are large enough. */
  write(kit: KitData, scale: number, texts: string[], type: number, marked: boolean): void {
    const { unit, sites } = kit;
    const longest = Math.max(2, ...texts.map((text) => text.length));
    const usual = Math.min(marked ? 0.34 : 0.24, (marked ? 1.4 : 0.75) / longest) * unit;
    const size = marked ? Math.max(usual, READ / scale) : usual;
    this.sifted = size > usual;
    this.crowded.clear();
    const places = Object.entries(sites).filter(([name]) => name.startsWith("CVE"[type]));
    const written: { x: number; y: number; half: number }[] = [];
    const nodes = texts.flatMap((text, k) => {
      const name = `${"CVE"[type]}${k}`;
      if (!sites[name]) return [];
      const [x, y, width] = sites[name];
      const [dx, dy] = marked ? apart(kit, name) : [0, 0];
      const half = 0.3 * size * text.length;
      const at = marked ? { x: x + dx * (0.3 * unit + 0.3 * size * text.length), y: y + dy * (0.3 * unit + 0.5 * size) + 0.35 * size } : { x, y: y + 0.4 * width };
      const middle = at.y - 0.35 * size;
      const covers = written.some((w) => Math.abs(w.x - at.x) < w.half + half && Math.abs(w.y - middle) < size)
        || places.some(([other, [u, v]]) => other !== name && Math.abs(u - at.x) < half && Math.abs(v - middle) < 0.5 * size);
      if (marked && covers) this.crowded.add(name);
      else written.push({ x: at.x, y: middle, half });
      return [s("text", { ...at, "font-size": size, "data-of": name }, text)];
    });
    this.group.replaceChildren(...nodes);
    const quiet = marked && !this.sifted;
    this.group.classList.toggle("quiet", quiet);
    if (quiet) this.pieces.before(this.group);
    else this.pieces.after(this.group);
  }

  /** Show the names for which there is no room only where they are marked. */
  sift({ last, selected, choices }: { last: string[]; selected: string; choices: Set<string> }): void {
    const marked = new Set([...last, selected, ...(selected ? choices : [])]);
    for (const text of this.group.children) {
      const name = (text as SVGElement).dataset["of"] ?? "";
      text.classList.toggle("off", (this.sifted || this.crowded.has(name)) && !marked.has(name));
    }
  }
}

/** The direction, from a site, in which its neighbours leave room: into the board, if there is any. */
function apart({ sites, unit }: KitData, name: string): [number, number] {
  const [x, y] = sites[name];
  const others = Object.values(sites).map(([u, v]) => [u - x, v - y]).filter((way) => Math.hypot(...way) > 1e-6);
  const near = others.filter((way) => Math.hypot(...way) < 1.25 * unit);
  const sum = [0, 1].map((k) => near.reduce((total, way) => total - way[k] / Math.hypot(...way), 0));
  const length = Math.hypot(...sum);
  const [ax, ay] = length > 0.05 || !near.length ? [sum[0], sum[1] || (length ? 0 : 1)] : [near[0][1], -near[0][0]]; // at the side of a line
  const [dx, dy] = [ax / Math.hypot(ax, ay), ay / Math.hypot(ax, ay)];
  const inwards = others.reduce((total, [u, v]) => total + u * dx + v * dy, 0) > 0 ? 1 : -1;
  const free = (sign: number) => others.every(([u, v]) => Math.hypot(u - 0.7 * unit * sign * dx, v - 0.7 * unit * sign * dy) > 0.65 * unit);
  const sign = free(inwards) ? inwards : -inwards;
  return [sign * dx, sign * dy];
}

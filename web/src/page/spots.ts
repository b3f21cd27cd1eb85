// Places on the board: what they cover, how they are marked, and which is next to which for the arrow keys.

import type { KitData } from "../engine/data";
import { s } from "./dom";
import { linedUp } from "./sight";

/** A ring or a dot on a site, with a light line under it, so that it is seen on any ground. */
export function ringOf({ x, y, size }: { x: number; y: number; size: number }, kind: string, radius: number): SVGElement {
  const at = { cx: x, cy: y, r: radius * size };
  if (kind === "faint") return s("circle", { class: kind, ...at }); // there may be hundreds
  return s("g", { class: kind }, s("circle", { class: "halo", ...at }), s("circle", at));
}

/** What a site covers of the board: as it is drawn there (in the ground, which is turned), the line of its pieces, or a circle. */
export function spotOf(kit: KitData, name: string, drawn: SVGElement | null, ground: string): SVGElement {
  const [x, y, size, stack] = kit.sites[name];
  if (drawn instanceof SVGPathElement) {
    const width = name[0] === "E" ? 0.5 * kit.unit : null;
    return s("path", { d: drawn.getAttribute("d") ?? "", "stroke-width": width, transform: ground || null });
  }
  if (!linedUp(kit, name)) return s("circle", { cx: x, cy: y, r: 0.5 * size });
  const half = Math.min(size, kit.unit) / 2;
  const [dx, dy] = kit.stacks[stack].offsets.at(-1) as [number, number];
  const far = Math.hypot(dx, dy);
  const [ux, uy] = [(half * dx) / far, (half * dy) / far]; // half a piece along the line
  const [tx, ty] = [x + dx * size + ux, y + dy * size + uy];
  const corners = [[x - ux - uy, y - uy + ux], [x - ux + uy, y - uy - ux], [tx + uy, ty - ux], [tx - uy, ty + ux]];
  return s("path", { d: `M${corners.map((at) => at.join(" ")).join("L")}Z` });
}

/** The site that is nearest in a direction; the same where there is none. */
export function neighbour(kit: KitData, names: Iterable<string>, from: string, [dx, dy]: [number, number]): string {
  const [x, y] = kit.sites[from] ?? [0, 0];
  let best = from;
  let least = Infinity;
  for (const name of names) {
    const [u, v] = kit.sites[name];
    const ahead = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (ahead < 0.05 * kit.unit || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) { least = cost; best = name; }
  }
  return best;
}

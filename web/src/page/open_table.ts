// Open tables, as of dominoes: only the part that is used is shown, and as large as the table.

import type { KitData } from "../engine/data";

const ROOM = 2; // sites around what lies on the table
const GRAIN = 3; // sites by which the part grows

/** A kit whose sites on the table lie as they are seen when all of some sites are to be in view, and how the drawing of the
 * table is to be transformed. Hands stay where they are. */
export function widened(kit: KitData, used: string[]): { kit: KitData; zoom: number; transform: string } {
  const hands = new Set(kit.hands);
  const places = Object.entries(kit.sites).filter(([name]) => !hands.has(name));
  const xs = places.map(([, [x]]) => x);
  const ys = places.map(([, [, y]]) => y);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [cx, cy] = [middle(xs), middle(ys)];
  const half = Math.max(...xs) - cx + kit.unit / 2;
  const reach = Math.max(0, ...used.filter((name) => kit.sites[name] && !hands.has(name)).map((name) => {
    const [x, y] = kit.sites[name];
    return Math.max(Math.abs(x - cx), Math.abs(y - cy)) / kit.unit;
  }));
  const wanted = Math.ceil((reach + ROOM) / GRAIN) * GRAIN * kit.unit;
  const zoom = Math.max(1, half / wanted);
  const sites: KitData["sites"] = { ...kit.sites };
  for (const [name, [x, y, size, stack]] of places) {
    // what lies beyond the part that is shown is of no use now, and would lie over the hands
    if (Math.max(Math.abs(x - cx), Math.abs(y - cy)) * zoom > half) delete sites[name];
    else sites[name] = [cx + (x - cx) * zoom, cy + (y - cy) * zoom, size * zoom, stack];
  }
  const transform = `translate(${cx} ${cy}) scale(${zoom}) translate(${-cx} ${-cy})`;
  return { kit: { ...kit, sites, unit: kit.unit * zoom }, zoom, transform };
}

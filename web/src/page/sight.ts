// How a board is seen: turned to where it is largest, or to a player; of open tables, as of dominoes, only the part that is used.

import type { KitData, Layout } from "../engine/data";
import { s } from "./dom";

const ROOM = 1; // sites around what lies on an open table
const GRAIN = 2; // sites by which the part that is shown grows
const LARGEST = 2.2; // times its usual size that a piece in a hand may have
const WORTH = 1.35; // how much larger a board has to become to be turned

/** How a board lies: its turn (0, 90, 180 or 270 degrees), and where its hands and dice are. scale: pixels
 * for each of the kit's. room: the window. */
export interface Pose {
  turn: number;
  layout: Layout;
  scale: number;
  room: [number, number];
}

/** A kit whose sites lie where they are seen. table, ground: how the drawing of an open table, and of all, is transformed. */
export interface Sight {
  kit: KitData;
  zoom: number;
  pose: Pose;
  table: string;
  ground: string;
  box: Layout["box"];
}

/** used: sites that are to be in view, where the table is an open one. Hands of open tables stay where they are; what is in them is laid side by side. */
export function seen(kit: KitData, used: string[], pose: Pose): Sight {
  const { turn, layout, room } = pose;
  const laid = { ...kit, sites: { ...kit.sites, ...layout.sites } };
  const { kit: near, zoom, table } = kit.table ? widened(laid, used) : { kit: laid, zoom: 1, table: "" };
  const [cx, cy] = middleOf(kit);
  return { kit: turned(near, turn), zoom, pose, table, ground: turn ? `rotate(${turn} ${cx} ${cy})` : "", box: centred(middleOf(kit), boxOf(kit, turn, layout), room) };
}

/** The pose in which a board is largest in a window: turned where that is much better. */
export function bestPose(kit: KitData, width: number, height: number): Pose {
  const room: Pose["room"] = [width, height];
  const poses = (kit.table ? [0] : [0, 90]).flatMap((turn) => kit.layouts.map((layout) => {
    const [, , w, h] = boxOf(kit, turn, layout);
    return { turn, layout, room, scale: Math.min(width / w, height / h) };
  }));
  const worth = ({ turn, scale }: Pose) => (turn ? scale / WORTH : scale);
  return poses.reduce((best, pose) => (worth(pose) > 1.01 * worth(best) ? pose : best));
}

/** A box with more room at its left or right, so that the board is in the middle of a window that has such room. */
function centred([cx]: [number, number], [x, y, w, h]: Layout["box"], [width, height]: Pose["room"]): Layout["box"] {
  const more = Math.max(Math.min(Math.abs(2 * (cx - x) - w), (h * width) / height - w), 0);
  return [2 * cx < 2 * x + w ? x - more : x, y, w + more, h];
}

/** Whether the pieces of a site of the board lie in a row, side by side. */
export function linedUp(kit: KitData, name: string): boolean {
  return !kit.hands.includes(name) && inLine(kit.stacks[kit.sites[name][3]].offsets);
}

function inLine([first, second]: [number, number][]): boolean {
  return second !== undefined && Math.hypot(second[0] - first[0], second[1] - first[1]) > 0.9;
}

function rotated([x, y]: [number, number], turn: number): [number, number] {
  return turn === 90 ? [-y, x] : turn === 180 ? [-x, -y] : [y, -x];
}

function turned(kit: KitData, turn: number): KitData {
  if (!turn) return kit;
  const [cx, cy] = middleOf(kit);
  const sites: KitData["sites"] = {};
  for (const [name, [x, y, size, stack]] of Object.entries(kit.sites)) {
    const [u, v] = rotated([x - cx, y - cy], turn);
    sites[name] = [cx + u, cy + v, size, stack];
  }
  // rows of pieces lie on the board, high stacks stand upright
  const stacks = kit.stacks.map((rule) => (inLine(rule.offsets) ? { ...rule, offsets: rule.offsets.map((at) => rotated(at, turn)) } : rule));
  const order = Object.entries(sites).sort(([, a], [, b]) => a[1] - b[1] || a[0] - b[0]);
  return { ...kit, sites: Object.fromEntries(order), stacks };
}

/** The middle of the board, around which it is turned. */
function middleOf({ sites, hands }: KitData): [number, number] {
  const own = Object.entries(sites).filter(([name]) => !hands.includes(name)).map(([, at]) => at);
  const [x, y] = [0, 1].map((k) => (Math.min(...own.map((at) => at[k])) + Math.max(...own.map((at) => at[k]))) / 2);
  return [x, y];
}

function boxOf(kit: KitData, turn: number, { box: [x, y, w, h] }: Layout): Layout["box"] {
  const [cx, cy] = middleOf(kit);
  switch (turn) {
    case 90: return [cx + cy - y - h, cy - cx + x, h, w];
    case 180: return [2 * cx - x - w, 2 * cy - y - h, w, h];
    case 270: return [cx - cy + y, cy + cx - x - w, h, w];
    default: return [x, y, w, h];
  }
}

function widened(kit: KitData, used: string[]): { kit: KitData; zoom: number; table: string } {
  const hands = new Set(kit.hands);
  const places = Object.entries(kit.sites).filter(([name]) => !hands.has(name));
  const xs = places.map(([, [x]]) => x);
  const ys = places.map(([, [, y]]) => y);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [cx, cy] = [middle(xs), middle(ys)];
  const half = Math.max(...xs) - cx + kit.unit / 2;
  const grain = GRAIN * kit.unit;
  const lying = used.filter((name) => kit.sites[name] && !hands.has(name)).map((name) => kit.sites[name]);
  // what is seen moves and grows in steps, so that it stays for some moves
  const near = [cx, cy].map((centre, k) => (lying.length ? centre + Math.round((middle(lying.map((at) => at[k])) - centre) / grain) * grain : centre));
  const reach = Math.max(0, ...lying.map((at) => Math.max(...near.map((centre, k) => Math.abs(at[k] - centre)))));
  const zoom = Math.max(1, half / (Math.ceil((reach / kit.unit + ROOM) / GRAIN) * grain));
  const free = half - half / zoom; // how far the middle of what is seen may lie from that of the table
  const [ux, uy] = [cx, cy].map((centre, k) => Math.min(centre + free, Math.max(centre - free, near[k])));
  const sites: KitData["sites"] = { ...kit.sites };
  for (const hand of trays(kit)) gather(sites, hand, hand.filter((name) => used.includes(name)));
  for (const [name, [x, y, size, stack]] of places) {
    // what lies beyond the part that is shown is of no use now, and would lie over the hands
    if (Math.max(Math.abs(x - ux), Math.abs(y - uy)) * zoom > half) delete sites[name];
    else sites[name] = [cx + (x - ux) * zoom, cy + (y - uy) * zoom, size * zoom, stack];
  }
  return { kit: { ...kit, sites, unit: kit.unit * zoom }, zoom, table: `translate(${cx} ${cy}) scale(${zoom}) translate(${-ux} ${-uy})` };
}

/** The sites of hands, by tray: those of one lie side by side. */
function trays({ hands, sites }: KitData): string[][] {
  const found: string[][] = [];
  for (const name of hands) {
    const [x, y, size] = sites[name];
    const beside = (other: string) => Math.hypot(x - sites[other][0], y - sites[other][1]) < 1.3 * size;
    const last = found.at(-1);
    if (last?.some(beside)) last.push(name);
    else found.push([name]);
  }
  return found;
}

/** Lay what is in a tray side by side, as large as there is room for. */
function gather(sites: KitData["sites"], tray: string[], held: string[]): void {
  const [xs, ys] = [0, 1].map((k) => [...new Set(tray.map((name) => sites[name][k]))].sort((a, b) => a - b));
  const [, , size, stack] = sites[tray[0]];
  const step = ys.length > 1 ? ys[1] - ys[0] : size; // flat pieces lie close
  const [width, height] = [xs[xs.length - 1] - xs[0] + size, ys[ys.length - 1] - ys[0] + step];
  const [cx, cy] = [xs, ys].map((at) => (at[0] + at[at.length - 1]) / 2);
  const flat = step / size;
  const sizes = held.map((_, k) => Math.min(width / Math.ceil(held.length / (k + 1)), height / ((k + 1) * flat), LARGEST * size));
  const rows = sizes.indexOf(Math.max(...sizes)) + 1;
  for (const name of tray) delete sites[name];
  const columns = Math.ceil(held.length / rows);
  held.forEach((name, k) => {
    const [row, column] = [Math.floor(k / columns), k % columns];
    const wide = Math.min(columns, held.length - row * columns);
    const large = sizes[rows - 1];
    sites[name] = [cx + (column - (wide - 1) / 2) * large, cy + (row - (rows - 1) / 2) * flat * large, 0.97 * large, stack];
  });
}

/** End what is drawn of an open table where the table ends. */
export function clip(kit: KitData, svg: SVGSVGElement): void {
  const board = svg.querySelector("g.board") as SVGGElement;
  const ends = [0, 1].map((k) => Object.entries(kit.sites).filter(([name]) => !kit.hands.includes(name)).map(([, at]) => at[k]));
  const [[left, top], [right, bottom]] = [Math.min, Math.max].map((end) => ends.map((values) => end(...values)));
  const [width, height] = [right - left + kit.unit, bottom - top + kit.unit];
  const area = s("rect", { x: left - kit.unit / 2, y: top - kit.unit / 2, width, height });
  const table = s("g", { "clip-path": "url(#lp-table)" });
  board.replaceWith(table);
  table.append(s("clipPath", { id: "lp-table" }, area), board);
}

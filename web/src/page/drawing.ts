// Where drawings of pieces lie: the algorithm of exporters/pictures/drawing.py, for the page.

import { UNSEEN, type KitData, type Layer, type Look } from "../engine/data";
import type { Standing } from "../engine/dice";
import type { Piece, Site } from "../engine/game";
import { s } from "./dom";

export interface Mark {
  site: string;
  x: number;
  y: number;
  size: number;
  layers?: Layer[];
  turn?: number;
  /** A line along an edge, and its colour. */
  path?: string;
  fill?: string;
  text?: string;
  badge?: boolean;
  spent?: boolean;
  ink?: string;
}

/** A site as the picture names it, and what stands there as whoever looks sees it. */
export interface Shown {
  name: string;
  site: Site;
  /** Whether somebody else does not know what stands there. */
  veiled: boolean;
  /** Whether this number of a puzzle was written, and not there at the start. */
  written: boolean;
  /** How a die stands to the next move. */
  standing: Standing | undefined;
  /** Whether the piece is in check. */
  checked?: boolean;
}

const COUNTED = 2; // of a higher stack, whose pieces lie so close (in sites), the height is written on it
const CLOSE = 0.5;
const [BACK, SEAM] = ["#8d6e4f", "#5a4330"];
const LETTERS = ["C", "V", "E"];

export function nameOf(site: Site): string {
  return `${LETTERS[site.type]}${site.index}`;
}

function layersFor(look: Look, state: number, value: number): Layer[] {
  for (const key of [`${state},${value}`, `${state},`, `,${value}`]) if (look.cases?.[key]) return look.cases[key];
  return look.layers;
}

const orders = new WeakMap<KitData, Map<string, number>>();

/** The place of each site in the order in which they are drawn. */
export function orderOf(kit: KitData): Map<string, number> {
  let order = orders.get(kit);
  if (!order) orders.set(kit, (order = new Map(Object.keys(kit.sites).map((name, k) => [name, k]))));
  return order;
}

/** The marks of a position, in the order in which the kit lists the sites. */
export function place(kit: KitData, rows: Shown[]): Mark[] {
  const order = orderOf(kit);
  const known = rows.filter((row) => order.has(row.name));
  known.sort((a, b) => (order.get(a.name) as number) - (order.get(b.name) as number));
  return known.flatMap((row) => marksOf(kit, row));
}

/** Whether a piece of a site lies face down. */
export function faceDown(site: Site): boolean {
  return site.pieces.some(({ what }) => what === UNSEEN);
}

function marksOf(kit: KitData, { name, site, veiled, written, standing }: Shown): Mark[] {
  const [x, y, size, rule] = kit.sites[name];
  const { offsets, size: part, count: topOnly } = kit.stacks[rule];
  const pieces = site.pieces.filter(({ what }) => what || kit.values);
  if (!pieces.length) return [];
  const alone = pieces.length === 1;
  const shown = topOnly ? pieces.slice(-1) : pieces.slice(-offsets.length);
  const spent = standing === "used" || standing === "last";
  const found = shown.flatMap((piece, index) => {
    const [dx, dy] = alone ? [0, 0] : offsets[index];
    const at: Mark = { site: name, spent, x: x + dx * size, y: y + dy * size, size: alone ? size : size * part };
    if (piece.what === UNSEEN && !kit.values) return [{ ...at, layers: backOf(kit, piece) }];
    if (kit.values) return [{ ...at, text: String(piece.what), size: 0.55 * at.size, ink: `var(--lp-${written ? "written" : "given"})` }];
    const marks = pieceMarks(kit, at, piece, site.pieces.length === 1 ? site.count : 1);
    return veiled ? [...marks, { ...at, layers: [{ symbol: "veil", fill: "none", ink: "#7a3fa0", size: 0.98 }] }] : marks;
  });
  if (shown.length < pieces.length || (pieces.length > COUNTED && Math.hypot(...offsets[1]) < CLOSE)) {
    const [dx, dy] = offsets[shown.length - 1];
    found.push(badge(name, pieces.length, x + dx * size, y + dy * size, size));
  }
  return found;
}

function pieceMarks(kit: KitData, at: Mark, piece: Piece, count: number): Mark[] {
  const look = kit.looks[piece.what];
  if (!look) return [];
  const { x, y, size, site } = at;
  const usual = layersFor(look, piece.state, piece.value);
  if (kit.edges[site]) return [{ ...at, path: kit.edges[site], fill: usual[0]?.fill ?? "#241d17" }];
  const mark: Mark = { ...at, layers: look.hand && kit.hands.includes(site) ? look.hand : usual };
  if (piece.rotation && look.turn) mark.turn = piece.rotation * look.turn;
  if (look.large) return [mark]; // the count of such a piece is no number of pieces
  if (count > 1 && kit.pile) {
    const seeds = kit.pile.slice(0, count).map(([dx, dy]) => ({ ...mark, x: x + dx * size, y: y + dy * size, size: 0.3 * size }));
    return [...seeds, { ...badge(site, count, x, y, size), x: x + 0.37 * size, y: y + 0.37 * size, size: 0.22 * size }]; // at the edge of the pit
  }
  if (kit.pile) mark.size = 0.3 * size;
  const marks = [mark];
  if (count > 1) marks.push(badge(site, count, x, y, size));
  if (look.shows) marks.push({ site, text: String(piece[look.shows]), x, y, size: 0.38 * size, badge: true });
  return marks;
}

function badge(site: string, count: number, x: number, y: number, size: number): Mark {
  return { site, text: String(count), x: x + 0.3 * size, y: y + 0.3 * size, size: 0.3 * size, badge: true };
}

function backOf(kit: KitData, { who }: Piece): Layer[] {
  const looks = kit.looks.filter((look) => look !== null);
  // the back of every such piece is the first one's shape, whatever is on its face
  const shape = looks.every((look) => look.large && look.hand) && looks[0]?.hand;
  if (shape) return shape.map((layer) => ({ ...layer, fill: BACK, ink: SEAM }));
  const colour = kit.players[who - 1]?.colour ?? "#cdbb9c";
  return [{ symbol: "hidden", fill: colour, ink: colour > "#8" ? "#241d17" : "#f6efe2", size: 0.8 }];
}

export function markNode(mark: Mark): SVGElement {
  if (mark.text !== undefined) return textNode(mark.text, mark.x, mark.y, mark.size, mark.ink ?? "#241d17", mark.badge);
  if (mark.path !== undefined) {
    const line = { d: mark.path, fill: "none", "stroke-linecap": "round" };
    return s("g", { class: "piece" },
      s("path", { ...line, stroke: "#241d17", "stroke-width": 0.17 * mark.size }),
      s("path", { ...line, stroke: mark.fill, "stroke-width": 0.12 * mark.size }));
  }
  const turn = mark.turn ? ` rotate(${mark.turn})` : "";
  const group = s("g", { class: mark.spent ? "piece spent" : "piece", transform: `translate(${mark.x} ${mark.y})${turn}` });
  for (const layer of mark.layers ?? []) group.append(layerNode(layer, mark.size));
  return group;
}

/** A drawing of a piece by itself. */
export function pictureOf(kit: KitData, piece: Piece): SVGSVGElement {
  const marks = pieceMarks({ ...kit, edges: {}, pile: undefined }, { site: "", x: 0, y: 0, size: 1 }, piece, 1);
  const half = 0.52 * Math.max(1, ...marks.flatMap(({ layers }) => layers ?? []).map(({ size }) => size ?? 1));
  return s("svg", { class: "picture", viewBox: [-half, -half, 2 * half, 2 * half].join(" "), "aria-hidden": "true" }, ...marks.map(markNode));
}

function layerNode(layer: Layer, size: number): SVGElement {
  const width = (layer.size ?? 1) * size;
  const dx = (layer.dx ?? 0) * size;
  const dy = (layer.dy ?? 0) * size;
  const node =
    layer.text !== undefined ? textNode(layer.text, dx, dy, width, layer.ink ?? "#241d17")
    : s("use", {
        href: `#lp-${layer.symbol}`, x: dx - width / 2, y: dy - width / 2, width, height: width,
        fill: layer.fill, color: layer.ink,
      });
  return layer.turn ? s("g", { transform: `rotate(${layer.turn})` }, node) : node;
}

function textNode(text: string, x: number, y: number, size: number, ink: string, halo = false): SVGElement {
  const around = halo ? { stroke: "#fbf4e4", "stroke-width": 0.28 * size, "paint-order": "stroke", "stroke-linejoin": "round" } : {};
  return s("text", { x, y: y + 0.35 * size, "font-size": size, fill: ink, ...around }, text);
}

/** Dim what cannot be played of a hand from which something can. */
export function dim(hands: string[], shown: Shown[], origins: Set<string>, pieces: SVGGElement): void {
  if (!hands.some((name) => origins.has(name))) return;
  const idle = shown.filter(({ name, site }) => hands.includes(name) && !origins.has(name) && !faceDown(site)).map(({ name }) => name);
  for (const node of pieces.children) if (idle.includes((node as SVGElement).dataset["of"] ?? "")) node.classList.add("spent");
}

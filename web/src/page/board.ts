// The board as SVG: pieces, sites that can be chosen, the last move; mouse, touch and keyboard.

import type { KitData } from "../engine/data";
import { widened } from "./open_table";
import { s } from "./dom";
import { markNode, place, type Mark, type Shown } from "./drawing";

export interface View {
  shown: Shown[];
  /** Sites that can be chosen now; those where a chosen piece may go; the chosen site; those of the last move. */
  choices: Set<string>;
  selected: string;
  last: string[];
  /** What a screen reader says of a site. */
  describe: (site: string) => string;
  /** Sites that are of use in this position, beside those with pieces. */
  sites: Set<string>;
  origins: Set<string>;
}

export interface Handlers {
  choose: (site: string) => void;
  /** A piece was dragged from a site to another one, or (null) beside the board. */
  drop: (from: string, to: string | null) => void;
  /** A drag begins: whether something can be moved from there. */
  lift: (site: string) => boolean;
}

const MANY = 30; // with more free sites to choose from, they are only hinted at

/** Set an attribute that most often stays as it is: a change costs the browser much more than a look. */
function change(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export class Board {
  private readonly svg: SVGSVGElement;
  private readonly hints = s("g", { class: "hints" });
  private readonly pieces = s("g", { class: "pieces", "text-anchor": "middle", "font-weight": 600 });
  private readonly marks = s("g", { class: "marks", "pointer-events": "none" });
  private readonly targets = s("g", { class: "targets" });
  private readonly labels = s("g", { class: "site-labels", "text-anchor": "middle", "pointer-events": "none" });
  private readonly ghost = s("g", { class: "ghost", "pointer-events": "none" });
  private readonly nodes = new Map<string, SVGElement>();
  private view: View | null = null;
  private focused = "";
  private held: { site: string; x: number; y: number; moved: boolean } | null = null;

  /** Where the sites are now: of an open table only the part that is used is shown. */
  private kit: KitData;
  private zoom = 1;
  private written: [string[], number] = [[], 0];

  constructor(private readonly whole: KitData, private readonly always: string[], private readonly handlers: Handlers, label: string) {
    const kit = (this.kit = whole);
    if (kit.table) this.always = always.filter((name) => kit.hands.includes(name));
    const markup = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${Object.values(kit.symbols).join("")}</defs>${kit.board}</svg>`;
    const parsed = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    this.svg = s("svg", {
      viewBox: `0 0 ${kit.width} ${kit.height}`, class: "board", role: "group", "aria-label": label,
    });
    this.svg.append(...Array.from(parsed.childNodes), this.hints, this.pieces, this.labels, this.marks, this.targets, this.ghost);
    if (kit.table) this.clip();
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focusMoved(event));
    this.svg.addEventListener("click", (event) => {
      // a click without a pointer is what screen readers and voice control send
      const site = event.target instanceof SVGElement ? event.target.dataset["site"] : undefined;
      if (event.detail === 0 && site) this.handlers.choose(site);
    });
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
  }

  get element(): SVGSVGElement {
    return this.svg;
  }

  show(view: View): void {
    this.view = view;
    if (this.whole.table) this.widen(view);
    if (!this.held) this.drop(); // a drag goes on while the board is drawn anew
    const marks = place(this.kit, view.shown);
    this.pieces.replaceChildren(...marks.map((mark) => this.pieceNode(mark)));
    this.hints.replaceChildren(...view.last.filter((name) => this.kit.sites[name]).map((name) => this.ring(name, "last", 0.5)));
    const free = new Set(view.shown.filter((row) => row.site.pieces.some((p) => p.what)).map((row) => row.name));
    const many = view.choices.size > MANY;
    const rings = [...view.choices].filter((name) => this.kit.sites[name]).map((name) => {
      if (view.selected) return free.has(name) ? this.ring(name, "aim", 0.47) : this.ring(name, "dot", 0.17);
      if (free.has(name)) return this.ring(name, "ready", 0.49);
      return many ? this.ring(name, "faint", 0.07) : this.ring(name, "dot", 0.12);
    });
    if (view.selected && this.kit.sites[view.selected]) rings.push(this.ring(view.selected, "selected", 0.5));
    this.marks.replaceChildren(...rings);
    this.layTargets(view);
  }

  /** What is drawn of an open table ends where the table ends. */
  private clip(): void {
    const board = this.svg.querySelector("g.board") as SVGGElement;
    const { kit } = this;
    const ends = [0, 1].map((k) => Object.entries(kit.sites).filter(([name]) => !kit.hands.includes(name)).map(([, at]) => at[k]));
    const [[left, top], [right, bottom]] = [Math.min, Math.max].map((end) => ends.map((values) => end(...values)));
    const [width, height] = [right - left + kit.unit, bottom - top + kit.unit];
    const area = s("rect", { x: left - kit.unit / 2, y: top - kit.unit / 2, width, height });
    const table = s("g", { "clip-path": "url(#lp-table)" });
    board.replaceWith(table);
    table.append(s("clipPath", { id: "lp-table" }, area), board);
  }

  /** Show so much of an open table that all pieces and moves lie on it. */
  private widen(view: View): void {
    const { kit, zoom, transform } = widened(this.whole, [...view.sites, ...view.shown.map((row) => row.name)]);
    if (zoom === this.zoom) return;
    this.kit = kit;
    this.zoom = zoom;
    this.svg.querySelector("g.board")?.setAttribute("transform", transform);
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.label(...this.written);
  }

  /** Write the labels of the sites of a type on the board, or (without labels) none. */
  label(labels: string[], type: number): void {
    this.written = [labels, type];
    const longest = Math.max(2, ...labels.map((text) => text.length));
    const texts = labels.flatMap((text, k) => {
      const site = this.kit.sites[`${"CVE"[type]}${k}`];
      if (!site) return [];
      const size = Math.min(0.24, 0.75 / longest) * this.kit.unit;
      return [s("text", { x: site[0], y: site[1] + 0.4 * site[2], "font-size": size }, text)];
    });
    this.labels.replaceChildren(...texts);
  }

  private pieceNode(mark: Mark): SVGElement {
    const node = markNode(mark);
    node.dataset["of"] = mark.site;
    return node;
  }

  /** A ring or a dot on a site, with a light line under it, so that it is seen on any ground. */
  private ring(name: string, kind: string, radius: number): SVGElement {
    const [x, y, size] = this.kit.sites[name];
    const at = { cx: x, cy: y, r: radius * size };
    if (kind === "faint") return s("circle", { class: kind, ...at }); // there may be hundreds
    return s("g", { class: kind }, s("circle", { class: "halo", ...at }), s("circle", at));
  }

  /** The places to click, in the order of the board; those of edges above cells, and vertices above both. */
  private layTargets(view: View): void {
    const had = document.activeElement instanceof SVGElement && this.svg.contains(document.activeElement);
    const names = [...new Set([...this.always, ...view.sites, ...view.shown.map((row) => row.name)])].filter((name) => this.kit.sites[name]);
    const rank = (name: string) => ("CEV".indexOf(name[0]) << 20) + Number(name.slice(1));
    names.sort((a, b) => rank(a) - rank(b));
    if (!names.includes(this.focused)) this.focused = names[0] ?? "";
    const kept = new Set(names);
    for (const [name, node] of this.nodes) if (!kept.has(name)) { node.remove(); this.nodes.delete(name); }
    for (const name of names) {
      let node = this.nodes.get(name);
      if (!node) {
        node = this.target(name);
        this.nodes.set(name, node);
      }
      const can = view.choices.has(name) || view.origins.has(name);
      node.classList.toggle("can", can);
      change(node, "aria-label", view.describe(name));
      change(node, "tabindex", name === this.focused ? "0" : "-1");
      change(node, "aria-disabled", String(!can));
      change(node, "aria-pressed", String(name === view.selected));
    }
    const order = [...this.targets.children].map((node) => (node as SVGElement).dataset["site"]);
    if (order.join() !== names.join()) this.targets.replaceChildren(...names.map((name) => this.nodes.get(name) as SVGElement));
    if (had) this.nodes.get(this.focused)?.focus();
  }

  private target(name: string): SVGElement {
    const [x, y, size] = this.kit.sites[name];
    const drawn = name[0] === "V" || this.whole.table ? null : this.svg.querySelector<SVGElement>(`#${name}`);
    const common = { class: "target", role: "button", "data-site": name };
    if (drawn instanceof SVGPathElement) {
      const edge = name[0] === "E";
      const node = s("path", { ...common, d: drawn.getAttribute("d") ?? "" });
      if (edge) { node.classList.add("edge"); node.setAttribute("stroke-width", String(0.5 * this.kit.unit)); }
      return node;
    }
    return s("circle", { ...common, cx: x, cy: y, r: 0.5 * size });
  }

  // ---------------------------------------------------------------- keyboard

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.focused) this.handlers.choose(this.focused);
    } else if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.focus(this.neighbour(this.focused, steps[event.key]));
    }
  }

  /** The site that is nearest in a direction; the same where there is none. */
  private neighbour(from: string, [dx, dy]: [number, number]): string {
    const [x, y] = this.kit.sites[from] ?? [0, 0];
    let best = from;
    let least = Infinity;
    for (const name of this.nodes.keys()) {
      const [u, v] = this.kit.sites[name];
      const ahead = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (ahead < 0.05 * this.kit.unit || aside > 2 * ahead) continue;
      const cost = ahead + 2 * aside;
      if (cost < least) { least = cost; best = name; }
    }
    return best;
  }

  focus(name: string): void {
    this.nodes.get(name)?.focus();
  }

  /** Only the site with the focus is reached by the tabulator. */
  private focusMoved(event: FocusEvent): void {
    const name = event.target instanceof SVGElement ? event.target.dataset["site"] : undefined;
    if (!name) return;
    this.nodes.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    this.nodes.get(name)?.setAttribute("tabindex", "0");
  }

  // ---------------------------------------------------------------- mouse and touch

  private siteAt(event: PointerEvent): string | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const name = under instanceof SVGElement && this.svg.contains(under) ? under.dataset["site"] : undefined;
    return name ?? null;
  }

  private point(event: PointerEvent): [number, number] {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [at.x, at.y];
  }

  private down(event: PointerEvent): void {
    const site = this.siteAt(event);
    if (!site || event.button !== 0) return;
    event.preventDefault();
    this.focus(site);
    this.held = { site, x: event.clientX, y: event.clientY, moved: false };
  }

  private move(event: PointerEvent): void {
    const held = this.held;
    if (!held) return;
    if (!held.moved) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 6) return;
      if (!this.handlers.lift(held.site)) { this.held = null; return; }
      held.moved = true;
      this.svg.setPointerCapture(event.pointerId); // the drag may leave the board
      const own = place(this.kit, (this.view?.shown ?? []).filter((row) => row.name === held.site));
      const [x, y] = this.kit.sites[held.site];
      this.ghost.replaceChildren(...own.map((mark) => markNode({ ...mark, x: mark.x - x, y: mark.y - y })));
      for (const node of this.pieces.children) if ((node as SVGElement).dataset["of"] === held.site) node.classList.add("lifted");
    }
    const [x, y] = this.point(event);
    this.ghost.setAttribute("transform", `translate(${x} ${y})`);
  }

  private up(event: PointerEvent): void {
    const held = this.held;
    if (!held) return;
    const site = this.siteAt(event);
    this.drop();
    if (!held.moved) this.handlers.choose(held.site);
    else if (site !== held.site) this.handlers.drop(held.site, site);
  }

  private drop(): void {
    this.held = null;
    this.ghost.replaceChildren();
    for (const node of this.pieces.querySelectorAll(".lifted")) node.classList.remove("lifted");
  }
}

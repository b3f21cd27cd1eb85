// The board as SVG: pieces, sites that can be chosen, the last move; mouse, touch and keyboard.

import type { KitData } from "../engine/data";
import type { Piece } from "../engine/game";
import { drawn, s, siteOf } from "./dom";
import { dim, markNode, orderOf, place, type Mark, type Shown } from "./drawing";
import { Fan } from "./fan";
import { Names } from "./names";
import { animated, type Travel } from "./motion";
import { neighbour, ringOf, spotOf } from "./spots";
import { bestPose, clip, linedUp, seen, type Pose, type Sight } from "./sight";

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
  /** Sites where a piece can be taken up; those that a piece from beside the board can go to at once. */
  lifts: Set<string>;
  drops: Set<string>;
  /** The way of the piece that has just moved, to be shown as a movement. */
  travel: Travel | null;
}

export interface Handlers {
  choose: (site: string) => void;
  /** A piece was dragged from a site to another one, or (null) beside the board. */
  drop: (from: string, to: string | null) => void;
  /** A drag begins: whether something can be moved from there. */
  lift: (site: string) => boolean;
  /** A place too small for a finger was touched once: the next touch chooses it. */
  aim: (site: string) => void;
}

const MANY = 30; // with more free sites to choose from, they are only hinted at
const MOST = 0.85; // with this share of all free sites to choose from, none is marked: there is little to tell
const FINGER = 24; // pixels: places that are smaller are touched twice
const SOME = 5; // with more sites to choose from, none is marked before a piece is chosen

/** Set an attribute that most often stays as it is: a change costs the browser much more than a look. */
function change(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export class Board {
  private readonly svg: SVGSVGElement;
  private readonly ground = s("g", { class: "ground" });
  private readonly trays = s("g", { class: "trays" });
  private readonly hints = s("g", { class: "hints" });
  private readonly pieces = s("g", { class: "pieces", "text-anchor": "middle", "font-weight": 600 });
  private readonly marks = s("g", { class: "marks", "pointer-events": "none" });
  private readonly targets = s("g", { class: "targets" });
  private readonly names = new Names(this.pieces);
  private readonly ghost = s("g", { class: "ghost", "pointer-events": "none" });
  private readonly fan = new Fan();
  private readonly nodes = new Map<string, SVGElement>();
  private view: View | null = null;
  private focused = "";
  private held: { site: string; x: number; y: number; moved: boolean } | null = null;

  /** Where the sites are now. */
  private sight: Sight;
  private best: Pose;
  private flipped = false;
  private readonly directed: boolean;
  private written: [string[], number, boolean] = [[], 0, false];
  /** The topmost piece of each site. */
  private tops = new Map<string, Mark>();
  /** Whether the focus came here by keys; then the arrow keys move it. */
  private byKeys = false;
  private pressed = false;
  private laying = false;
  /** The small place that was touched once. */
  private aimed = "";

  constructor(private readonly whole: KitData, private readonly always: string[], private readonly handlers: Handlers, label: string) {
    const kit = whole;
    this.best = bestPose(kit, 1, 1);
    this.sight = seen(whole, [], this.best);
    this.directed = whole.looks.some((look) => look && (look.large || look.layers.some((layer) => layer.turn)));
    if (kit.table) this.always = always.filter((name) => kit.hands.includes(name));
    this.svg = s("svg", {
      viewBox: this.sight.box.join(" "), class: "board", role: "group", "aria-label": label,
      tabindex: -1, // Chromium lets the tabulator stop at drawings that listen for the focus
    });
    const over = Object.entries(kit.overlays).map(([name, markup]) => `<g class="overlay" data-of="${name}">${markup}</g>`);
    this.ground.append(...drawn(`<defs>${Object.values(kit.symbols).join("")}</defs>${kit.board}`), this.trays, ...drawn(over.join("")));
    this.svg.append(this.ground, this.hints, this.pieces, this.marks, this.targets, this.ghost);
    this.fan.attach(this.svg, (name) => this.tower(name));
    if (kit.table) clip(kit, this.svg);
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focusMoved(event));
    this.svg.addEventListener("click", (event) => {
      // a click without a pointer is what screen readers and voice control send
      const site = siteOf(event.target);
      if (event.detail === 0 && site) this.handlers.choose(site);
    });
    // a finger on a piece that can go elsewhere moves it, and does not scroll the page
    this.svg.addEventListener("touchstart", (event) => {
      if (event.cancelable && this.nodes.get(siteOf(event.target) ?? "")?.classList.contains("drag")) event.preventDefault();
    }, { passive: false });
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
    this.aimed = "";
    this.fan.hide();
    this.look(view);
    if (!this.held) this.drop(); // a drag goes on while the board is drawn anew
    const marks = place(this.kit, view.shown);
    this.tops = new Map(this.kit.pile ? [] : marks.filter((mark) => mark.layers).map((mark) => [mark.site, mark]));
    this.pieces.replaceChildren(...marks.map((mark) => this.pieceNode(mark)));
    for (const tray of this.trays.children) tray.classList.toggle("empty", !marks.some(({ site }) => tray.querySelector(`#${site}`)));
    if (this.whole.table) dim(this.kit.hands, view.shown, view.origins, this.pieces);
    if (view.travel) animated(this.kit, view.travel, marks, this.pieces);
    const known = (names: Iterable<string>) => [...names].filter((name) => this.kit.sites[name]);
    this.hints.replaceChildren(...known([...view.last, view.selected]).map((name) => this.field(name, name === view.selected ? "selected" : "last")),
      ...known(view.shown.flatMap((row) => (row.checked ? [row.name] : []))).map((name) => this.ring(name, "check", 0.5)));
    const free = new Set(view.shown.filter((row) => row.site.pieces.some((p) => p.what)).map((row) => row.name));
    const choices = known(view.choices);
    const empty = choices.filter((name) => !free.has(name)).length;
    const places = known(this.always).filter((name) => !free.has(name) && !this.kit.hands.includes(name)).length;
    const quiet = empty >= MOST * places || (!view.selected && choices.length > SOME);
    this.marks.replaceChildren(...choices.flatMap((name) => {
      if (free.has(name)) return view.selected ? this.ring(name, "aim", 0.47) : [];
      if (quiet) return [];
      return choices.length > MANY ? this.ring(name, "faint", 0.08) : this.ring(name, "dot", view.selected ? 0.14 : 0.12);
    }));
    this.names.sift(view);
    this.layTargets(view, marks);
  }

  private get kit(): KitData {
    return this.sight.kit;
  }

  /** Turn the board to where it is largest in so many pixels. */
  fit(width: number, height: number): void {
    this.best = bestPose(this.whole, width, height);
    if (this.view) this.show({ ...this.view, travel: null });
  }

  /** Show some of what can be shown over the board. */
  overlay(wanted: Set<string>): void {
    for (const drawn of this.ground.querySelectorAll<SVGElement>(".overlay")) drawn.classList.toggle("on", wanted.has(drawn.dataset["of"] ?? ""));
  }

  /** See the board from the other side, or from the first one again. */
  flip(flipped: boolean): void {
    this.flipped = flipped;
    if (this.view) this.show({ ...this.view, travel: null });
  }

  /** Turn the board, and show so much of an open table that all pieces and moves lie on it. */
  private look(view: View): void {
    const pose = { ...this.best, turn: this.best.turn + (this.flipped ? 180 : 0) };
    const before = this.sight.pose;
    const same = pose.turn === before.turn && pose.layout === before.layout && pose.room === before.room;
    if (same && !this.whole.table) return;
    const [sight, { turn }] = [seen(this.whole, [...view.sites, ...view.shown.map((row) => row.name)], pose), pose];
    if (same && sight.table === this.sight.table) return;
    this.svg.setAttribute("viewBox", sight.box.join(" "));
    this.sight = sight;
    this.trays.replaceChildren(...drawn(pose.layout.trays));
    this.ground.setAttribute("transform", sight.ground);
    for (const text of this.ground.querySelectorAll(".overlay text")) { // letters stay upright
      text.setAttribute("transform", turn ? `rotate(${-turn} ${text.getAttribute("x")} ${Number(text.getAttribute("y")) - 0.35 * Number(text.getAttribute("font-size"))})` : "");
    }
    this.ground.querySelector("g.board")?.setAttribute("transform", sight.table);
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.label(...this.written);
  }

  /** Write texts at the sites of a type, or (without texts) none. marked: only at sites that are marked, unless there is
   * room for all. */
  label(texts: string[], type: number, marked = false): void {
    this.written = [texts, type, marked];
    this.names.write(this.kit, this.best.scale, ...this.written);
    if (this.view) this.names.sift(this.view);
  }

  private pieceNode(mark: Mark): SVGElement {
    const node = this.drawn(mark);
    node.dataset["of"] = mark.site;
    return node;
  }

  /** A mark as it is seen: lines along edges lie on the board, and pieces that point somewhere turn with it. */
  private drawn(mark: Mark): SVGElement {
    const { pose: { turn }, ground } = this.sight;
    if (mark.path === undefined) return markNode(turn && this.directed && mark.layers ? { ...mark, turn: (mark.turn ?? 0) + turn } : mark);
    const node = markNode(mark);
    if (turn) node.setAttribute("transform", ground);
    return node;
  }

  /** The pieces that stand on one another at a site, from the bottom; none where they lie side by side. */
  private tower(name: string): [KitData, Piece[]] {
    const pieces = this.view?.shown.find((row) => row.name === name)?.site.pieces ?? [];
    return [this.kit, this.kit.sites[name] && !linedUp(this.kit, name) && pieces.every(({ what }) => what > 0) ? pieces : []];
  }

  private ring(name: string, kind: string, radius: number): SVGElement {
    return ringOf(this.tops.get(name) ?? this.middle(name), kind, radius);
  }

  /** What marks a site below its pieces: its cell or slot, or a ring where it has none. */
  private field(name: string, kind: string): SVGElement {
    const drawn = name[0] === "C" && !this.whole.table ? this.svg.querySelector<SVGElement>(`#${name}`) : null;
    if (!(drawn instanceof SVGGeometryElement)) return this.ring(name, kind, 0.5);
    const field = drawn.cloneNode() as SVGElement;
    for (const own of ["id", "fill", "fill-opacity"]) field.removeAttribute(own);
    field.setAttribute("class", `field ${kind}`);
    if (this.sight.ground) field.setAttribute("transform", this.sight.ground);
    return field;
  }

  private middle(name: string): { x: number; y: number; size: number } {
    const [x, y, size] = this.kit.sites[name];
    return { x, y, size };
  }

  /** The places to click, in the order in which sites are drawn; those of edges above cells, vertices above both, hands
   * last. A piece that reaches over the edge of its site is a part of the place. */
  private layTargets(view: View, marks: Mark[]): void {
    const had = document.activeElement instanceof SVGElement && this.svg.contains(document.activeElement);
    const names = [...new Set([...this.always, ...view.sites, ...view.shown.map((row) => row.name)])].filter((name) => this.kit.sites[name]);
    const drawn = orderOf(this.kit);
    const hands = new Set(this.kit.hands);
    const rank = (name: string) => ((hands.has(name) ? 3 : "CEV".indexOf(name[0])) << 20) + (drawn.get(name) as number);
    const over = new Map<string, Mark[]>();
    for (const mark of marks) {
      const { x, y, size } = this.middle(mark.site);
      if (!mark.layers || (mark.x === x && mark.y === y && mark.size <= size) || linedUp(this.kit, mark.site)) continue;
      over.set(mark.site, [...(over.get(mark.site) ?? []), mark]);
    }
    names.sort((a, b) => rank(a) - rank(b));
    if (!names.includes(this.focused)) this.focused = names.find((name) => view.choices.has(name)) ?? names[0] ?? "";
    const kept = new Set(names);
    for (const [name, node] of this.nodes) if (!kept.has(name)) { node.remove(); this.nodes.delete(name); }
    for (const name of names) {
      let node = this.nodes.get(name);
      if (!node) {
        node = this.target(name);
        this.nodes.set(name, node);
      }
      const can = view.choices.has(name) || view.origins.has(name) || view.drops.has(name);
      node.classList.toggle("can", can);
      node.classList.toggle("drag", view.lifts.has(name));
      change(node, "aria-label", view.describe(name));
      change(node, "tabindex", name === this.focused ? "0" : "-1");
      change(node, "aria-disabled", String(!can));
      change(node, "aria-pressed", String(name === view.selected));
      if (!over.has(name) && node.children.length === 1) continue;
      node.replaceChildren(node.children[0], ...(over.get(name) ?? []).map(({ x, y, size }) => s("circle", { cx: x, cy: y, r: 0.5 * size })));
    }
    const order = [...this.targets.children].map((node) => (node as SVGElement).dataset["site"]);
    this.laying = true;
    if (order.join() !== names.join()) this.targets.replaceChildren(...names.map((name) => this.nodes.get(name) as SVGElement));
    if (had) this.nodes.get(this.focused)?.focus();
    this.laying = false;
  }

  private target(name: string): SVGElement {
    const drawn = name[0] === "V" || this.whole.table ? null : this.svg.querySelector<SVGElement>(`#${name}`);
    const spot = spotOf(this.kit, name, drawn, this.sight.ground);
    spot.classList.add("spot");
    return s("g", { class: `target${name[0] === "E" ? " edge" : ""}`, role: "button", "data-site": name }, spot);
  }

  // ---------------------------------------------------------------- keyboard

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.focusByKeys(true);
      if (this.focused) this.handlers.choose(this.focused);
    } else if (this.byKeys && event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.focus(neighbour(this.kit, this.nodes.keys(), this.focused, steps[event.key]));
    }
  }

  focus(name: string): void {
    this.nodes.get(name)?.focus();
  }

  /** Note whether the focus came by keys: only then it is shown. */
  private focusByKeys(keys: boolean): void {
    this.byKeys = keys;
    this.svg.classList.toggle("keys", keys);
  }

  /** Only the site with the focus is reached by the tabulator. */
  private focusMoved(event: FocusEvent): void {
    const name = siteOf(event.target);
    if (!name) return;
    if (!this.laying) this.focusByKeys(!this.pressed);
    this.nodes.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    this.nodes.get(name)?.setAttribute("tabindex", "0");
  }

  // ---------------------------------------------------------------- mouse and touch

  private siteAt(event: PointerEvent): string | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under && this.svg.contains(under) ? siteOf(under) : null;
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
    this.pressed = true;
    this.focus(site);
    this.pressed = false;
    this.focusByKeys(false);
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
      const all = place(this.kit, (this.view?.shown ?? []).filter((row) => row.name === held.site));
      const top = linedUp(this.kit, held.site) ? this.tops.get(held.site) : undefined; // of a row, the last one goes
      const own = all.filter((mark) => !top || (mark.x === top.x && mark.y === top.y));
      const { x, y } = top ?? this.middle(held.site);
      this.ghost.replaceChildren(...own.map((mark) => this.drawn({ ...mark, x: mark.x - x, y: mark.y - y })));
      const nodes = [...this.pieces.children].filter((node) => (node as SVGElement).dataset["of"] === held.site);
      nodes.forEach((node, k) => node.classList.toggle("lifted", own.includes(all[k])));
    }
    const [x, y] = this.point(event);
    this.ghost.setAttribute("transform", `translate(${x} ${y})`);
  }

  private up(event: PointerEvent): void {
    const held = this.held;
    if (!held) return;
    const site = this.siteAt(event);
    this.drop();
    if (!held.moved) this.touched(held.site, event);
    else if (site !== held.site) this.handlers.drop(held.site, site);
  }

  /** Choose a site; with a finger, one that is smaller than that only when it is touched again. */
  private touched(site: string, { pointerType, clientX, clientY }: PointerEvent): void {
    const scale = pointerType === "touch" ? (this.svg.getScreenCTM()?.a ?? 1) : Infinity;
    const at = (name: string) => {
      const { x, y } = new DOMPoint(...this.kit.sites[name].slice(0, 2)).matrixTransform(this.svg.getScreenCTM() ?? undefined);
      return Math.hypot(x - clientX, y - clientY);
    };
    const small = this.middle(site).size * scale < FINGER && this.nodes.get(site)?.classList.contains("can");
    if (!small || (this.aimed && at(this.aimed) < FINGER)) {
      const meant = small ? this.aimed : site;
      this.aimed = "";
      return this.handlers.choose(meant);
    }
    this.aimed = site;
    this.marks.append(this.ring(site, "aim", 0.8));
    this.handlers.aim(site);
  }

  private drop(): void {
    this.held = null;
    this.ghost.replaceChildren();
    for (const node of this.pieces.querySelectorAll(".lifted")) node.classList.remove("lifted");
  }
}

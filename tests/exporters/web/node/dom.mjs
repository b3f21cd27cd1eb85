// As much of a browser's documents as the pages use: elements, events, selectors of a tag, `#id`, `.class` and `[attribute]`.
// Nothing is laid out or drawn.

const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta"]);
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export class Happening {
  defaultPrevented = false;
  cancelable = true;
  detail = 0;
  constructor(type, values = {}) { Object.assign(this, { type }, values); }
  preventDefault() { this.defaultPrevented = true; }
}

export class Target {
  listeners = [];
  addEventListener(type, act, { once = false } = {}) { this.listeners.push({ type, act, once }); }
  /** Tell an event here and to all around. Whether nobody has prevented what follows. */
  dispatchEvent(event) {
    event.target ??= this;
    for (let at = this; at; at = at.parentNode) {
      const told = at.listeners.filter(({ type }) => type === event.type);
      at.listeners = at.listeners.filter((one) => !(one.once && told.includes(one)));
      for (const { act } of told) act(event);
      at[`on${event.type}`]?.(event);
    }
    return !event.defaultPrevented;
  }
}

class Text extends Target {
  constructor(text) { super(); this.textContent = text; }
}

export class Element extends Target {
  childNodes = [];
  parentNode = null;
  attributes = new Map();
  style = {};
  clientWidth = 660;
  constructor(name) { super(); this.localName = name; }

  get dataset() {
    return new Proxy({}, {
      get: (_, name) => this.getAttribute(`data-${kebab(name)}`) ?? undefined,
      set: (_, name, value) => { this.setAttribute(`data-${kebab(name)}`, value); return true; },
      deleteProperty: (_, name) => { this.removeAttribute(`data-${kebab(name)}`); return true; },
      has: (_, name) => this.attributes.has(`data-${kebab(name)}`),
    });
  }
  get classList() {
    const names = new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const keep = (act) => (...given) => { act(...given); this.setAttribute("class", [...names].join(" ")); };
    return {
      contains: (name) => names.has(name), add: keep((name) => names.add(name)), remove: keep((name) => names.delete(name)),
      toggle: keep((name, on) => (on ? names.add(name) : names.delete(name))),
    };
  }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  removeAttribute(name) { this.attributes.delete(name); }

  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  get lastElementChild() { return this.children.at(-1) ?? null; }
  get textContent() { return this.childNodes.map((node) => node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(text); }
  append(...nodes) { this.insert(this.childNodes.length, nodes); }
  before(...nodes) { this.parentNode.insert(this.parentNode.childNodes.indexOf(this), nodes); }
  after(...nodes) { this.parentNode.insert(this.parentNode.childNodes.indexOf(this) + 1, nodes); }
  replaceWith(...nodes) { this.before(...nodes); this.remove(); }
  replaceChildren(...nodes) {
    for (const node of this.childNodes) node.parentNode = null;
    this.childNodes = [];
    this.append(...nodes);
  }
  insert(place, nodes) {
    const next = this.childNodes[place];
    for (const given of nodes) {
      const node = given instanceof Target ? given : new Text(String(given));
      if (node === next) continue;
      Element.prototype.remove.call(node);
      this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
      node.parentNode = this;
    }
  }
  remove() {
    const around = this.parentNode;
    if (around) around.childNodes = around.childNodes.filter((node) => node !== this);
    this.parentNode = null;
  }
  cloneNode() {
    const copy = new this.constructor(this.localName);
    copy.attributes = new Map(this.attributes);
    return copy;
  }

  contains(node) { return node === this || (!!node && this.contains(node.parentNode)); }
  matches(selectors) {
    return selectors.split(",").some((selector) => {
      const [own, ...around] = selector.trim().split(" ").reverse();
      const [, name, rest] = /^([a-z]*)(.*)$/.exec(own);
      const fits = (!name || name === this.localName) && [...rest.matchAll(/([#.[])([\w-]+)/g)].every(([, kind, word]) =>
        kind === "#" ? this.getAttribute("id") === word : kind === "." ? this.classList.contains(word) : this.attributes.has(word));
      return fits && (!around.length || !!this.parentNode?.closest(around.reverse().join(" ")));
    });
  }
  closest(selectors) {
    for (let at = this; at instanceof Element; at = at.parentNode) if (at.matches(selectors)) return at;
    return null;
  }
  querySelectorAll(selectors) {
    return this.children.flatMap((child) => [...(child.matches(selectors) ? [child] : []), ...child.querySelectorAll(selectors)]);
  }
  querySelector(selectors) { return this.querySelectorAll(selectors)[0] ?? null; }

  get value() {
    if (this.localName !== "select") return this.kept ?? this.getAttribute("value") ?? "";
    const options = this.querySelectorAll("option");
    const chosen = options.find((option) => option.getAttribute("value") === this.kept);
    return (chosen ?? options.findLast((option) => option.selected) ?? options[0])?.value ?? "";
  }
  set value(value) { this.kept = String(value); }
  focus() {
    globalThis.document.activeElement = this;
    this.dispatchEvent(new Happening("focusin"));
  }
  click() { if (!this.disabled) this.dispatchEvent(new Happening("click")); }
  showModal() { this.open = true; }
  close() {
    if (!this.open) return;
    this.open = false;
    setTimeout(() => this.dispatchEvent(new Happening("close")));
  }
  setPointerCapture() {}
  getScreenCTM() { return null; }
  animate(frames) { globalThis.document.movements.push([this.dataset.of ?? "", frames.map(({ transform }) => transform)]); }
}
for (const name of ["hidden", "disabled", "checked", "selected", "open"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.attributes.has(name); },
    set(on) { if (on) this.setAttribute(name, ""); else this.removeAttribute(name); },
  });
}

export class HTMLElement extends Element {}
export class HTMLInputElement extends HTMLElement {}
export class HTMLUListElement extends HTMLElement {}
export class SVGElement extends Element {}
export class SVGGeometryElement extends SVGElement {}
export class SVGPathElement extends SVGGeometryElement {}
const SHAPES = ["circle", "rect", "polygon", "line", "ellipse", "polyline"];

export function element(name, svg) {
  if (svg) return new (name === "path" ? SVGPathElement : SHAPES.includes(name) ? SVGGeometryElement : SVGElement)(name);
  return new ({ input: HTMLInputElement, ul: HTMLUListElement }[name] ?? HTMLElement)(name);
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#34": '"', "#39": "'", apos: "'" };
const plain = (text) => text.replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

/** The first element of a markup, which our templates and pictures have written. */
export function parsed(markup) {
  const root = new Element("");
  let at = root;
  const pattern = /<!--.*?-->|<!doctype[^>]*>|<(script|style)([^>]*)>(.*?)<\/\1>|<\/[\w:-]+\s*>|<([\w:-]+)((?:[^>"]|"[^"]*")*?)(\/?)>|([^<]+)/gis;
  for (const [tag, raw, rawMore, rawText, name, more, closed, text] of markup.matchAll(pattern)) {
    if (text !== undefined) at.append(plain(text));
    else if (tag.startsWith("</")) at = at.parentNode;
    else if (raw || name) {
      const node = element(raw ?? name, name === "svg" || at instanceof SVGElement);
      for (const [, key, , value] of (rawMore ?? more).matchAll(/([\w:-]+)(="([^"]*)")?/g)) node.setAttribute(key, plain(value ?? ""));
      at.append(node);
      if (raw) node.append(rawText);
      else if (!closed && !VOID.has(name)) at = node;
    }
  }
  return root.children[0];
}


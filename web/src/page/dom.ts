// Elements. Text reaches the page as text nodes and attribute values only, never as markup.

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
}

export function h<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function s<K extends keyof SVGElementTagNameMap>(
  name: K, attributes: Attributes = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element as SVGElementTagNameMap[K];
}

/** An element of the page's template. */
export function the<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element as T;
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

/** Markup as elements. */
export function drawn(markup: string): ChildNode[] {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.childNodes];
}

/** The site that an element of the board belongs to. */
export function siteOf(element: EventTarget | null): string | null {
  const found = element instanceof SVGElement ? element.closest<SVGElement>("[data-site]") : null;
  return found?.dataset["site"] ?? null;
}

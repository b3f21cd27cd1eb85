// A page of a game without a browser: its own script, over documents that nobody sees (dom.mjs). What the script takes for
// WebAssembly is native code in the process that has started this one: each call sends the whole memory there and back,
// through a file. Commands come in lines of JSON, and what they come to goes back.

import { openSync, readFileSync, readSync, writeSync } from "node:fs";
import * as dom from "./dom.mjs";

const { script, html, memory, size, heap, entries, hash } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const shared = openSync(memory, "r+");

// ---------------------------------------------------------------- lines

let rest = "";
function line() {
  const bytes = Buffer.alloc(1 << 16);
  while (!rest.includes("\n")) {
    const count = readSync(0, bytes, 0, bytes.length, null);
    if (!count) process.exit(0);
    rest += bytes.toString("latin1", 0, count);
  }
  const end = rest.indexOf("\n");
  const found = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return JSON.parse(found);
}
const ascii = (value) => JSON.stringify(value).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
const tell = (message) => writeSync(1, `${ascii(message)}\n`);

// ---------------------------------------------------------------- native code in place of WebAssembly

let instances = 0;
const GUARD = 16; // bytes behind each place, which nobody may write

function instance() {
  const [number, bytes] = [instances++, new Uint8Array(size)];
  const ends = [];
  let free = heap;
  const exports = {
    memory: bytes, __stack_pointer: { value: 0 },
    lp_release: (at) => at,
    lp_alloc(length) {
      const at = free;
      ends.push(at + length);
      free = (at + length + GUARD + 15) & ~15;
      return free <= size ? at : 0;
    },
  };
  for (const [name, count] of Object.entries(entries)) {
    const call = (...values) => {
      if (answers[name]) return answers[name](bytes.buffer, ...values);
      writeSync(shared, bytes, 0, size, 0);
      tell({ call: name, number, values: values.map(String) });
      const answer = line();
      readSync(shared, bytes, 0, size, 0);
      if (ends.some((end) => bytes.subarray(end, end + GUARD).some(Boolean))) throw new Error(`written behind a place before ${name} was over`);
      return answer;
    };
    exports[`lp_${name}`] = Object.defineProperty(call, "length", { value: count });
  }
  return { exports };
}
globalThis.WebAssembly = { compile: async () => ({}), instantiate: async () => instance() };

// ---------------------------------------------------------------- the browser

const { Happening, Target } = dom;
const root = dom.parsed(html);
const sources = new Map();
const document = Object.assign(root.parentNode, {
  documentElement: root, body: root.querySelector("body"), activeElement: null, under: null, movements: [],
  getElementById: (id) => root.querySelector(`#${id}`),
  createElement: (name) => dom.element(name, false),
  createElementNS: (_, name) => dom.element(name, true),
  elementFromPoint: () => document.under,
});
const location = { hash, href: "", pathname: "/", search: "" };
/** What a test answers instead of native code, by the entry: functions of the memory and the values. */
globalThis.answers = {};
globalThis.tasks = [];
globalThis.copied = [];
globalThis.saved = [];
globalThis.stopped = 0;

const ENDED = new Error("this worker was ended");

/** A worker in the same thread. A search without end is ended after its second report. */
class Worker {
  constructor(url) {
    const told = new Target();
    let reports = 0;
    const self = {
      addEventListener: (type, act) => told.addEventListener(type, act),
      postMessage: (data) => {
        if (this.ended) throw ENDED;
        if (data.done || this.task.time) reports = 0;
        else if (++reports === 2) this.ended = true;
        const message = structuredClone(data);
        setTimeout(() => this.onmessage?.({ data: message }));
      },
    };
    this.told = told;
    new Function("self", sources.get(url))(self);
  }
  postMessage(task) {
    this.task = task;
    tasks.push(task);
    setTimeout(() => this.told.dispatchEvent(new Happening("message", { data: task })));
  }
  terminate() { this.ended = true; stopped++; }
}

const { HTMLElement, HTMLInputElement, HTMLUListElement, SVGElement, SVGGeometryElement, SVGPathElement } = dom;
const browser = {
  HTMLElement, HTMLInputElement, HTMLUListElement, SVGElement, SVGGeometryElement, SVGPathElement, Worker, document, location,
  innerWidth: 1100, innerHeight: 800,
  DOMParser: class { parseFromString(text) { return { documentElement: dom.parsed(text) }; } },
  DOMPoint: class {},
  history: { replaceState: (_, __, address) => { location.hash = address; } },
  matchMedia: () => ({ matches: false }),
  getComputedStyle: () => ({ rowGap: "0" }),
  navigator: { clipboard: { writeText: async (text) => void copied.push(text) } },
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
globalThis.window = Object.assign(new Target(), { setTimeout, clearTimeout, innerWidth: 1100, innerHeight: 800 });
document.parentNode = globalThis.window;
URL.createObjectURL = (blob) => {
  const url = `blob:${sources.size}`;
  sources.set(url, "");
  void blob.text().then((text) => { sources.set(url, text); if (!text.includes("lp_playouts")) saved.push(text); });
  return url;
};
URL.revokeObjectURL = () => {};
process.on("unhandledRejection", (reason) => {
  if (reason !== ENDED) window.dispatchEvent(new Happening("unhandledrejection", { reason }));
});

// ---------------------------------------------------------------- commands

const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
/** What a button is called; pictures are no part of that. */
const called = (button) => button.getAttribute("aria-label") ?? button.childNodes.filter((node) => node.localName !== "svg").map((node) => node.textContent).join("");
const press = (name) => document.querySelectorAll("button").find((button) => called(button) === name).click();
const target = (site) => document.querySelectorAll(".target").find((node) => node.dataset.site === site);
Object.assign(globalThis, { Happening, settled, Worker, sources, called, press, target });

/** Wait until something holds. */
globalThis.until = async (holds) => {
  for (const end = performance.now() + 20_000; !holds(); await settled()) if (performance.now() > end) throw new Error(`never: ${holds}`);
};
(0, eval)(script);
const Command = (async () => {}).constructor;
for (;;) {
  const { run } = line();
  try {
    const value = await new Command(`return ${run}`)();
    await settled();
    tell({ done: value ?? null });
  } catch (problem) {
    tell({ failed: problem instanceof Error ? problem.stack : String(problem) });
  }
}

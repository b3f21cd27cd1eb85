// The buttons around a game, and what goes wrong on a page.

import { TrialError } from "../engine/trial";
import { RuleError } from "../engine/wasm";
import { download, the } from "./dom";
import type { Table } from "./table";

/** The source of the worker, which build.mjs puts here. */
declare const WORKER: string;

let url = "";

export function workerUrl(): string {
  return (url ||= URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
}

export function report(table: Table, problem: unknown): void {
  const known = problem instanceof RuleError || problem instanceof TrialError;
  table.problem(known ? problem.message : `Something went wrong: ${problem instanceof Error ? problem.message : String(problem)}`);
  document.documentElement.dataset["failed"] = String(problem instanceof Error ? (problem.stack ?? problem) : problem);
}

/** Connect the buttons of the panel with a table. now: the table at the time of a click, which the live view replaces. */
export function connectPanel(now: () => Table, name: () => string): void {
  const on = (id: string, act: () => void) =>
    the(id).addEventListener("click", () => {
      try {
        act();
      } catch (problem) {
        report(now(), problem);
      }
    });
  const toggle = (id: string, act: (pressed: boolean) => void) =>
    on(id, () => {
      const pressed = the(id).getAttribute("aria-pressed") !== "true";
      the(id).setAttribute("aria-pressed", String(pressed));
      act(pressed);
    });
  on("new", () => void now().mayEnd().then((yes) => { if (yes) now().begin(); }));
  on("undo", () => now().undo());
  on("redo", () => now().redo());
  on("first", () => now().jump(0));
  on("last", () => now().jump(now().current.moves.length));
  toggle("hint", (pressed) => now().hint(pressed));
  toggle("flip", (pressed) => now().settings.flip(pressed));
  toggle("sound", (pressed) => { now().settings.loud = pressed; });
  const setup = the<HTMLDetailsElement>("set-up");
  setup.addEventListener("toggle", () => now().setUp(setup.open));
  on("clear", () => now().clear());
  on("arrange", () => now().arrange());
  the("overlays").addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) now().settings.overlay(target.value, target.checked);
  });
  let waiting = 0;
  window.addEventListener("resize", () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => now().settings.fit(), 100);
  });
  on("save", () => download(`${name()}.trl`, now().trial()));
  the("strength").addEventListener("change", () => { if (document.documentElement.dataset["ready"]) now().keep(); });
  on("link", () => {
    const said = the("said");
    const file = location.protocol === "file:" ? " This page is a file: the link works where that file lies. Send the file along, and add the end of the link, from # on, to its address." : "";
    const write = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error("no clipboard"));
    write.then(() => (said.textContent = `The link is copied.${file}`), () => (said.textContent = `The address of this page is the link.${file}`));
  });
  const file = the<HTMLInputElement>("file");
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    chosen?.text().then((text) => now().loadTrial(text)).catch((problem: unknown) => report(now(), problem));
    file.value = "";
  });
  const keys: Record<string, (table: Table) => void> = {
    Escape: (table) => table.letGo(), ArrowLeft: (table) => table.jump(table.current.cursor - 1), ArrowRight: (table) => table.redo(),
    Home: (table) => table.jump(0), End: (table) => table.jump(table.current.moves.length),
  };
  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof HTMLElement ? event.target : null;
    const busy = at?.isContentEditable || at?.closest("input, select, textarea, dialog");
    if (event.defaultPrevented || busy || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    keys[event.key](now());
  });
  window.addEventListener("error", (event) => report(now(), event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => report(now(), event.reason));
}

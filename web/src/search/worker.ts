// The worker: searches positions beside the page. A new task ends the one before it; the page may also end the worker.

import { Machine, type Code } from "../engine/wasm";
import { FlatSearch } from "./flat";
import { TreeSearch } from "./tree";
import type { Report, Task } from "./messages";
import { RandomGames, type Statistics, type StatisticsTask } from "./random";

const SLICE = 40; // milliseconds between two looks at what the page has sent

let latest = 0;
let loaded: { module: Code["module"]; machine: Machine } | null = null;

const post = (report: Report) => (self as unknown as { postMessage(message: Report): void }).postMessage(report);
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

async function machineOf(task: Task): Promise<Machine> {
  if (loaded?.module !== task.code.module) loaded = { module: task.code.module, machine: await Machine.make(task.code, task.fields) };
  return loaded.machine;
}

async function search(task: Task): Promise<void> {
  const machine = await machineOf(task);
  const searching = task.simultaneous || !task.records.length ? new FlatSearch(machine, task) : new TreeSearch(machine, task);
  try {
    const began = performance.now();
    let shown = began;
    for (;;) {
      searching.run(SLICE);
      await pause();
      if (latest !== task.id) return;
      const now = performance.now();
      const certain = searching instanceof TreeSearch && searching.proven;
      if (certain || (task.time && now - began >= task.time)) break;
      if (now - shown > 250) {
        post({ id: task.id, done: false, ...searching.report() });
        shown = now;
      }
    }
    post({ id: task.id, done: true, ...searching.report() });
  } finally {
    searching.free();
  }
}

async function count(task: StatisticsTask): Promise<void> {
  const machine = await Machine.make(task.code, task.fields);
  const random = new RandomGames(machine, task.players);
  const tell = (statistics: Statistics, done: boolean) =>
    (self as unknown as { postMessage(message: unknown): void }).postMessage({ id: task.id, statistics, done });
  while (random.found.games < task.games) {
    const until = performance.now() + 200;
    do random.one();
    while (random.found.games < task.games && performance.now() < until);
    await pause();
    if (latest !== task.id) return;
    tell(random.found, random.found.games >= task.games);
  }
}

self.addEventListener("message", (event: MessageEvent<Task | StatisticsTask | { id: number; stop: true }>) => {
  latest = event.data.id;
  if ("stop" in event.data) return;
  const task = event.data;
  if ("statistics" in task) {
    count(task).catch((problem: unknown) => (self as unknown as { postMessage(message: unknown): void }).postMessage({ id: task.id, problem: String(problem) }));
    return;
  }
  search(task).catch((problem: unknown) => {
    loaded = null;
    post({ id: task.id, done: true, games: 0, opinions: [], problem: problem instanceof Error ? problem.message : String(problem) });
  });
});

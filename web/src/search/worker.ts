// The worker: searches a position beside the page, which ends the worker when it wants something else.

import { Machine, type Code } from "../engine/wasm";
import { AlphaBetaSearch } from "./alpha_beta";
import { decisive, winOf } from "./decisive";
import { FlatSearch } from "./flat";
import { TreeSearch } from "./tree";
import type { Report, Task } from "./messages";
import { RandomGames, type Statistics, type StatisticsTask } from "./random";

const SLICE = 250; // milliseconds between two reports

let loaded: { module: Code["module"]; machine: Machine } | null = null;

const post = (message: Report | { statistics: Statistics } | { problem: string }) =>
  (self as unknown as { postMessage(message: unknown): void }).postMessage(message);

async function machineOf(task: Task): Promise<Machine> {
  if (loaded?.module !== task.code.module) loaded = { module: task.code.module, machine: await Machine.make(task.code, task.fields) };
  return loaded.machine;
}

async function search(task: Task): Promise<void> {
  const began = performance.now();
  const machine = await machineOf(task);
  const rows = decisive(machine, task);
  const win = winOf(rows);
  if (win >= 0) return post({ done: true, games: rows.length, opinions: [{ move: win, visits: 1, value: 1 }] });
  const searching =
    task.simultaneous || !task.records.length ? new FlatSearch(machine, task)
    : task.search.alphaBeta ? await AlphaBetaSearch.make(machine, task, rows)
    : new TreeSearch(machine, task, rows);
  try {
    const time = task.records.length > 1 ? task.time : Math.min(task.time, 50); // a single move needs no search
    for (let left = time || -1; ;) {
      searching.run(SLICE, left);
      if (time) left = time - (performance.now() - began);
      if (searching.proven || (time && left <= 0)) break;
      post({ done: false, ...searching.report() });
    }
    post({ done: true, ...searching.report() });
  } finally {
    searching.free();
  }
}

async function count(task: StatisticsTask): Promise<void> {
  const random = new RandomGames(await Machine.make(task.code, task.fields), task.players);
  while (random.found.games < task.games) {
    const until = performance.now() + SLICE;
    do random.one();
    while (random.found.games < task.games && performance.now() < until);
    post({ statistics: random.found });
  }
}

self.addEventListener("message", ({ data: task }: MessageEvent<Task | StatisticsTask>) => {
  const told = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem));
  if ("statistics" in task) count(task).catch((problem: unknown) => post({ problem: told(problem) }));
  else search(task).catch((problem: unknown) => {
    loaded = null;
    post({ done: true, games: 0, opinions: [], problem: told(problem) });
  });
});

// Trials: games as Ludii writes them down, the same text as interpreter/play/trial_text.py.

import type { Game, Position } from "./game";
import { NOTES, type Move } from "./moves";

const SIZE = "LEGAL MOVES LIST SIZE = ";

/** A text that is no trial, or a trial that departs from the rules. */
export class TrialError extends Error {}

export interface Trial {
  options: string[];
  rng: bigint;
  moves: string[];
}

function eight(rng: bigint): number[] {
  const bytes = new Int8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, rng), true);
  return Array.from(bytes);
}

const decimal = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** A game as text. plies: the positions with the moves that were applied in them. */
export function writeTrial(game: Game, rng: bigint, plies: { at: Position; applied: Move }[], last: Position): string {
  const { words, variant, data } = game;
  const lines = [`game=${data.path}`, "START GAME OPTIONS", ...variant.options, "END GAME OPTIONS"];
  lines.push(`RNG internal state=${eight(rng).join(",")}`);
  const start = game.startActions(rng).actions.filter((a) => !NOTES.has(a.kind));
  for (const action of start) {
    const text = words.text(action);
    const to = /[:,]to=(-?\d+)/.exec(text);
    lines.push(`Move=[Move:mover=0${to ? `,from=${to[1]},to=${to[1]}` : ""},actions=${text}]`);
  }
  for (const ply of plies) lines.push(`Move=${words.moveText(ply.applied)}`);
  for (const ply of plies) lines.push(`${SIZE}${ply.at.moves.length}`);
  lines.push(`numInitialPlacementMoves=${start.length}`);
  const ranking = game.ranking(last);
  if (last.over) {
    lines.push(`winner=${Math.max(0, ranking.indexOf(1))}`);
    const turns = game.number(last, "turn")[0] ?? 0;
    const limit = turns >= data.turnLimit * variant.players ? "TurnLimit" : plies.length >= data.moveLimit ? "MoveLimit" : "";
    lines.push(`endtype=${limit || "NaturalEnd"}`);
  }
  lines.push(`rankings=${ranking.map(decimal).join(",")}`, "SANDBOX=false", "LUDII_VERSION=1.3.13");
  return lines.join("\n") + "\n";
}

/** Read a trial's text. */
export function readTrial(text: string): Trial {
  const lines = text.split(/\r?\n/);
  const begin = lines.indexOf("START GAME OPTIONS");
  const end = lines.indexOf("END GAME OPTIONS");
  const options = begin >= 0 && end > begin ? lines.slice(begin + 1, end) : [];
  const moves = lines.filter((line) => line.startsWith("Move=")).map((line) => line.slice(5));
  const value = (key: string) => lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1);
  const bytes = (value("RNG internal state") ?? "").split(",").map(Number);
  if (bytes.length !== 8 || bytes.some((b) => !Number.isInteger(b) || b < -128 || b > 127))
    throw new TrialError("This is not a trial of Ludii's: the state of the random numbers is missing.");
  const rng = new DataView(Int8Array.from(bytes).buffer).getBigInt64(0, true);
  const counts = lines.filter((line) => line.startsWith(SIZE)).length;
  const early = moves.findIndex((move) => !move.startsWith("[Move:mover=0,"));
  const initial = Number(value("numInitialPlacementMoves") ?? (counts ? moves.length - counts : Math.max(0, early)));
  if (!(initial >= 0 && initial <= moves.length)) throw new TrialError("This trial is damaged: it has too few moves.");
  return { options, rng, moves: moves.slice(initial) };
}

const DEFAULTS: Record<string, string> = { level: "0", levelFrom: "0", levelTo: "0", count: "1", decision: "false", stack: "false" };

/** What a move's text says, without what is understood. Texts of older versions leave out what newer ones write. */
function meaning(text: string): string {
  const body = text.slice(text.indexOf("actions=") + 8, -1);
  const mover = /^\[Move:mover=(-?\d+)/.exec(text)?.[1] ?? "";
  const actions = [...body.matchAll(/\[([^:\]]*):([^\]]*)\]/g)].map(([, name, rest]) => {
    const pairs = rest.split(",").filter((pair) => pair && DEFAULTS[pair.split("=")[0]] !== pair.split("=")[1]);
    return `${name}:${pairs.sort().join(",")}`;
  });
  return `${mover} ${actions.join(" ")}`;
}

/** The legal move that does what a text says; undefined where there is none. */
export function matching(game: Game, position: Position, text: string): Move | undefined {
  const site = (key: string) => Number(new RegExp(`^\\[Move:[^\\[]*?\\b${key}=(-?\\d+)`).exec(text)?.[1] ?? -1);
  const from = site("from");
  const to = site("to");
  const near = position.moves.filter((move) => move.from === from && move.to === to);
  const done = near.map((move) => game.words.moveText(game.consequences(position, move)));
  const exact = done.indexOf(text);
  if (exact >= 0) return near[exact];
  const meant = meaning(text);
  return near[done.findIndex((one) => meaning(one) === meant)];
}

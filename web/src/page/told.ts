// What is told above the board: whose turn it is, what was played, the messages of the rules, and the result.

import { dangerIn } from "../engine/check";
import { commonThrow } from "../engine/dice";
import type { Game, Position } from "../engine/game";
import type { Move } from "../engine/moves";
import { say } from "../engine/phrases";
import type { Play, Ply } from "./play";

function playerName(game: Game, player: number): string {
  return game.variant.kit.players[player - 1]?.name ?? say("player", { number: player });
}

/** Who plays for a player: `Player 2`, or `Player 2 (side 1)` after a change of sides. */
export function personName(game: Game, position: Position, player: number): string {
  const seat = game.seats(position)[player];
  const name = playerName(game, player);
  if (seat === player) return name;
  return say("changed", { seat, side: name === say("player", { number: player }) ? say("side", { number: player }) : name });
}

/** How a game ended, or whose turn it is, in a sentence. */
export function statusText(game: Game, { position, last }: Play): string {
  const person = (at: Position, player: number) => game.seats(at)[player];
  const again = last !== undefined && last !== null && person(last.at, last.applied.mover) === person(position, position.mover);
  return position.over ? resultText(game, position) : turnText(game, position, again);
}

/** The places of all players, where there are more than two. */
export function placesText(game: Game, { position }: Play): string {
  const placed = game.ranking(position).map((place, p): [number, number] => [place, p]).filter(([place, p]) => p > 0 && place > 0);
  if (!position.over || game.variant.players < 3 || new Set(placed.map(([place]) => place)).size < 2) return "";
  placed.sort(([a, p], [b, q]) => a - b || p - q);
  return say("places", { places: placed.map(([place, p]) => `${place} ${personName(game, position, p)}`).join(", ") });
}

/** The rule by which a game has ended, where only one can be meant. */
export function whyText(game: Game, { position, last }: Play): string {
  const { endings } = game.variant;
  if (!position.over || !last || last.applied.actions.some((a) => a.kind === "forfeit")) return "";
  const rule = endings[Number(new Set(game.ranking(position).slice(1)).size === 1)];
  const { mover, actions } = last.applied;
  const set = actions.filter((a) => a.kind === "set_next_player").map((a) => game.words.param(a, "player")).at(-1);
  const after = set ?? (position.mover === mover ? game.number(position, "next")[0] : position.mover);
  const [now, next] = [mover, after].map((player) => personName(game, position, player));
  return rule && say("rule", { rule: rule.replace(/the next player/gi, next).replace(/the mover/gi, now) });
}

/** What limits the choice among the legal moves, as sentences: `limits` of exporters/terminal/screen.py. */
export function limitsText(game: Game, position: Position): string {
  const { moves, mover } = position;
  if (position.over || !moves.length || game.variant.players < 2) return "";
  if (passes(game, position)) return say("mustPass");
  const [owner, ...others] = owners(game, position);
  if (!others.length && owner && owner !== mover) return say("mustMove", { who: personName(game, position, owner) });
  return game.variant.flags.prefers && moves.every((move) => captures(game, position, move)) ? say("mustTake") : "";
}

/** Check, and that a game has ended by checkmate or stalemate. */
function dangerText(game: Game, position: Position): string {
  const { kind } = dangerIn(game, position);
  return kind && say(kind);
}

/** What is thrown for the next move. */
export function throwText(game: Game, position: Position): string {
  const thrown = [...commonThrow(game.words, position.moves).keys()].sort((a, b) => a - b);
  const tops = new Map(game.sites(position).filter(({ type }) => type === 0).map(({ index, pieces }) => [index, pieces.at(-1)]));
  const dice = thrown.flatMap((site) => tops.get(site) ?? []).map((die) => game.say.stands(die));
  return dice.length ? say("thrown", { dice: dice.join(", ") }) : "";
}

/** Whether a pass is the only legal move. */
export function passes(game: Game, { moves, over }: Position): boolean {
  return !over && moves.length === 1 && game.words.is(moves[0], "pass");
}

/** Whose pieces the moves take up; 0: nobody's. */
function owners(game: Game, position: Position): number[] {
  const { defaultSite } = game.variant;
  const standing = new Map(game.sites(position).filter(({ type }) => type === defaultSite).map(({ index, pieces }) => [index, pieces]));
  return [...new Set(position.moves.map((move) => {
    const pieces = standing.get(move.from) ?? [];
    const level = Math.max(...move.actions.filter((a) => a.decision).map((a) => game.words.param(a, "level_from")));
    return (pieces[level < 0 ? pieces.length - 1 : Math.max(level, move.levelMax)] ?? pieces.at(-1))?.who ?? 0;
  }))];
}

/** Whether a move takes pieces, or gives the mover pieces of another player to move. */
function captures(game: Game, position: Position, move: Move): boolean {
  const { after, applied } = game.play(position, move);
  if (applied.actions.some((a) => a.kind.startsWith("remove"))) return true;
  const again = applied.actions.some((a) => a.kind === "set_next_player" && game.words.param(a, "player") === position.mover);
  return again && owners(game, after).every((owner) => owner && owner !== position.mover);
}

/** What was played last, in a sentence, with the moves before it if it was a pass without a choice. */
export function lastText(game: Game, { cursor, moves }: Play): string {
  let first = Math.max(0, cursor - 1);
  while (first > 0 && passes(game, moves[first].at)) first--;
  return moves.slice(first, cursor).map((ply) => lineOf(game, ply)).join(" ");
}

/** The messages of a move to the player at a seat; of seat 0 those to everybody. all: those to others too, with their names. */
export function messagesOf(game: Game, { at, applied }: Ply, seat: number, all: boolean): string[] {
  const seats = game.seats(at);
  const sent = new Map<string, Set<number>>();
  for (const { text, about, to } of game.words.messages(applied)) {
    const said = about > 0 && about <= game.variant.players ? `${personName(game, at, about)} ${text}` : text;
    sent.set(said, (sent.get(said) ?? new Set()).add(to));
  }
  return [...sent].flatMap(([said, readers]) => {
    if (readers.size === game.variant.players || readers.has(seats.indexOf(seat))) return [said];
    return all ? [`To ${[...readers].map((p) => personName(game, at, p)).join(" and ")}: ${said}`] : [];
  });
}

/** Texts as sentences; equal ones in a row are counted. */
function sentences(texts: string[]): string {
  const rows: { text: string; times: number }[] = [];
  for (const text of texts) {
    const last = rows.at(-1);
    if (last?.text === text) last.times++;
    else rows.push({ text, times: 1 });
  }
  return rows.map(({ text, times }) => (times > 1 ? `${text} (${times} times).` : /[.!?]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** What was done, and by whom where several play. */
function lineOf(game: Game, { at, applied: { mover }, said }: Ply): string {
  return mover > 0 && game.variant.players > 1 ? say("said", { who: personName(game, at, mover), move: said }) : `${said}.`;
}

function turnText(game: Game, position: Position, again: boolean): string {
  const { players, flags } = game.variant;
  if (flags.simulation) return position.moves.length ? say("step") : "";
  if (players === 1) return say("solo");
  return flags.simultaneous ? say("together") : say(again ? "again" : "turn", { who: personName(game, position, position.mover) });
}

function resultText(game: Game, position: Position): string {
  const ranking = game.ranking(position);
  const { players } = game.variant;
  if (players === 0) return say("rest");
  if (players === 1) return say(ranking[1] === 1 ? "solved" : "unsolved");
  const placed = ranking.slice(1).filter((place) => place > 0);
  const best = ranking.flatMap((place, p) => (p && place === Math.min(...placed) ? [personName(game, position, p)] : []));
  if (best.length === 1 && placed.includes(1)) return say("wins", { who: best[0] });
  return best.length === players ? say("draw") : say("shared", { who: best.join(" and ") });
}

/** The messages since the other players began to move, to whoever sits at a seat; in open games those of the last move. */
export function newsOf(game: Game, { cursor, moves, position }: Play, viewer: number, secret: boolean): string {
  const own = (k: number) => game.seats(moves[k].at)[moves[k].applied.mover] === viewer;
  let first = Math.max(0, cursor - 1);
  while (secret && first > 0 && !own(first) && !own(first - 1)) first--;
  return sentences(moves.slice(first, cursor).flatMap((ply) => messagesOf(game, ply, viewer, !secret || position.over)));
}

/** All that has happened, and what is to be known of it, in the order in which it is told. */
export function happenedText(game: Game, play: Play, viewer: number, secret: boolean, limits: string): string[] {
  const open = (text: string) => (secret ? "" : text);
  return [
    open(lastText(game, play)), newsOf(game, play, viewer, secret), dangerText(game, play.position), statusText(game, play), open(throwText(game, play.position)),
    placesText(game, play), limits, whyText(game, play),
  ];
}

/** How many plies are left when the last move is taken back, and those that the computer has made since. */
export function backTo(game: Game, { cursor, moves }: Play, seats: string[]): number {
  let left = cursor - 1;
  const byComputer = ({ at, applied }: Ply) => seats[game.seats(at)[applied.mover]] === "computer";
  while (left > 0 && (byComputer(moves[left]) || passes(game, moves[left].at))) left--;
  return left;
}

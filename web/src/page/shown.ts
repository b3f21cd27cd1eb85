// What is shown of a position to whoever looks at the screen, and what a screen reader says of it.

import { dangerIn } from "../engine/check";
import { broughtAbout, standings } from "../engine/dice";
import type { Game, Position } from "../engine/game";
import { capital, say } from "../engine/phrases";
import { MOVES } from "../engine/words";
import { faceDown, nameOf, type Shown } from "./drawing";
import type { Entry } from "./entry";
import type { Travel } from "./motion";
import { endsOf, LETTERS } from "../engine/places";
import type { Play } from "./play";

/** What stands on the sites, and what of it a seat may not know; seat 0 sees nothing. secret: whether anything is hidden. */
export function shownOf(game: Game, play: Play, viewer: number, secret: boolean): Shown[] {
  const { position } = play;
  const player = game.seats(position).indexOf(viewer);
  const written = game.variant.kit.values ? new Set(play.played.flatMap((ply) => endsOf(game.words, ply.applied))) : null;
  const dice = standings(game, position, play.played);
  const checked = dangerIn(game, position).sites;
  const rows = game.sites(position, secret ? player : undefined).map((site) => {
    const name = nameOf(site);
    const standing = dice.get(name);
    if (standing === "unthrown") for (const die of site.pieces) die.state = -1; // as it lies before it is thrown
    return { name, site, veiled: (site.veiled ?? false) && !faceDown(site), written: written?.has(name) ?? false, standing, checked: checked.includes(name) };
  });
  // a mark tells what others do not know from what they know: not in hands, nor where they know nothing
  const seen = rows.filter(({ name, site }) => !faceDown(site) && !game.variant.kit.hands.includes(name));
  const nothing = seen.every(({ veiled }) => veiled);
  return rows.map((row) => ({ ...row, veiled: row.veiled && !nothing && seen.includes(row) }));
}

/** What a screen reader says of a site. row: what stands there, if anything does. */
export function described(game: Game, entry: Entry, name: string, row: Shown | undefined): string {
  const contents = (row?.site.pieces ?? []).flatMap((piece) => {
    if (!piece.what) return [];
    if (row?.standing === "unthrown") return [say("unthrown")];
    const standing = row?.standing === "used" || row?.standing === "last" ? `, ${say(row.standing)}` : "";
    return [(game.variant.kit.values ? String(piece.what) : game.say.stands(piece)) + standing];
  });
  const count = row && row.site.count > 1 ? `${row.site.count} ` : "";
  const what = contents.length ? count + contents.join(", ") : "empty";
  const selected = entry.selected === name ? ", chosen" : entry.selected && entry.choices.has(name) ? ", can go there" : "";
  return `${capital(game.say.site(Number(name.slice(1)), LETTERS.indexOf(name[0])))}: ${what}${row?.checked ? `, ${say("inCheck")}` : ""}${selected}`;
}

/** How the last move went, if it was made in the position that was shown before, and what is thrown for the next one. */
export function travelOf(game: Game, play: Play, shown: Shown[], before: Position | null, [from, to]: readonly [string, string]): Travel | null {
  const { last, position } = play;
  if (last ? last.at !== before : position === before) return null;
  const dice = shown.filter(({ standing }) => standing === "thrown").map(({ name }) => name);
  if (!last) return { from: "", to: "", dice };
  const { thrown, again } = broughtAbout(game.words, last.applied);
  if (!again) dice.push(...thrown);
  const moved = last.applied.actions.some(({ kind }) => MOVES.includes(kind)); // a selection moves nothing
  return { from: moved ? from : to, to, dice };
}

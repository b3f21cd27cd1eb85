// Setting up a position by hand: which piece is laid next, and what stands where.

import type { Arrangement, Game, Piece, Position, Site } from "../engine/game";
import { capital } from "../engine/phrases";
import type { Board, View } from "./board";
import { h, the } from "./dom";
import { nameOf, pictureOf } from "./drawing";
import type { Entry } from "./entry";
import { LETTERS } from "../engine/places";
import { pieceOf } from "./play";
import { described } from "./shown";

const NOTHING = 0;

/** Whether pieces of a game can be laid by hand: not large ones, those of open tables, hidden ones, and numbers of puzzles. */
export function canSetUp({ variant: { kit, pieces, flags } }: Game): boolean {
  return !kit.values && !kit.table && !flags.hidden && !flags.simulation && pieces.length > 1 && !pieces.some((piece) => piece.large);
}

export class Setup {
  private readonly sites = new Map<string, Site>();
  private chosen: number;

  constructor(private readonly game: Game, position: Position) {
    for (const site of game.sites(position)) this.sites.set(nameOf(site), { ...site, pieces: [...site.pieces] });
    this.chosen = game.variant.pieces.findIndex((_, what) => this.offers(what));
    this.palette();
    const mover = the<HTMLSelectElement>("first-mover");
    mover.replaceChildren(...game.variant.kit.players.map(({ name }, i) => h("option", { value: i + 1, selected: position.mover === i + 1 }, name)));
  }

  private offers(what: number): boolean {
    return what > 0 && !!this.game.variant.kit.looks[what] && !this.game.variant.pieces[what].faces.length;
  }

  private palette(): void {
    const { variant, say } = this.game;
    const wanted = variant.pieces.flatMap((_, what) => (this.offers(what) ? [what] : []));
    const button = (what: number, text: string, picture?: Element) => h("button", {
      type: "button", class: "option", "aria-pressed": String(what === this.chosen), "aria-label": text, title: text,
      click: () => { this.chosen = what; this.palette(); },
    }, picture ?? text);
    the("palette").replaceChildren(
      ...wanted.map((what) => button(what, capital(say.piece(what)), pictureOf(variant.kit, pieceOf(variant, what)))), button(NOTHING, "Take away"));
  }

  /** A click on a site: lay the chosen piece there, on those that stand there if the game has stacks, or take the top one away. */
  lay(name: string): void {
    const [type, index] = [LETTERS.indexOf(name[0]), Number(name.slice(1))];
    const site = this.sites.get(name) ?? { type, index, count: 0, pieces: [] };
    const piece: Piece = pieceOf(this.game.variant, this.chosen);
    const [stacks, counts] = ["height", "count"].map((part) => this.game.has(`${part}_${"cve"[type]}`));
    if (this.chosen === NOTHING) {
      if (site.count > 1) site.count--;
      else site.pieces.pop();
    } else if (counts && site.pieces[0]?.what === piece.what) site.count++;
    else {
      site.pieces = stacks ? [...site.pieces, piece] : [piece];
      site.count = 1;
    }
    if (site.pieces.length) this.sites.set(name, site);
    else this.sites.delete(name);
  }

  clear(): void {
    for (const [name, { pieces }] of this.sites) if (pieces.every(({ what }) => this.offers(what))) this.sites.delete(name);
  }

  /** What is laid, as a board shows it; every site can be clicked. */
  view(entry: Entry): View {
    const [none, every] = [new Set<string>(), new Set(Object.keys(this.game.variant.kit.sites))];
    const shown = [...this.sites].map(([name, site]) => ({ name, site, veiled: false, written: false, standing: undefined }));
    const rows = new Map(shown.map((row) => [row.name, row]));
    const describe = (site: string) => described(this.game, entry, site, rows.get(site));
    return { shown, choices: none, origins: every, sites: every, lifts: none, drops: none, selected: "", last: [], travel: null, describe };
  }

  get arrangement(): Arrangement {
    return { mover: Number(the<HTMLSelectElement>("first-mover").value), sites: [...this.sites.values()] };
  }
}

/** The pieces that are being set up. */
export function showSetup(board: Board, setup: Setup, entry: Entry): void {
  board.show(setup.view(entry));
  the("aside").replaceChildren();
  the("ending").hidden = true;
  the("status").textContent = "Lay the pieces, and then play from there.";
}

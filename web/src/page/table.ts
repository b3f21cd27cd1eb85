// The table: one game in progress on the page, who plays it, and what is shown of it to whom.

import type { GameData, VariantData } from "../engine/data";
import { Game } from "../engine/game";
import { matching, readTrial, TrialError, writeTrial } from "../engine/trial";
import { compile, RuleError, type Code } from "../engine/wasm";
import { Board } from "./board";
import { choose, handOver } from "./dialogs";
import { h, the } from "./dom";
import { nameOf, type Shown } from "./drawing";
import { Entry } from "./entry";
import { lastText, messagesOf, Panel, personName, sentences, statusText, type Seat } from "./panel";
import { endsOf, siteName, spoken } from "./places";
import { Play, playAddress, randomSeed, readSeed } from "./play";
import { Thinker, STRENGTHS, type Report } from "./thinker";

export class Table {
  private game!: Game;
  private code!: Code;
  private play!: Play;
  private board!: Board;
  private entry!: Entry;
  /** Who sits at each seat, from index 1. A seat is a player of the rules until sides are changed. */
  private seats: Seat[] = [];
  private readonly panel: Panel;
  /** The seat of whoever looks at the screen; 0 while it is handed over. Only matters where something is hidden. */
  private viewer = 1;
  /** Of simultaneous moves: what each player has chosen so far, as the runtime reads it. */
  private chosen = new Map<number, string>();
  private hinting = false;
  private turn = 0;
  private labelled = false;

  constructor(private readonly data: GameData, private readonly thinker: Thinker) {
    this.panel = new Panel((cursor) => this.jump(cursor), (at, seat) => this.sit(at, seat));
  }

  /** The module and tables of the game that is loaded. */
  get compiled(): Code {
    return this.code;
  }

  /** The game so far, for an address. */
  get address(): string {
    return this.play.address();
  }

  get variant(): VariantData {
    return this.game.variant;
  }

  /** Load a variant, and start a game or play that of an address. */
  async load(variant: VariantData, address = new URLSearchParams()): Promise<void> {
    const code = await compile(variant.wasm, variant.tables);
    this.thinker.stop();
    this.code = code;
    this.game = await Game.load(this.data, variant, code);
    this.seats = Array.from({ length: variant.players + 1 }, (_, p) => this.seats[p] ?? "human");
    const always: string[] = variant.labels[variant.defaultSite].map((_, k) => siteName(variant, variant.defaultSite, k));
    for (const c of variant.containers) if (c.kind !== "board") for (let k = 0; k < c.sites; k++) always.push(`C${c.first + k}`);
    this.board = new Board(variant.kit, always, {
      choose: (site) => this.choose(site),
      drop: (from, to) => this.dropped(from, to),
      lift: (site) => this.lift(site),
    }, `Board of ${this.data.name}`);
    the("board").replaceChildren(this.board.element);
    this.label(this.labelled);
    this.panel.rules(variant.rules, this.data.credits);
    this.begin(address);
  }

  begin(address = new URLSearchParams()): void {
    const seed = address.get("s");
    this.play = new Play(this.game, seed ? readSeed(seed) : randomSeed());
    const lost = playAddress(this.play, address.get("m") ?? "");
    this.viewer = 0;
    this.chosen.clear();
    this.renew();
    if (lost) this.problem(`The last ${lost} moves of this address could not be played.`);
  }

  // ---------------------------------------------------------------- moves

  /** The player whose move is entered now; null where it is whoever moves. */
  private get asked(): number | null {
    if (!this.variant.flags.simultaneous) return null;
    const { position } = this.play;
    const open = [...new Set(position.moves.map((move) => move.mover))].sort((a, b) => a - b);
    return open.find((player) => !this.chosen.has(player)) ?? null;
  }

  private get mover(): number {
    return this.asked ?? this.play.position.mover;
  }

  /** The seat whose move is entered now. */
  private get at(): number {
    return this.game.seats(this.play.position)[this.mover];
  }

  private get human(): boolean {
    return !this.play.position.over && this.seats[this.at] !== "computer";
  }

  private choose(site: string): void {
    if (!this.human || this.covered) return;
    const { moves } = this.entry.choose(site);
    if (moves.length) void this.decide(moves);
    else this.show();
  }

  /** Let go of the piece that is chosen. */
  letGo(): void {
    if (!this.entry.selected) return;
    this.entry.selected = "";
    this.show();
  }

  /** Ask whether the game may be lost, unless there is nothing to lose. */
  async mayEnd(): Promise<boolean> {
    const count = this.play.moves.length;
    if (!count || this.play.position.over) return true;
    const moves = count === 1 ? "Its move is" : `Its ${count} moves are`;
    return (await choose(`End this game? ${moves} lost, unless you save it first.`, ["End this game"], "Go on playing")) === 0;
  }

  private lift(site: string): boolean {
    if (!this.human || this.covered) return false;
    this.entry.selected = "";
    this.entry.choose(site);
    if (this.entry.selected !== site) return false;
    this.show();
    return true;
  }

  private dropped(from: string, to: string | null): void {
    this.entry.selected = from;
    if (to && this.entry.choices.has(to)) this.choose(to);
    else {
      this.entry.selected = "";
      this.show();
    }
  }

  private async decide(numbers: number[]): Promise<void> {
    const { position } = this.play;
    const turn = this.turn;
    let number = numbers[0];
    if (numbers.length > 1) {
      this.show();
      const picked = await choose("Which move?", numbers.map((k) => position.names[k]));
      if (picked < 0 || turn !== this.turn) return this.show();
      number = numbers[picked];
    }
    this.make(number);
  }

  /** Make a move, or keep it until all players have chosen one. */
  private make(number: number): void {
    const { position } = this.play;
    if (!this.variant.flags.simultaneous) return this.attempt(() => this.play.play(number));
    const move = position.moves[number];
    this.chosen.set(move.mover, move.raw.join());
    if (this.asked !== null) return this.renew();
    this.attempt(() => {
      for (const record of this.chosen.values()) {
        const at = this.play.position.moves.findIndex((legal) => legal.raw.join() === record);
        if (at >= 0) this.play.play(at);
      }
      this.chosen.clear();
    });
  }

  private attempt(act: () => void): void {
    try {
      act();
      this.problem("");
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      this.problem(error.message);
    }
    this.renew();
  }

  get cursor(): number {
    return this.play.cursor;
  }

  jump(cursor: number): void {
    this.chosen.clear();
    if (this.play.jump(cursor)) this.renew();
  }

  /** Take back the last move, and those that the computer has made since. */
  undo(): void {
    let cursor = this.play.cursor - 1;
    const bySeat = (k: number) => {
      const { at, applied } = this.play.moves[k];
      return this.seats[this.game.seats(at)[applied.mover]];
    };
    while (cursor > 0 && bySeat(cursor) === "computer") cursor--;
    this.jump(cursor);
  }

  redo(): void {
    this.jump(this.play.cursor + 1);
  }

  first(): void {
    this.jump(0);
  }

  last(): void {
    this.jump(this.play.moves.length);
  }

  // ---------------------------------------------------------------- the computer

  private sit(at: number, seat: Seat): void {
    this.seats[at] = seat;
    this.renew();
  }

  label(on: boolean): void {
    this.labelled = on;
    this.board.label(on ? this.variant.labels[this.variant.defaultSite] : [], this.variant.defaultSite);
  }

  hint(on: boolean): void {
    this.hinting = on;
    this.renew();
  }

  private think(): void {
    this.thinker.stop();
    this.panel.opinion(this.play.position, null);
    const { position } = this.play;
    const own = position.moves.length > 0 && !position.over && !this.covered;
    const machine = own && this.seats[this.at] === "computer";
    if (!own || (!machine && !this.hinting) || (this.variant.flags.hidden && this.secret && !machine)) return;
    const player = this.mover;
    const time = machine ? STRENGTHS[Number(the<HTMLInputElement>("strength").value)] : 0;
    this.thinker.think(this.game, this.code, { ...position, mover: player }, time, (report) => {
      if (!machine || this.hinting) this.panel.opinion(position, report);
      if (machine && report.done) this.answer(report, player);
    });
  }

  private answer(report: Report, player: number): void {
    if (report.problem) return this.problem(report.problem);
    const own = report.opinions.filter((opinion) => this.play.position.moves[opinion.move].mover === player);
    const best = own[0] ?? report.opinions[0];
    if (best) this.make(best.move);
  }

  // ---------------------------------------------------------------- what is shown

  /** Whether the players keep secrets from one another at this screen. */
  private get secret(): boolean {
    const { flags, players } = this.variant;
    return players > 1 && (flags.hidden || flags.simultaneous);
  }

  private get covered(): boolean {
    return this.secret && this.viewer === 0 && !this.play.position.over && this.human;
  }

  /** After the position has changed: new entry, cover, address, search. */
  private renew(): void {
    this.turn++;
    the<HTMLDialogElement>("choice").close();
    this.entry = new Entry(this.game.words, this.play.position, this.asked);
    if (this.secret && this.human && this.viewer !== this.at) this.cover();
    else if (the<HTMLDialogElement>("cover").open) the<HTMLDialogElement>("cover").close();
    this.show();
    this.panel.players(this.game, this.seats, this.play.position);
    const { options, ruleset } = this.variant;
    const which = this.variant === this.data.variants[0] ? "" : `o=${encodeURIComponent(ruleset || options.join("|"))}&`;
    history.replaceState(null, "", `#${which}${this.play.address()}`);
    this.think();
  }

  private cover(): void {
    const people = this.seats.flatMap((seat, k) => (k && seat === "human" ? [k] : []));
    if (people.length === 1) {
      this.viewer = people[0]; // nobody else is there who could look
      return;
    }
    this.viewer = 0;
    const { turn, at } = this;
    void handOver(personName(this.game, this.play.position, this.mover)).then(() => {
      if (turn !== this.turn) return;
      this.viewer = at;
      this.show();
      this.think();
    });
  }

  private show(): void {
    const { position, last } = this.play;
    const can = this.human && !this.covered;
    const shown = this.shown();
    const rows = new Map(shown.map((row) => [row.name, row]));
    const ends = last && !this.secret ? endsOf(this.game.words, last.applied) : (["", ""] as const);
    this.board.show({
      shown,
      choices: can ? this.entry.choices : new Set(),
      origins: can ? this.entry.origins : new Set(),
      sites: can ? this.entry.sites : new Set(),
      selected: this.entry.selected,
      last: [...new Set(ends)].filter(Boolean),
      describe: (site) => this.describe(site, rows.get(site)),
    });
    const aside = can ? this.entry.aside : [];
    the("aside").replaceChildren(...aside.map((k) => h("button", {
      type: "button", class: "option", click: () => this.make(k),
    }, position.names[k].replace(/^./, (letter) => letter.toUpperCase()))));
    const asked = this.asked !== null && this.human ? `${personName(this.game, position, this.mover)} chooses a move. ` : "";
    const thinking = !this.human && !position.over && position.moves.length ? "The computer is thinking …" : "";
    const said = this.secret ? "" : lastText(this.game, this.play);
    the("status").textContent = asked || [said, this.news(), statusText(this.game, position), thinking].filter(Boolean).join(" ");
    this.panel.messages(this.play.played.flatMap((_, k) => this.messages(k).map((text) => ({ ply: k + 1, text }))));
    the("no-hint").hidden = !(the<HTMLButtonElement>("hint").disabled = this.variant.players > 1 && this.variant.flags.hidden);
    this.panel.moves(this.play, this.secret && !position.over);
    the<HTMLButtonElement>("undo").disabled = this.play.cursor === 0;
    the<HTMLButtonElement>("redo").disabled = this.play.cursor === this.play.moves.length;
    if (!performance.getEntriesByName("ready").length) performance.mark("ready");
    Object.assign(document.documentElement.dataset, { ready: "1", ply: String(this.play.cursor), over: String(position.over) });
  }

  /** The messages of a move to whoever looks at the screen. */
  private messages(k: number): string[] {
    return messagesOf(this.game, this.play.moves[k], this.viewer, !this.secret || this.play.position.over);
  }

  /** The messages since the other players began to move; in open games those of the last move. */
  private news(): string {
    const { cursor, moves } = this.play;
    const own = (k: number) => this.game.seats(moves[k].at)[moves[k].applied.mover] === this.viewer;
    let first = Math.max(0, cursor - 1);
    while (this.secret && first > 0 && !own(first) && !own(first - 1)) first--;
    return sentences(moves.slice(first, cursor).flatMap((_, k) => this.messages(first + k)));
  }

  /** What stands on the sites, and what of it the viewer may not know. */
  private shown(): Shown[] {
    const { position } = this.play;
    const secret = this.secret && this.variant.flags.hidden && !position.over;
    const viewer = this.game.seats(position).indexOf(this.viewer);
    const written = this.variant.kit.values ? new Set(this.play.played.flatMap((ply) => endsOf(this.game.words, ply.applied))) : null;
    return this.game.sites(position).map((site) => {
      const unseen = (player: number) => site.pieces.map((_, level) => secret && this.game.isHidden(position, site.type, site.index, level, player));
      const hidden = unseen(viewer);
      return { name: nameOf(site), site, hidden, veiled: !hidden.includes(true) && unseen(0).includes(true), written: written?.has(nameOf(site)) ?? false };
    });
  }

  private describe(site: string, row: Shown | undefined): string {
    const contents = (row?.site.pieces ?? []).flatMap((piece, level) => {
      if (!piece.what) return [];
      if (row?.hidden[level]) return ["hidden piece"];
      return [this.variant.kit.values ? String(piece.what) : (this.variant.pieces[piece.what]?.name ?? "piece")];
    });
    const count = row && row.site.count > 1 ? `${row.site.count} ` : "";
    const what = contents.length ? count + contents.join(", ") : "empty";
    const selected = this.entry.selected === site ? ", chosen" : this.entry.selected && this.entry.choices.has(site) ? ", can go there" : "";
    return `${spoken(this.variant, site)}: ${what}${selected}`;
  }

  problem(text: string): void {
    const place = the("problem");
    place.textContent = text;
    place.hidden = !text;
  }

  // ---------------------------------------------------------------- trials

  trial(): string {
    return writeTrial(this.game, this.play.rng, this.play.played, this.play.position);
  }

  /** Play a trial's moves in a new game. Throws TrialError; then the game that is shown stays. */
  async loadTrial(text: string): Promise<void> {
    const trial = readTrial(text);
    const play = new Play(this.game, trial.rng);
    for (const [ply, move] of trial.moves.entries()) {
      const legal = matching(this.game, play.position, move);
      if (!legal) throw new TrialError(`Move ${ply + 1} of this trial is not legal in this variant: ${move}`);
      play.play(play.position.moves.indexOf(legal));
    }
    if (!(await this.mayEnd())) return;
    this.play = play;
    this.viewer = 0;
    this.chosen.clear();
    this.renew();
    this.problem("");
  }
}

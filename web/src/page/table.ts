// The table: one game in progress on the page, who plays it, and what is shown of it to whom.

import type { GameData, VariantData } from "../engine/data";
import { Game, type Position } from "../engine/game";
import { writeTrial } from "../engine/trial";
import { compile, RuleError, type Code } from "../engine/wasm";
import { Board } from "./board";
import { handOver, mayEnd, pick } from "./dialogs";
import { h, the } from "./dom";
import { Entry } from "./entry";
import { sound } from "./motion";
import { Panel, type Seat } from "./panel";
import { described, shownOf, travelOf } from "./shown";
import { backTo, happenedText, limitsText, messagesOf, passes, personName, statusText } from "./told";
import { endsOf, LETTERS, sitesOf } from "../engine/places";
import { remember, remembered } from "./memory";
import { arrangementText, opened, Play, type Ply, playAddress, randomSeed, readSeed, replayed, type Variation } from "./play";
import { canSetUp, Setup, showSetup } from "./setup";
import { Settings } from "./settings";
import { Thinker, STRENGTHS, type Report } from "./thinker";

const PAUSE = 1200; // milliseconds in which one sees that there is nothing but to pass

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
  readonly settings = new Settings();
  /** The position that was shown last. */
  private before: Position | null = null;
  /** The pieces while they are set up by hand. */
  private setup: Setup | null = null;
  private limits = "";
  /** Whether the last move was made by dragging a piece to where it went: then it does not go there once more. */
  private dragged = false;

  constructor(private readonly data: GameData, private readonly thinker: Thinker) {
    this.panel = new Panel((cursor) => this.jump(cursor), (at, seat) => this.sit(at, seat), (variation) => this.turnTo(variation));
    this.seats = remembered(data.name);
  }

  /** The module and tables of the game that is loaded. */
  get compiled(): Code {
    return this.code;
  }

  /** The game in progress. */
  get current(): Play {
    return this.play;
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
    this.board = new Board(variant.kit, sitesOf(variant), {
      choose: (site) => this.choose(site),
      drop: (from, to) => this.dropped(from, to),
      lift: (site) => this.lift(site),
      aim: (site) => { the("status").textContent = `Touch ${this.game.say.site(Number(site.slice(1)), LETTERS.indexOf(site[0]))} again to choose it.`; },
    }, `Board of ${this.data.name}`);
    the("board").replaceChildren(this.board.element);
    this.settings.use(this.board, variant);
    this.panel.rules(variant.rules, this.data.credits, variant.told);
    this.begin(address);
  }

  begin(address = new URLSearchParams()): void {
    const seed = address.get("s");
    const [play, wrong] = opened(this.game, seed ? readSeed(seed) : randomSeed(), address.get("p") ?? "");
    this.play = play;
    const lost = playAddress(this.play, address.get("m") ?? "", address.get("k") ?? "");
    this.viewer = 0;
    this.chosen.clear();
    this.renew();
    this.problem(wrong || (lost ? `The last ${lost === 1 ? "move" : `${lost} moves`} of this address could not be played.` : ""));
  }

  // ---------------------------------------------------------------- pieces set up by hand

  /** Begin or end setting up pieces. */
  setUp(on: boolean): void {
    if (on === (this.setup !== null)) return;
    this.setup = on ? new Setup(this.game, this.play.position) : null;
    this.thinker.stop();
    if (on) this.show();
    else this.renew();
  }

  /** Take all pieces away. */
  clear(): void {
    this.setup?.clear();
    this.show();
  }

  /** Play from the pieces that were set up. */
  arrange(): void {
    if (this.setup) this.begin(new URLSearchParams({ p: arrangementText(this.setup.arrangement) }));
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
    if (this.setup) {
      this.setup.lay(site);
      return this.show();
    }
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
    return this.play.position.over || mayEnd(this.play.moves.length);
  }

  private lift(site: string): boolean {
    if (this.setup || !this.human || this.covered) return false;
    this.entry.selected = "";
    this.entry.choose(site);
    if (this.entry.selected !== site) return false;
    this.show();
    return true;
  }

  private dropped(from: string, to: string | null): void {
    this.entry.selected = from;
    if (to && this.entry.choices.has(to)) {
      this.dragged = true;
      this.choose(to);
    } else {
      this.entry.selected = "";
      this.show();
    }
  }

  private async decide(numbers: number[]): Promise<void> {
    if (numbers.length === 1) return this.make(numbers[0]); // at once: nothing is asked
    const turn = this.turn;
    this.show();
    const number = await pick(this.game, this.play.position, numbers);
    if (number < 0 || turn !== this.turn) this.show();
    else this.make(number);
  }

  /** Make a move, or keep it until all players have chosen one. */
  private make(number: number): void {
    const { position } = this.play;
    if (!this.variant.flags.simultaneous) return this.attempt(() => this.play.play(number));
    const move = position.moves[number];
    this.chosen.set(move.mover, move.raw.join());
    if (this.asked !== null) return this.renew();
    this.attempt(() => {
      this.play.together([...this.chosen.values()]);
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

  jump(cursor: number): void {
    this.chosen.clear();
    if (this.play.jump(cursor)) this.renew();
  }

  /** Go on with what was played instead of the moves of the game. */
  private turnTo(variation: Variation): void {
    this.chosen.clear();
    this.play.turnTo(variation);
    this.play.jump(this.play.cursor + 1);
    this.renew();
  }

  /** Take back the last move, and those that the computer has made since. */
  undo(): void {
    this.jump(backTo(this.game, this.play, this.seats));
  }

  redo(): void {
    this.jump(this.play.cursor + 1);
  }

  // ---------------------------------------------------------------- the computer

  private sit(at: number, seat: Seat): void {
    this.seats[at] = seat;
    this.keep();
    this.renew();
  }

  /** Remember who plays, for when the page is loaded anew. */
  keep(): void {
    remember(this.data.name, this.seats);
  }

  hint(on: boolean): void {
    this.hinting = on;
    this.renew();
  }

  private think(): void {
    this.thinker.stop();
    this.panel.opinion(this.game, this.play.position, null);
    const { position } = this.play;
    const own = !this.setup && position.moves.length > 0 && !position.over && !this.covered;
    const machine = own && this.seats[this.at] === "computer";
    if (!own || (!machine && !this.hinting) || (this.variant.flags.hidden && this.secret && !machine)) return;
    const player = this.mover;
    const time = machine ? STRENGTHS[Number(the<HTMLInputElement>("strength").value)] : 0;
    this.thinker.think(this.game, this.code, { ...position, mover: player }, time, (report) => {
      if (!machine || this.hinting) this.panel.opinion(this.game, position, report);
      if (machine && report.done) this.answer(report, player);
    });
  }

  private answer(report: Report, player: number): void {
    if (report.problem) return this.problem(report.problem);
    const own = report.opinions.filter((opinion) => this.play.position.moves[opinion.move].mover === player);
    const best = own[0] ?? report.opinions[0];
    const duel = this.variant.players === 2 && this.seats.filter((seat, k) => k && seat === "human").length === 1;
    if (best && duel && this.play.hope.lost(this.at, best, this.play.cursor)) this.show();
    else if (best) this.make(best.move);
  }

  // ---------------------------------------------------------------- what is shown

  /** Whether the players keep secrets from one another at this screen. */
  private get secret(): boolean {
    return this.variant.players > 1 && (this.variant.flags.hidden || this.variant.flags.simultaneous);
  }

  private get covered(): boolean {
    return this.secret && this.viewer === 0 && !this.play.position.over && this.human;
  }

  /** After the position has changed: new entry, cover, address, search. */
  private renew(): void {
    const turn = ++this.turn;
    this.setup = this.play.hope.spared = null;
    the<HTMLDetailsElement>("set-up").open = false;
    the("set-up").hidden = !canSetUp(this.game);
    the<HTMLButtonElement>("save").disabled = this.play.arrangement !== ""; // trials begin at the usual start
    this.limits = this.secret ? "" : limitsText(this.game, this.play.position);
    the<HTMLDialogElement>("choice").close();
    this.entry = new Entry(this.game.words, this.play.position, this.asked, new Set(this.variant.kit.hands));
    const [only, ...others] = this.entry.origins;
    if (only && !others.length && this.human) this.entry.choose(only); // there is nothing else to choose
    if (this.secret && this.human && this.viewer !== this.at) this.cover();
    else if (the<HTMLDialogElement>("cover").open) the<HTMLDialogElement>("cover").close();
    this.show();
    this.dragged = false;
    this.panel.players(this.game, this.seats, this.play.position);
    const { options, ruleset } = this.variant;
    const which = this.variant === this.data.variants[0] ? "" : `o=${encodeURIComponent(ruleset || options.join("|"))}&`;
    history.replaceState(null, "", `#${which}${this.play.address()}`);
    this.think();
    const newest = this.play.cursor === this.play.moves.length && this.play.cursor > 0;
    const { becoming } = this.entry; // then there is nothing to choose before
    if (newest && this.human && !this.covered && becoming.length > 1) void this.decide(becoming);
    if (newest && !this.secret && this.human && passes(this.game, this.play.position)) window.setTimeout(() => {
      if (turn === this.turn && !this.setup) this.make(0); // there is nothing to choose
    }, PAUSE);
  }
  private cover(): void {
    const people = this.seats.flatMap((seat, k) => (k && seat === "human" ? [k] : []));
    this.viewer = people.length === 1 ? people[0] : 0;
    if (this.viewer) return; // nobody else is there who could look
    const { turn, at } = this;
    void handOver(personName(this.game, this.play.position, this.mover)).then(() => {
      if (turn !== this.turn) return;
      this.viewer = at;
      this.show();
      this.think();
    });
  }

  private show(): void {
    if (this.setup) return showSetup(this.board, this.setup, this.entry);
    const { position, last } = this.play;
    const can = this.human && !this.covered;
    const shown = shownOf(this.game, this.play, this.viewer, this.secret && this.variant.flags.hidden && !position.over);
    const rows = new Map(shown.map((row) => [row.name, row]));
    const ends = last && !this.secret ? endsOf(this.game.words, last.applied) : (["", ""] as const);
    const travel = this.secret ? null : travelOf(this.game, this.play, shown, this.before, ends);
    this.board.show({
      shown,
      choices: can ? this.entry.choices : new Set(),
      origins: can ? this.entry.origins : new Set(),
      sites: can ? this.entry.sites : new Set(),
      lifts: can ? this.entry.lifts : new Set(),
      drops: can ? this.entry.drops : new Set(),
      selected: this.entry.selected,
      last: [...new Set(ends)].filter(Boolean),
      travel: travel && this.dragged ? { ...travel, from: travel.to } : travel,
      describe: (site) => described(this.game, this.entry, site, rows.get(site)),
    });
    if (this.settings.loud && last?.at === this.before && position !== this.before) sound(position.over, last.applied.actions.some((a) => a.kind.startsWith("remove")));
    this.before = position;
    const aside = can ? this.entry.aside : [];
    the("aside").replaceChildren(...(aside.length ? this.game.say.options(position, aside) : []).map(({ text, move }) => h("button", {
      type: "button", class: "option", click: () => this.make(move),
    }, text)));
    const { hope, hope: { spared } } = this.play;
    if (spared !== null) the("aside").append(h("button", { type: "button", class: "option", click: () => this.make(hope.playOn(this.at, spared)) }, "Play on"));
    const asked = this.asked !== null && this.human ? `${personName(this.game, position, this.mover)} chooses a move. ` : "";
    const thinking = !this.human && !position.over && position.moves.length ? hope.said : "";
    the("ending").textContent = position.over ? statusText(this.game, this.play) : spared === null ? "" : "The computer gives up.";
    the("ending").hidden = !position.over && spared === null;
    the("status").textContent = asked || [...happenedText(this.game, this.play, this.viewer, this.secret, this.limits), thinking].filter(Boolean).join(" ");
    const all = !this.secret || position.over; // whether all may be known
    this.panel.messages(this.play.played.flatMap((ply, k) => messagesOf(this.game, ply, this.viewer, all).map((text) => ({ ply: k + 1, text }))));
    this.panel.controls(this.play, this.seats);
    const own = ({ at, applied }: Ply) => !this.variant.flags.simultaneous && this.game.seats(at)[applied.mover] === this.viewer;
    this.panel.moves(this.play, all ? -1 : this.viewer, (ply) => all || own(ply));
    if (!performance.getEntriesByName("ready").length) performance.mark("ready");
    Object.assign(document.documentElement.dataset, { ready: "1", ply: String(this.play.cursor), over: String(position.over) });
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
    const play = replayed(this.game, text);
    if (!(await this.mayEnd())) return;
    this.play = play;
    this.viewer = 0;
    this.chosen.clear();
    this.renew();
    this.problem("");
  }
}

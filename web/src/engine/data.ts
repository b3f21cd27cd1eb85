// What exporters/web/bundle.py writes into a page, as types.

/** Stands for a piece that lies face down, in what somebody sees. */
export const UNSEEN = -1;

/** A field of the state: its name, kind, bits of a value, number of values (of rows, for stacks), capacity. */
export interface FieldData {
  name: string;
  kind: "INT" | "ARRAY" | "SET" | "LIST";
  bits: number;
  size: number;
  cap: string;
}

/** A kind of action. keys: [name, place of the parameter, when it is written, form]. */
export interface ActionData {
  name: string;
  params: string[];
  title: string;
  keys: [string, number, string, string][];
}

export interface PieceData {
  name: string;
  /** The name without the player's number at its end. */
  base: string;
  owner: number;
  /** What a site holds as its owner where this piece stands. */
  who: number;
  large: boolean;
  faces: number[];
}

/** A container beside the board: its sites are first … first + sites - 1. */
export interface ContainerData {
  name: string;
  owner: number;
  kind: "board" | "hand" | "dice" | "deck";
  first: number;
  sites: number;
}

/** One drawing of a piece, or a text on it; sizes and shifts in sites, turns in degrees. */
export interface Layer {
  symbol?: string;
  text?: string;
  fill?: string;
  ink?: string;
  size?: number;
  dx?: number;
  dy?: number;
  turn?: number;
}

/** How a component looks; cases: by `STATE,VALUE`, either of which may be empty. */
export interface Look {
  name: string;
  owner: number;
  layers: Layer[];
  cases?: Record<string, Layer[]>;
  /** In hands and beside the board, where it looks other. */
  hand?: Layer[];
  /** Whether it covers several sites. */
  large?: boolean;
  turn?: number;
  shows?: "state" | "value";
}

/** How the levels of a site are drawn. */
export interface StackRule {
  offsets: [number, number][];
  size: number;
  count?: boolean;
}

/** Where hands, dice and decks lie: what the whole picture covers (left, top, width, height), their markup, their sites. */
export interface Layout {
  box: [number, number, number, number];
  trays: string;
  sites: KitData["sites"];
}

/** A picture kit (exporters/pictures/kit.py): what is needed to draw any position. All markup is the exporter's own. */
export interface KitData {
  name: string;
  unit: number;
  board: string;
  symbols: Record<string, string>;
  /** By name of the site (`C12`): its centre, the width of a piece of size 1, and the number of its stack rule. */
  sites: Record<string, [number, number, number, number]>;
  stacks: StackRule[];
  layouts: Layout[];
  looks: (Look | null)[];
  /** word: a colour that tells the player's pieces, if one does. */
  players: { name: string; colour: string; word: string }[];
  /** The sites of hands, decks and dice. */
  hands: string[];
  /** The path of each edge, where pieces stand on edges: there a piece is a line along the edge. */
  edges: Record<string, string>;
  /** What can be shown over the board, by its name: axes, tracks and so on. */
  overlays: Record<string, string>;
  pile?: [number, number][];
  values?: boolean;
  /** Whether pieces lie on an open table, of which only a part is shown. */
  table?: boolean;
}

export interface Rules {
  heading: string;
  sentences: string[];
}

/** One choice of options, with its module. */
export interface VariantData {
  /** The chosen options, `Board Size/4`. */
  options: string[];
  ruleset: string;
  label: string;
  /** gzip, base64 */
  wasm: string;
  tables: string;
  caps: Record<string, number>;
  fields: FieldData[];
  players: number;
  strings: string[];
  labels: string[][];
  defaultSite: number;
  /** What a list of moves writes between two sites, there too where a piece is taken, and behind such a move. */
  signs: { goes: string; takes: string; taken: string };
  pieces: PieceData[];
  containers: ContainerData[];
  flags: {
    stochastic: boolean; hidden: boolean; simultaneous: boolean; simulation: boolean; puzzle: boolean; score: boolean; amount: boolean;
    /** Whether the component stands in the state where its owner does in other games. */
    pieceIsOwner: boolean;
    /** Whether rules let only some of the possible moves be made. */
    prefers: boolean;
  };
  /** The pieces of which it is shown when they are in check, as numbers of `pieces`. */
  checks: number[];
  /** The rules by which a decided game and a drawn one end, where one can be meant. */
  endings: [string, string];
  kit: KitData;
  rules: Rules[];
  /** The rules in the author's words, as paragraphs. */
  told: string[];
  search: SearchData;
}

/** What the search in C has to know (`lp_search_settings`). */
export interface SearchData {
  alone: number;
  early: number;
  maxMoves: number;
  exploration: number;
  /** The weight of the history of moves. */
  history: number;
  /** The field of who sits where; empty in games without a change of sides. */
  order: string;
  /** The field of teams; empty where each player is one. */
  team: string;
  moves: string;
  start: string;
  parts: { name: string; rows: number; heights: string }[];
  /** What alpha-beta goes by, in games that it suits better than UCT. */
  alphaBeta: AlphaBetaData | null;
}

/** See `lp_ab_settings` and `lp_evaluate_new`. arrays: gzip, base64. */
export interface AlphaBetaData {
  quiet: number;
  keeps: boolean;
  draws: number;
  table: number;
  head: number[];
  columns: string[];
  groups: number[];
  arrays: string;
}

export interface GameData {
  name: string;
  path: string;
  credits: string[];
  variants: VariantData[];
  /** The variants that the page does not hold. */
  left: number;
  /** The name of what the description says to computer players, where no library had it; else empty. */
  missing: string;
  actions: ActionData[];
  /** Sentences for what the runtime may report, by status and detail. */
  failures: Record<string, string>;
  turnLimit: number;
  moveLimit: number;
}

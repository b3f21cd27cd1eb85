// The WebAssembly of one game: its memory, and calls into it.

import type { FieldData } from "./data";

/** The rules failed, or a position needs more room than the page has. */
export class RuleError extends Error {}

class Trap extends Error {}

export const FULL = -1;
export const TOO_LONG = -4;

type Entry = (...args: (number | bigint)[]) => number;

/** Where a field lies in a state, in bytes; length: the place of a list's length, -1 for other fields. */
export interface Place {
  at: number;
  size: number;
  length: number;
}

/** What the exporter has packed: gzip, base64. */
export async function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export interface Code {
  module: WebAssembly.Module;
  tables: Uint8Array<ArrayBuffer>;
}

export async function compile(wasm: string, tables: string): Promise<Code> {
  const [code, planes] = await Promise.all([unpack(wasm), unpack(tables)]);
  const size = planes.length / 4;
  const data = new Uint8Array(planes.length); // the first bytes of all ints come first, then the second ones
  for (let k = 0; k < 4; k++) for (let i = 0; i < size; i++) data[4 * i + k] = planes[k * size + i];
  const ints = new Int32Array(data.buffer);
  for (let at = 0, end = 0; at < size; at = end) {
    end = at + 1 + Math.abs(ints[at]) / 4;
    if (ints[at] > 0) continue;
    ints[at] = -ints[at]; // this table holds steps from int to int, with their sign in the lowest bit
    for (let i = at + 1, last = 0; i < end; i++) ints[i] = last = (last + ((ints[i] >>> 1) ^ -(ints[i] & 1))) | 0;
  }
  return { module: await WebAssembly.compile(code), tables: data };
}

/** One instance, with one engine in its memory. */
export class Machine {
  readonly memory: WebAssembly.Memory;
  readonly engine: number;
  readonly stateSize: number;
  readonly places = new Map<string, Place>();
  private readonly entries: Record<string, Entry>;
  private readonly stack: WebAssembly.Global;
  private readonly room = new Map<string, [number, number]>();

  private constructor(instance: WebAssembly.Instance, code: Code, readonly fields: FieldData[]) {
    const exports = instance.exports as Record<string, unknown>;
    this.memory = exports["memory"] as WebAssembly.Memory;
    this.stack = exports["__stack_pointer"] as WebAssembly.Global;
    this.entries = exports as Record<string, Entry>;
    this.engine = this.entries["lp_new"]();
    if (!this.engine) throw new RuleError("not enough memory for the engine");
    this.layTables(code.tables);
    this.entries["lp_patient"](this.engine, 1);
    this.stateSize = this.entries["lp_state_size"]();
    const at = this.entries["lp_layout_table"]() / 4;
    const layout = new Int32Array(this.memory.buffer);
    fields.forEach((field, i) => {
      const [place, size, length] = layout.subarray(at + 3 * i, at + 3 * i + 3);
      this.places.set(field.name, { at: place, size, length });
    });
  }

  static async make(code: Code, fields: FieldData[]): Promise<Machine> {
    let machine: Machine | undefined;
    const { exp, log, log10, sin, cos, tan, tanh, pow } = Math;
    const imports = {
      host: {
        trap: () => {
          throw new Trap();
        },
        exp, log, log10, sin, cos, tan, tanh, pow,
        fmod: (a: number, b: number) => a % b,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, place: number) => {
          const view = new DataView((machine as Machine).memory.buffer);
          view.setBigInt64(place, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
      },
    };
    machine = new Machine(await WebAssembly.instantiate(code.module, imports), code, fields);
    return machine;
  }

  /** tables: for each its length in bytes as one int, and its data. */
  private layTables(tables: Uint8Array): void {
    const view = new DataView(tables.buffer, tables.byteOffset, tables.byteLength);
    for (let at = 0, number = 0; at < tables.length; number++) {
      const size = view.getInt32(at, true);
      const place = this.put(tables.subarray(at + 4, at + 4 + size));
      this.entries["lp_table"](this.engine, number, place);
      at += 4 + size;
    }
  }

  has(entry: string): boolean {
    return entry in this.entries;
  }

  /** Call an entry. Its negated status where the rules stop it. */
  call(entry: string, ...args: (number | bigint)[]): number {
    const wanted = this.entries[entry].length; // WebAssembly would take 0 or NaN for what is missing
    if (wanted !== args.length) throw new Error(`${entry} takes ${wanted} values, not ${args.length}`);
    const before = this.stack.value as number;
    try {
      return this.entries[entry](...args);
    } catch (problem) {
      this.stack.value = before;
      if (problem instanceof Trap) return this.entries["lp_status"](this.engine);
      if (problem instanceof RangeError) return TOO_LONG; // the browser's own stack was too small
      throw problem;
    }
  }

  detail(): number {
    return this.entries["lp_detail"](this.engine);
  }

  put(data: Uint8Array): number {
    const at = this.entries["lp_alloc"](Math.max(1, data.length));
    if (!at) throw new RuleError("not enough memory");
    new Uint8Array(this.memory.buffer).set(data, at);
    return at;
  }

  release(at: number): void {
    this.entries["lp_release"](at);
  }

  /** Write data to a place that the next write with the same name takes over. */
  place(name: string, data: Uint8Array): number {
    const held = this.room.get(name);
    if (held && held[1] >= data.length) {
      new Uint8Array(this.memory.buffer).set(data, held[0]);
      return held[0];
    }
    if (held) this.release(held[0]);
    const at = this.put(data);
    this.room.set(name, [at, data.length]);
    return at;
  }

  /** A copy of a part of the memory. */
  copy(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer).slice(at, at + size);
  }

  /** A copy of the engine's state. */
  state(): Uint8Array {
    return this.copy(this.engine, this.stateSize);
  }

  /** A copy of the first ints of what a call put out. */
  out(ints: number): Int32Array {
    const at = this.entries["lp_out"](this.engine);
    return new Int32Array(this.memory.buffer, at, ints).slice();
  }

  /** The values of a field in a state, sign-extended; the members of a set. */
  read(state: Uint8Array, name: string): number[] {
    const place = this.places.get(name);
    const field = this.fields.find((f) => f.name === name);
    if (!place || !field) return [];
    const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
    if (field.kind === "SET") {
      const members = [];
      for (let i = 0; i < place.size * 8; i++) if ((state[place.at + (i >> 3)] >> (i & 7)) & 1) members.push(i);
      return members;
    }
    const width = field.bits / 8;
    const count = place.length >= 0 ? view.getInt32(place.length, true) : place.size / width;
    const values = new Array<number>(count);
    for (let i = 0; i < count; i++) {
      const at = place.at + i * width;
      values[i] =
        width === 1 ? view.getInt8(at)
        : width === 2 ? view.getInt16(at, true)
        : width === 4 ? view.getInt32(at, true)
        : Number(view.getBigInt64(at, true));
    }
    return values;
  }

  /** Write the values of a field into a state; the members of a set. Throws RuleError for more than the field has room for. */
  write(state: Uint8Array, name: string, values: number[]): void {
    const place = this.places.get(name);
    const field = this.fields.find((f) => f.name === name);
    if (!place || !field) return;
    const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
    if (field.kind === "SET") {
      state.fill(0, place.at, place.at + place.size);
      for (const member of values) state[place.at + (member >> 3)] |= 1 << (member & 7);
      return;
    }
    const width = field.bits / 8;
    if (values.length * width > place.size) throw new RuleError(`This game has no room for ${values.length} values of ${name}.`);
    values.forEach((value, i) => {
      const at = place.at + i * width;
      if (value >= 2 ** (field.bits - 1)) throw new RuleError(`This game has no room for the number ${value}.`);
      if (width === 1) view.setInt8(at, value);
      else if (width === 2) view.setInt16(at, value, true);
      else if (width === 4) view.setInt32(at, value, true);
      else view.setBigInt64(at, BigInt(value), true);
    });
  }

  one(state: Uint8Array, name: string): number {
    return this.read(state, name)[0] ?? 0;
  }
}

// A game's rules and searches in WebAssembly: copies bytes in, calls, copies numbers out. docs/pocket.md says more.

/** What `index.json` tells of a module. */
export interface Facts {
  code: string; // the file with the code
  tables: string | null; // the file with what is copied into its memory first, if anything is
  pieces: [number, number][]; // of that file: address and size, in order
  learnt: string | null; // the file with what its own entry points have learnt, if anything
  size: number; // bytes of a record
  longest: number; // moves or outcomes at most
}

export interface Question {
  module: string;
  record: Uint8Array;
  seat: number;
  teams: number[];
  parts: [number, number][]; // the bytes that make positions different
  search: "tree" | "deepen" | "glance";
  manner?: [wish: number, priors: number, playout: number, widen: number];
  most: number | null; // simulations or nodes; null: the time decides
  seed: number;
  milliseconds: number;
}

/** A call of an entry point of the game's own; what it gets are numbers, and addresses of bytes. */
export interface Call {
  module: string;
  search: "call";
  entry: string;
  given: Given[];
  paced: boolean; // called again and again, with what it may do at most as one number more
  most: number | null; // that it may do in all; null: the time decides
  milliseconds: number;
}

export type Given =
  | ["whole" | "real", number]
  | ["bytes", Uint8Array] // copied in
  | ["space" | "answer", number] // so many zeros to write to; an answer comes back
  | ["learnt"]; // where the file with what was learnt lies

export interface Called {
  number: number; // what it told, or all that it did
  spaces: Uint8Array[];
}

export interface Answer {
  actions: number[]; // best first; in the order of the rules after a glance
  values: number[]; // from -1, lost, to 1, won
  work: number; // simulations or nodes that were made
}

type Entry = (...numbers: (number | bigint)[]) => number;

const PAGE = 65536;
const PLANES = 4; // as in lab/pocket.py
const NODES = 1 << 19; // of a tree: 18 MB
const ENTRIES = 1 << 18; // that alpha-beta remembers: 7 MB
const PLIES = 200; // as in search/entries.py
const DEEPEST = 1000;
const TREE_NODE = 34;
const MEMORY_ENTRY = 27;
const SLICE = 20; // milliseconds between two looks at the clock

/** A module with memory of its own. Nothing in it allocates: addresses are handed out here. */
export class GameModule {
  private top: number;
  private readonly memory: WebAssembly.Memory;
  private readonly result: number;
  private readonly first: number;
  private readonly work: number;
  private readonly out: number;
  private readonly values: number;
  private readonly visits: number;
  private readonly teams: number;
  private readonly learnt: number;
  private readonly marked: number;

  private constructor(
    private readonly exports: WebAssembly.Exports,
    private readonly facts: Facts,
    tables: Uint8Array,
    learnt: Uint8Array,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.top = (exports.__heap_base as WebAssembly.Global).value as number;
    let at = 0;
    for (const [address, size] of facts.pieces) {
      this.bytes(address, size).set(tables.subarray(at, at + size));
      at += size;
    }
    const list = 8 * facts.longest;
    this.result = this.room(16);
    this.first = this.room(facts.size);
    this.work = this.room(facts.size);
    [this.out, this.values, this.visits] = [this.room(list), this.room(list), this.room(list)];
    this.teams = this.room(8 * 64);
    this.learnt = this.room(learnt.length);
    this.bytes(this.learnt, learnt.length).set(learnt);
    this.marked = this.top;
  }

  /** `read` gives a file of those that the facts name. */
  static async load(facts: Facts, read: (file: string) => Promise<ArrayBuffer>): Promise<GameModule> {
    const some = async (file: string | null) => new Uint8Array(file ? await read(file) : new ArrayBuffer(0));
    const [code, tables, learnt] = await Promise.all([read(facts.code), some(facts.tables), some(facts.learnt)]);
    const env = Math as unknown as WebAssembly.ModuleImports; // tanh and log are the host's
    const { instance } = await WebAssembly.instantiate(code, { env });
    return new GameModule(instance.exports, facts, tables, fromPlanes(learnt));
  }

  /** Random games from a record; the number of moves. */
  playouts(record: Uint8Array, seed: number, stream: number, games: number): number {
    this.begin(record, []);
    return this.call("playouts", this.first, this.work, this.out, this.facts.longest, seed, stream, games);
  }

  /** A random game as one number, with every legal move, record and score in it. */
  trace(record: Uint8Array, players: number, seed: number, stream: number, limit: number): number {
    this.begin(record, []);
    const { size, longest } = this.facts;
    return this.call("trace", this.first, this.work, size, this.out, longest, players, seed, stream, limit);
  }

  /** What came of a call; it may run as long as it says. */
  called({ entry, given, paced: isPaced, most, milliseconds }: Call): Called {
    this.top = this.marked;
    const answers: [number, number][] = [];
    const numbers = given.map((one) => this.placed(one, answers));
    const number = isPaced
      ? paced(most, milliseconds, (amount) => this.call(entry, ...numbers, amount), 1)
      : this.call(entry, ...numbers);
    return { number, spaces: answers.map(([at, size]) => this.bytes(at, size).slice()) };
  }

  /** What is given as a number: itself, or its address. */
  private placed(given: Given, answers: [number, number][]): number | Real {
    if (given[0] === "whole") return given[1];
    if (given[0] === "real") return real(given[1]);
    if (given[0] === "learnt") return this.learnt;
    const size = given[0] === "bytes" ? given[1].length : given[1];
    const at = this.room(size);
    if (given[0] === "bytes") this.bytes(at, size).set(given[1]);
    else this.bytes(at, size).fill(0);
    if (given[0] === "answer") answers.push([at, size]);
    return at;
  }

  /** What a search thinks. It may run as long as the question says; who cannot wait ends the worker it runs in. */
  answer(asked: Question): Answer {
    this.begin(asked.record, asked.teams);
    if (asked.search === "glance") return this.glance(asked);
    return asked.search === "tree" ? this.tree(asked) : this.deepen(asked);
  }

  private glance({ seat, teams }: Question): Answer {
    const { longest } = this.facts;
    const count = this.call("glance", this.first, this.work, seat, this.out, longest, this.teams, teams.length, this.values);
    return { actions: this.whole(this.out, count), values: this.real(this.values, count), work: count };
  }

  private tree({ seat, teams, manner = [0.7, 0, -1, 0], most, seed, milliseconds }: Question): Answer {
    const { size, longest } = this.facts;
    const [space, path, dice] = [this.room(8 + TREE_NODE * NODES), this.room(8 * DEEPEST), this.room(24)];
    this.call("tree_begin", space, NODES, dice, seed, 0);
    const made = paced(most, milliseconds, (times) =>
      this.call("tree_grow", this.first, this.work, size, space, NODES, path, dice, this.out, longest, this.teams,
        teams.length, real(manner[0]), manner[1], manner[2], real(manner[3]), times),
    );
    const count = this.call("tree_read", space, NODES, seat, this.out, this.values, this.visits);
    return { actions: this.whole(this.out, count), values: this.real(this.values, count), work: made };
  }

  private deepen({ seat, teams, parts, most, milliseconds }: Question): Answer {
    const { size, longest } = this.facts;
    const [records, line] = [this.room(size * PLIES), this.room(13 * 8 * PLIES + 16 * PLIES * longest + 24)];
    const [memory, reading, pairs] = [this.room(MEMORY_ENTRY * ENTRIES), this.room(48), this.room(16 * parts.length)];
    this.write(pairs, parts.flat());
    const sign = teams[seat] === teams[0] ? 1 : -1;
    this.bytes(memory, MEMORY_ENTRY * ENTRIES).fill(0); // nothing is remembered from another question
    this.call("deepen_begin", this.first, records, line, longest, reading, sign);
    const made = paced(most, milliseconds, (nodes) =>
      this.call("deepen_go_on", records, size, pairs, parts.length, line, longest, memory, ENTRIES, this.teams,
        teams.length, reading, nodes),
    );
    this.call("deepen_read", line, longest, reading, this.out, this.values);
    return { actions: this.whole(this.out, 1), values: this.real(this.values, 1), work: made };
  }

  private begin(record: Uint8Array, teams: number[]): void {
    if (record.length !== this.facts.size) throw new Error(`a record has ${this.facts.size} bytes, not ${record.length}`);
    this.top = this.marked;
    this.bytes(this.first, record.length).set(record);
    this.write(this.teams, teams);
  }

  /** Where so many bytes are free; the memory grows if it must. */
  private room(bytes: number): number {
    const at = (this.top + 15) & ~15;
    this.top = at + bytes;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** Calls an entry point with whole numbers (and real ones where a parameter is one); what it gives. */
  private call(name: string, ...given: (number | Real)[]): number {
    const numbers = given.map((one) => (one instanceof Real ? one.value : BigInt(one)));
    const failed = (this.exports[name] as Entry)(this.result, this.result + 8, ...numbers);
    if (failed) throw new Error(`${name} failed in WebAssembly (${failed})`);
    return Number(new DataView(this.memory.buffer).getBigInt64(this.result, true));
  }

  private bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, count);
  }

  private write(at: number, numbers: number[]): void {
    new BigInt64Array(this.memory.buffer, at, numbers.length).set(numbers.map(BigInt));
  }

  private whole(at: number, count: number): number[] {
    return Array.from(new BigInt64Array(this.memory.buffer, at, count), Number);
  }

  private real(at: number, count: number): number[] {
    return Array.from(new Float64Array(this.memory.buffer, at, count));
  }
}

/** Learnt numbers travel as the first bytes of all, then the second ones, and so on: so they take less. */
function fromPlanes(planes: Uint8Array): Uint8Array {
  const count = planes.length / PLANES;
  const bytes = new Uint8Array(planes.length);
  for (let k = 0; k < PLANES; k++) for (let i = 0; i < count; i++) bytes[PLANES * i + k] = planes[k * count + i] ?? 0;
  return bytes;
}

/** A number that an entry point takes as a real one. */
class Real {
  constructor(readonly value: number) {}
}
const real = (value: number) => new Real(value);

/** Hands out work in slices until so much is done, the time is over, or nothing is left to do; how much was done. */
export function paced(most: number | null, milliseconds: number, work: (amount: number) => number, size = 64): number {
  const byTime = (most ?? null) === null; // Python's None may come as undefined
  const begun = performance.now();
  let done = 0;
  for (;;) {
    const amount = Math.min(size, (most ?? Infinity) - done);
    if (amount <= 0) return done;
    const from = performance.now();
    const made = work(amount);
    done += made;
    const now = performance.now();
    if (made < amount || (byTime && now - begun >= milliseconds)) return done;
    size = Math.max(1, Math.min(2 * size, Math.floor((size * SLICE) / Math.max(now - from, 0.05))));
    if (byTime) size = Math.max(1, Math.min(size, Math.ceil(((begun + milliseconds - now) * made) / Math.max(now - from, 0.05))));
  }
}

// Runs modules on given cases, in Node and on a page alike: so `spielkiste.lab.pocket_check` can compare and time them.
import { type Answer, type Call, type Called, type Facts, GameModule, type Given, type Question } from "./module";

/** Bytes are written as hexadecimal digits here. */
type Written = Omit<Call, "given"> & { given: (Exclude<Given, ["bytes", Uint8Array]> | ["bytes", string])[] };

export type Case =
  | { kind: "traces"; module: string; record: string; players: number; seed: number; games: number; limit: number }
  | { kind: "playouts"; module: string; record: string; seed: number; games: number }
  | { kind: "answer"; question: Omit<Question, "record"> & { record: string } }
  | { kind: "call"; question: Written };

export interface Result {
  value: number[] | number | Answer | (Omit<Called, "spaces"> & { spaces: string[] });
  seconds: number;
}

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is to be done, read; so that reading is not timed. */
function work(module: GameModule, one: Case): () => number[] | number | Answer | Called {
  if (one.kind === "call") {
    const given = one.question.given.map((each): Given => (each[0] === "bytes" ? ["bytes", fromHex(each[1])] : each));
    return () => module.called({ ...one.question, given });
  }
  const record = fromHex(one.kind === "answer" ? one.question.record : one.record);
  if (one.kind === "answer") return () => module.answer({ ...one.question, record });
  if (one.kind === "playouts") return () => module.playouts(record, one.seed, 0, one.games);
  const { players, seed, limit, games } = one;
  return () => Array.from({ length: games }, (_, stream) => module.trace(record, players, seed, stream, limit));
}

const written = (found: ReturnType<ReturnType<typeof work>>): Result["value"] =>
  typeof found === "object" && "spaces" in found ? { ...found, spaces: found.spaces.map(toHex) } : found;

/** Seconds: of the processor where that can be asked (Node), since others may use the machine as well. */
function now(): number {
  const used = (globalThis as { process?: { cpuUsage?: () => { user: number; system: number } } }).process?.cpuUsage?.();
  return used ? (used.user + used.system) / 1e6 : performance.now() / 1000;
}

/** Runs one case after the other; modules are loaded once. `read` gives a file of the folder with the modules. */
export class Checker {
  private index: Record<string, Facts> | null = null;
  private readonly loaded = new Map<string, GameModule>();

  constructor(private readonly read: (file: string) => Promise<ArrayBuffer>) {}

  async result(one: Case): Promise<Result> {
    const module = await this.module("question" in one ? one.question.module : one.module);
    const run = work(module, one);
    const begun = now();
    const found = run();
    const seconds = now() - begun;
    return { value: written(found), seconds };
  }

  private async module(name: string): Promise<GameModule> {
    this.index ??= JSON.parse(new TextDecoder().decode(await this.read("index.json"))) as Record<string, Facts>;
    const facts = this.index[name];
    if (!facts) throw new Error(`no module ${name}`);
    const module = this.loaded.get(name) ?? (await GameModule.load(facts, this.read));
    this.loaded.set(name, module);
    return module;
  }
}

// Runs modules on given cases, in Node and on a page alike: so `spielkiste.lab.pocket_check` can compare and time them.
import { type Answer, type Facts, GameModule, type Question } from "./module";

export type Case =
  | { kind: "traces"; module: string; record: string; players: number; seed: number; games: number; limit: number }
  | { kind: "playouts"; module: string; record: string; seed: number; games: number }
  | { kind: "answer"; question: Omit<Question, "record"> & { record: string } };

export interface Result {
  value: number[] | number | Answer;
  seconds: number;
}

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function run(module: GameModule, one: Case): Result["value"] {
  if (one.kind === "answer") return module.answer({ ...one.question, record: fromHex(one.question.record) });
  const record = fromHex(one.record);
  if (one.kind === "playouts") return module.playouts(record, one.seed, 0, one.games);
  const { players, seed, limit } = one;
  return Array.from({ length: one.games }, (_, stream) => module.trace(record, players, seed, stream, limit));
}

/** `read` gives a file of the folder with the modules. */
export async function results(cases: Case[], read: (file: string) => Promise<ArrayBuffer>): Promise<Result[]> {
  const index = JSON.parse(new TextDecoder().decode(await read("index.json"))) as Record<string, Facts>;
  const loaded = new Map<string, GameModule>();
  const found: Result[] = [];
  for (const one of cases) {
    const name = one.kind === "answer" ? one.question.module : one.module;
    const facts = index[name];
    if (!facts) throw new Error(`no module ${name}`);
    const tables = new Uint8Array(facts.tables && !loaded.has(name) ? await read(facts.tables) : new ArrayBuffer(0));
    const module = loaded.get(name) ?? (await GameModule.load(await read(facts.code), tables, facts));
    loaded.set(name, module);
    const begun = performance.now();
    const value = run(module, one);
    found.push({ value, seconds: (performance.now() - begun) / 1000 });
  }
  return found;
}

// The engine's own worker: loads modules as they are asked for and answers one question at a time.
import { type Answer, type Call, type Called, type Facts, GameModule, type Question } from "./module";

export interface Asked {
  number: number;
  base: string; // where index.json and the modules lie
  question: Question | Call;
}

export type Told = { number: number; answer: Answer | Called } | { number: number; error: string };

const PACKED = ".packed"; // as the offline app has its files: not every host packs what it sends
const modules = new Map<string, Promise<GameModule>>();

async function bytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  if (!address.endsWith(PACKED) || !response.body) return response.arrayBuffer();
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function load(base: string, name: string): Promise<GameModule> {
  const index = JSON.parse(new TextDecoder().decode(await bytes(`${base}index.json`))) as Record<string, Facts>;
  const facts = index[name];
  if (!facts) throw new Error(`no module ${name}`);
  return GameModule.load(facts, (file) => bytes(base + file));
}

async function answered({ number, base, question }: Asked): Promise<Told> {
  try {
    const known = modules.get(question.module) ?? load(base, question.module);
    modules.set(question.module, known);
    const module = await known;
    return { number, answer: question.search === "call" ? module.called(question) : module.answer(question) };
  } catch (error) {
    modules.delete(question.module); // a download that was cut off may succeed the next time
    return { number, error: String(error) };
  }
}

self.onmessage = (event: MessageEvent<Asked>) => {
  void answered(event.data).then((told) => self.postMessage(told));
};

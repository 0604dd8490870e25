import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, type Port, Stopped } from "../src/engine/engine";
import { type Answer, GameModule, paced, type Question } from "../src/engine/module";
import type { Asked, Told } from "../src/engine/worker";

const QUESTION: Question = {
  module: "torris-59a2ab0e", record: new Uint8Array(3), seat: 0, teams: [0, 1], parts: [[0, 3]], search: "deepen",
  most: 100, seed: 1, milliseconds: 1000,
};
const ANSWER: Answer = { actions: [7], values: [0.5], work: 100 };

/** A worker that says what it is told to say. */
class Puppet implements Port {
  onmessage: ((event: { data: Told }) => void) | null = null;
  readonly asked: Asked[] = [];
  ended = false;
  postMessage(asked: Asked): void {
    this.asked.push(asked);
  }
  terminate(): void {
    this.ended = true;
  }
  says(told: Told): void {
    this.onmessage?.({ data: told });
  }
}

function engineWithPuppets(): [Engine, Puppet[]] {
  const puppets: Puppet[] = [];
  const begin = () => {
    const puppet = new Puppet();
    puppets.push(puppet);
    return puppet;
  };
  return [new Engine(begin, "/wasm/"), puppets];
}

test("answers come to those who asked, whatever their order", async () => {
  const [engine, puppets] = engineWithPuppets();
  const [one, other] = [engine.ask(QUESTION), engine.ask(QUESTION)];
  puppets[0]?.says({ number: 2, error: "no module" });
  puppets[0]?.says({ number: 1, answer: ANSWER });
  await assert.rejects(other, /no module/);
  assert.deepEqual(await one, ANSWER);
  assert.equal(puppets[0]?.asked[0]?.base, "/wasm/");
});

test("a search is stopped by ending its worker; the next question gets a new one", async () => {
  const [engine, puppets] = engineWithPuppets();
  const waiting = engine.ask(QUESTION);
  engine.stop();
  await assert.rejects(waiting, Stopped);
  assert.ok(puppets[0]?.ended);
  const next = engine.ask(QUESTION);
  puppets[1]?.says({ number: 2, answer: ANSWER });
  assert.deepEqual(await next, ANSWER);
});

test("work goes by number, by time, or until nothing is left to do", () => {
  let done = 0;
  const work = (amount: number) => {
    done += amount;
    return amount;
  };
  assert.equal(paced(1000, 1, work), 1000); // a number is kept, however long it takes
  assert.equal(done, 1000);
  assert.equal(paced(1000, 1000, (amount) => Math.min(amount, 10)), 10);
  const begun = performance.now();
  paced(null, 30, work);
  paced(undefined as unknown as null, 30, work); // as Python's None may come
  assert.ok(performance.now() - begun < 300);
});

test("a module that asks for what there is not does not load", async () => {
  const asks = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 9, 1, 3, 101, 110, 118, 1, 120, 0, 0]; // env.x
  const facts = { code: "", tables: null, pieces: [], learnt: null, size: 3, longest: 4 };
  await assert.rejects(GameModule.load(facts, () => Promise.resolve(new Uint8Array(asks).buffer)), WebAssembly.LinkError);
});

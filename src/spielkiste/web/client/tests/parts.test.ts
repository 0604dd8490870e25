import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken } from "../src/clock";
import { Gathering } from "../src/gather";
import { nearest } from "../src/geometry";
import { Moves } from "../src/moves";
import { Offset } from "../src/offset";
import { unfold } from "../src/runs";
import { backoff } from "../src/wire";

const box = (x: number, y: number) => ({ left: x, right: x + 10, top: y, bottom: y + 10 });

test("runs name stretches of the picture before", () => {
  assert.deepEqual(unfold(["a", "b", "c", "d"], [[0, 2], "new", [3, 4]]), ["a", "b", "new", "d"]);
  assert.deepEqual(unfold([], ["a", "b"]), ["a", "b"]);
});

test("arrows go to the nearest element in their direction, straight ahead before aside", () => {
  const others = [
    ["right", box(40, 0)],
    ["askew", box(20, 15)],
    ["below", box(0, 40)],
  ] as const;
  assert.equal(nearest(box(0, 0), others, "right"), "right");
  assert.equal(nearest(box(0, 0), others, "down"), "below");
  assert.equal(nearest(box(0, 0), others, "left"), null);
  assert.equal(nearest(box(0, 0), others, "up"), null);
});

test("the clock offset comes from the shortest round trip", () => {
  const offset = new Offset();
  offset.hear(100, 95_000);
  assert.equal(offset.ahead, 5000);
  offset.measure(200, 190_000, 192_000); // two seconds on the way: between 8 and 10 ahead
  assert.equal(offset.ahead, 9000);
  offset.measure(300, 290_900, 291_100);
  assert.equal(offset.ahead, 9000);
  offset.measure(400, 380_000, 395_000); // worse: ignored
  assert.equal(offset.ahead, 9000);
  assert.equal(offset.left(500, 480_000), 11);
});

test("an offset older than ten minutes is measured anew", () => {
  const offset = new Offset();
  offset.measure(100, 99_900, 100_100);
  offset.measure(2000, 1_999_000, 1_999_400);
  assert.equal(offset.ahead, 800);
});

test("time left in words", () => {
  assert.equal(spoken(0), "0:00");
  assert.equal(spoken(9.2), "0:10");
  assert.equal(spoken(75), "1:15");
  assert.equal(spoken(7260), "2:01 h");
});

test("attempts to reconnect wait longer, but not all at the same moment", () => {
  assert.equal(backoff(0, 1), 200);
  assert.equal(backoff(0, 0), 100);
  assert.equal(backoff(10, 1), 1000);
  assert.equal(backoff(100, 1), 5000);
});

const OUTLINE = { id: "outline", label: "Outline", elements: ["a", "b", "c", "d"], most: 3, wanted: 0, hint: "" };

test("gathering takes elements in and out, up to its most", () => {
  const gathering = new Gathering([OUTLINE]);
  for (const id of ["a", "b", "c", "d"]) gathering.toggle(id);
  assert.deepEqual(gathering.ids, ["a", "b", "c"]);
  gathering.toggle("b");
  assert.deepEqual(gathering.ids, ["a", "c"]);
  assert.equal(gathering.tool()?.id, "outline");
});

test("an element of another tool begins anew", () => {
  const gathering = new Gathering([OUTLINE, { id: "strike", label: "", elements: ["x"], most: 5, wanted: 0, hint: "" }]);
  gathering.toggle("a");
  gathering.toggle("x");
  assert.deepEqual(gathering.ids, ["x"]);
  assert.equal(gathering.tool()?.id, "strike");
});

function sink() {
  const sent: unknown[] = [];
  return {
    sent,
    play: (move: string) => void sent.push(move),
    gathered: (tool: string, elements: readonly string[]) => void sent.push([tool, elements]),
    changed: () => undefined,
    notSo: (_tool: unknown, count: number) => void sent.push(`not ${count}`),
    dead: (chosen: readonly string[], under: readonly string[]) => void sent.push([...chosen, ...under]),
  };
}

test("a stroke of two or more is sent when it ends, a single element waits", () => {
  const heard = sink();
  const hand = new Moves({ paths: [], tools: [OUTLINE] }, heard);
  hand.stroke(["a"], true);
  assert.deepEqual(heard.sent, []);
  hand.stroke(["a", "b"], false);
  assert.deepEqual([...hand.gathered], ["a", "b"]);
  hand.stroke(["a", "b", "c"], true);
  assert.deepEqual(heard.sent, [["outline", ["a", "b", "c"]]]);
  assert.equal(hand.gathered.size, 0);
});

const FIVE = { ...OUTLINE, elements: "abcdefghijkl".split(""), most: 10, wanted: 5 };

test("what is too little is said, kept, and goes on with the next stroke", () => {
  const heard = sink();
  const hand = new Moves({ paths: [], tools: [FIVE] }, heard);
  hand.stroke(["a", "b", "c"], true);
  assert.deepEqual([heard.sent, [...hand.gathered]], [["not 3"], ["a", "b", "c"]]);
  hand.stroke(["d", "e"], true);
  assert.deepEqual(heard.sent[1], ["outline", ["a", "b", "c", "d", "e"]]);
});

test("five tapped ones are sent before another stroke begins; a whole stroke leaves what was tapped", () => {
  const heard = sink();
  const hand = new Moves({ paths: [], tools: [FIVE] }, heard);
  for (const id of "abcde") hand.touch(id);
  hand.stroke(["f"], false);
  assert.deepEqual(heard.sent, [["outline", ["a", "b", "c", "d", "e"]]]);
  hand.cancel();
  hand.stroke([], true);
  hand.touch("a");
  hand.stroke(["f", "g", "h", "i", "j"], true);
  assert.deepEqual([heard.sent[1], [...hand.gathered]], [["outline", ["f", "g", "h", "i", "j"]], ["a"]]);
});

test("a dead touch is handed on with what was chosen", () => {
  const heard = sink();
  const hand = new Moves({ paths: [["c2n", ["c2", "c3"]]], tools: [] }, heard);
  hand.touch("c2");
  hand.dead(["d4"]);
  assert.deepEqual(heard.sent, [["c2", "d4"]]);
});

test("Space gathers, Enter sends", () => {
  const heard = sink();
  const hand = new Moves({ paths: [["erase", ["outline-1"]]], tools: [OUTLINE] }, heard);
  hand.touch("a");
  hand.touch("b");
  hand.enter("b");
  assert.deepEqual(heard.sent, [["outline", ["a", "b"]]]);
  hand.enter("outline-1");
  assert.equal(heard.sent[1], "erase");
});

test("what is begun outlives an update in which it is still possible", () => {
  const paths = [
    ["c2n", ["c2", "c3"]],
    ["c2e", ["c2", "d2"]],
  ] as const;
  const before = new Moves({ paths: [...paths], tools: [OUTLINE] }, sink());
  before.touch("c2");
  assert.deepEqual([...new Moves({ paths: [paths[0]], tools: [] }, sink(), before).chosen], ["c2"]);
  assert.deepEqual([...new Moves({ paths: [["b1n", ["b1", "b2"]]], tools: [] }, sink(), before).chosen], []);
});

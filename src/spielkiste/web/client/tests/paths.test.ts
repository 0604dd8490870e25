import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice } from "../src/paths";
import type { Path } from "../src/wire_types";

const PATHS: Path[] = [
  ["c2n", ["c2", "c3"]],
  ["c2e", ["c2", "d2"]],
  ["b1", ["b1"]],
  ["jump", ["a1", "a3", "c3"]],
  ["turn", ["a1", "a3", "a5"]],
];

test("a move is touched element by element", () => {
  const choice = new Choice(PATHS);
  assert.deepEqual([...choice.next()], ["c2", "b1", "a1"]);
  assert.equal(choice.touch("c2"), null);
  assert.deepEqual([...choice.next()], ["c3", "d2"]);
  assert.equal(choice.touch("d2"), "c2e");
  assert.deepEqual(choice.chosen, []);
});

test("a path of one element is a move at once", () => {
  assert.equal(new Choice(PATHS).touch("b1"), "b1");
});

test("touching the chosen element again gives it back", () => {
  const choice = new Choice(PATHS);
  choice.touch("a1");
  choice.touch("a3");
  choice.touch("a3");
  assert.deepEqual(choice.chosen, ["a1"]);
});

test("touching another beginning begins anew, touching anything else cancels", () => {
  const choice = new Choice(PATHS);
  choice.touch("a1");
  choice.touch("c2");
  assert.deepEqual(choice.chosen, ["c2"]);
  choice.touch("z9");
  assert.deepEqual(choice.chosen, []);
});

test("a drag may end on the last element where one move alone leads there", () => {
  const choice = new Choice(PATHS);
  choice.touch("a1");
  assert.equal(choice.lands("a5"), true);
  assert.equal(choice.drop("a5"), "turn");
  assert.deepEqual(choice.chosen, []);
});

test("a drag that ends where several moves end, or none, makes no move", () => {
  const choice = new Choice([
    ["x", ["a", "b", "d"]],
    ["y", ["a", "c", "d"]],
  ]);
  choice.touch("a");
  assert.equal(choice.lands("d"), false);
  assert.equal(choice.drop("d"), null);
  assert.deepEqual(choice.chosen, ["a"]);
});

test("only elements that lead on can be dragged", () => {
  const choice = new Choice(PATHS);
  assert.equal(choice.leadsOn("c2"), true);
  assert.equal(choice.leadsOn("b1"), false);
  choice.touch("c2");
  assert.equal(choice.leadsOn("c2"), true);
  assert.equal(choice.leadsOn("c3"), false);
});

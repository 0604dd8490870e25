import assert from "node:assert/strict";
import { test } from "node:test";
import { whole } from "../src/wire";

test("halves of letters are left out of what is sent, everything else stays", () => {
  const said = (text: string) => (JSON.parse(whole(JSON.stringify({ text }))) as { text: string }).text;
  assert.equal(said("cut off: \ud83d"), "cut off: ");
  assert.equal(said("\udf00 first"), " first");
  for (const text of ["Grüße 🎲", "\\ud83d is how it is written", "\\\\ud83d", 'a "b" \n']) assert.equal(said(text), text);
});

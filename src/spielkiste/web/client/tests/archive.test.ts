import assert from "node:assert/strict";
import { test } from "node:test";
import { filesIn } from "../src/pocket/archive";

// "a/ä.txt" with "Moin" and an empty "b", as Python's zipfile writes them.
const STORED = "UEsDBBQAAAgAAAAAIVBQT4QVBAAAAAQAAAAIAAAAYS/DpC50eHRNb2luUEsDBBQAAAAAAAAAIVAAAAAAAAAAAAAAAAABAAAAYlBLAQIUAxQAAAgAAAAAIVBQT4QVBAAAAAQAAAAIAAAAAAAAAAAAAACAAQAAAABhL8OkLnR4dFBLAQIUAxQAAAAAAAAAIVAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAACAASoAAABiUEsFBgAAAAACAAIAZQAAAEkAAAAAAA==";
const PACKED = "UEsDBBQAAAgIAAAAIVBQT4QVBgAAAAQAAAAIAAAAYS/DpC50eHTzzc/MAwBQSwMEFAAAAAgAAAAhUAAAAAACAAAAAAAAAAEAAABiAwBQSwECFAMUAAAICAAAACFQUE+EFQYAAAAEAAAACAAAAAAAAAAAAAAAgAEAAAAAYS/DpC50eHRQSwECFAMUAAAACAAAACFQAAAAAAIAAAAAAAAAAQAAAAAAAAAAAAAAgAEsAAAAYlBLBQYAAAAAAgACAGUAAABNAAAAAAA="; // the same, deflated

function bytes(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, "base64")).buffer;
}

test("the files of an archive", () => {
  const found = [...filesIn(bytes(STORED))].map(([name, data]) => [name, new TextDecoder().decode(data)]);
  assert.deepEqual(found, [
    ["a/ä.txt", "Moin"],
    ["b", ""],
  ]);
});

test("an archive that is cut off, packed or something else is none", () => {
  for (const wrong of [bytes(STORED).slice(0, -3), bytes(PACKED), new ArrayBuffer(4), new ArrayBuffer(400)]) {
    assert.throws(() => [...filesIn(wrong)], /not an archive of ours/);
  }
});

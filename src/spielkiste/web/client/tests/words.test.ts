import assert from "node:assert/strict";
import { test } from "node:test";
import { word } from "../src/words";

function page(lang: string, words?: Record<string, string>): void {
  const dataset = words ? { words: JSON.stringify(words) } : {};
  Object.assign(globalThis, { document: { documentElement: { lang }, body: { dataset } } });
}

test("German and English are known by heart", () => {
  page("de");
  assert.equal(word("gathered", 2, 5), "2 von 5 ausgewählt");
  page("en");
  assert.equal(word("gathered", 2, 5), "2 of 5 selected");
});

test("a third language comes with the page, what it lacks is English", () => {
  page("fr", { "{} of {} selected": "{} sur {}" });
  assert.equal(word("gathered", 2, 5), "2 sur 5");
  assert.equal(word("cancel"), "Cancel");
});

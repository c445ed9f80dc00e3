import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "../src/net/settings.ts";

const USUAL = readSettings(null);

test("nothing kept, or nothing that makes sense, is all as usual", () => {
  for (const text of [null, "", "{", "null", "7", '"dark"', "[]", "{}"]) {
    assert.deepEqual(readSettings(text), USUAL, String(text));
  }
  assert.equal(USUAL.page, "system");
  assert.equal(USUAL.theme, "classic");
});

test("each setting is checked for itself", () => {
  const kept = { page: "dark", theme: "contrast", volume: 7, sound: false, cards: "standing" };
  assert.deepEqual(readSettings(JSON.stringify(kept)), { ...USUAL, ...kept });
  const wrong = {
    page: "grey",
    theme: "../etc",
    volume: 101,
    sound: "yes",
    cards: 3,
    lines: null,
    motion: [],
    unknown: 1,
  };
  assert.deepEqual(readSettings(JSON.stringify({ ...wrong, lines: "rows" })), {
    ...USUAL,
    lines: "rows",
  });
  for (const volume of [-1, 0.5, "60", NaN]) {
    assert.equal(readSettings(JSON.stringify({ volume })).volume, USUAL.volume);
  }
});

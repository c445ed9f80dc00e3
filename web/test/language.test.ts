import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  type Catalogue,
  language,
  locale,
  rich,
  t,
  tenths,
  tn,
  useCatalogue,
} from "../src/language/language.ts";
import { BOT_LEVELS } from "../src/state/bots.ts";
import { groupOptions } from "../src/state/options.ts";
import { tellDuration, tellMoment } from "../src/state/statistics.ts";
import { countClaims } from "../src/state/replay.ts";
import { describeEvent, describeLead } from "../src/state/words.ts";
import { exampleClaim, exampleRefusal, exampleView } from "./example.ts";

const ENGLISH: Catalogue = { language: "en", forms: { one: 0, other: 1 }, messages: {} };

/** Three forms, as in Polish: 1, then 2 to 4, then all others. */
const POLISH: Catalogue = {
  language: "pl",
  forms: { one: 0, few: 1, many: 2, other: 2 },
  messages: {
    "{count} card": ["{count} karta", "{count} karty", "{count} kart"],
    "{count} point": ["{count} punkt"],
    "{count} game": "{count} gra",
    "{count} claim": ["", "", ""],
  },
};

const GERMAN: Catalogue = {
  language: "de",
  forms: { one: 0, other: 1 },
  messages: {
    "{name} took": "Es nahm {name}",
    "You took": "Du nahmst",
    "{name} leads": "{name} führt",
    "{name} claimed wrongly: {price}.": "{name} lag falsch: {price}.",
    "−{count} point": ["−{count} Punkt", "−{count} Punkte"],
    "{one} before {other}": "{other} nach {one}",
    "{count} {claim}": ["{count} {claim}", "{count} {claim}s"],
    "{minutes} min {seconds} s": "{minutes} Min. {seconds} Sek.",
    Child: "Kind",
    More: "Weitere",
    Nothing: "",
  },
};

afterEach(() => useCatalogue(ENGLISH));

test("English stands in the code, and needs no catalogue", () => {
  assert.equal(language(), "en");
  assert.equal(t("Open the table"), "Open the table");
  assert.equal(t("{name} left.", { name: "Ann" }), "Ann left.");
  assert.deepEqual(
    [0, 1, 2].map((count) => tn("{count} card", "{count} cards", count)),
    ["0 cards", "1 card", "2 cards"],
  );
  assert.equal(
    tn("{taken} of {count} card", "{taken} of {count} cards", 7, { taken: 2 }),
    "2 of 7 cards",
  );
});

test("a catalogue's words stand in another order", () => {
  useCatalogue(GERMAN);
  assert.equal(language(), "de");
  assert.equal(t("{one} before {other}", { one: "Ann", other: "Bob" }), "Bob nach Ann");
});

test("what a catalogue does not have is told in English", () => {
  useCatalogue(GERMAN);
  assert.equal(t("{name} left.", { name: "Ann" }), "Ann left.");
  assert.equal(t("Nothing"), "Nothing");
  assert.equal(tn("{count} card", "{count} cards", 1), "1 card");
  assert.equal(tn("{count} card", "{count} cards", 3), "3 cards");
  assert.deepEqual(rich("Take {it}.", { it: 1 }), ["Take ", "1", "."]);
});

test("a number has the form that its language gives it", () => {
  useCatalogue(POLISH);
  const cards = (count: number): string => tn("{count} card", "{count} cards", count);
  assert.deepEqual(
    [0, 1, 2, 4, 5, 12, 22, 25].map(cards),
    ["0 kart", "1 karta", "2 karty", "4 karty", "5 kart", "12 kart", "22 karty", "25 kart"],
  );
});

test("a form that a catalogue lacks is told in English", () => {
  useCatalogue(POLISH);
  assert.equal(tn("{count} point", "{count} points", 1), "1 punkt");
  assert.equal(tn("{count} point", "{count} points", 5), "5 points");
  assert.equal(tn("{count} claim", "{count} claims", 5), "5 claims");
  // One sentence where there have to be forms.
  assert.equal(tn("{count} game", "{count} games", 5), "5 games");
});

test("what is no whole number has a form of its own", () => {
  useCatalogue({ ...POLISH, forms: { one: 0, few: 1, many: 2, other: 1 } });
  assert.equal(tn("{count} card", "{count} cards", 2.5, { count: tenths(2.5) }), "2,5 karty");
});

test("numbers are written as the language does", () => {
  assert.deepEqual([t("{n}", { n: 2000 }), t("{n}", { n: 20_000 })], ["2000", "20,000"]);
  assert.deepEqual([tenths(2.78), tenths(9), tenths(-0.25)], ["2.8", "9.0", "-0.3"]);
  useCatalogue(GERMAN);
  assert.deepEqual([t("{n}", { n: 20_000.5 }), tenths(2.78)], ["20.000,5", "2,8"]);
  assert.deepEqual(rich("{n}", { n: 20_000 }), ["", "20.000", ""]);
  // A number that is a name is given as text.
  assert.equal(t("{n}", { n: "20000" }), "20000");
});

test("dates are British in English, and else the language's own", () => {
  assert.equal(locale(), "en-GB");
  const at = new Date(2026, 2, 4, 17, 5).getTime();
  assert.match(tellMoment(at), /^4 Mar 2026/);
  useCatalogue(GERMAN);
  assert.equal(locale(), "de");
  assert.match(tellMoment(at), /^04\.03\.2026/);
});

test("places in values are not filled again", () => {
  assert.equal(t("{a} and {b}", { a: "{b}", b: "{a}" }), "{b} and {a}");
  assert.equal(t("{name} left.", { name: "$& {name}" }), "$& {name} left.");
  assert.equal(tn("{count} for {name}", "{count} for {name}", 3, { name: "{count}" }), "3 for {count}");
});

test("a place without a value stays as it is", () => {
  assert.equal(t("{a} and {b}", { a: "1" }), "1 and {b}");
  assert.equal(t("{toString}"), "{toString}");
  assert.deepEqual(rich("{a}, {b}, {toString}", { b: null }), [
    "",
    "{a}",
    ", ",
    null,
    ", ",
    "{toString}",
    "",
  ]);
});

test("pieces of a page stand where the language has them", () => {
  const [one, other] = [{ type: "b" }, { type: "a" }] as unknown as [string, string];
  assert.deepEqual(rich("{one} before {other}", { one, other }), ["", one, " before ", other, ""]);
  useCatalogue(GERMAN);
  assert.deepEqual(rich("{one} before {other}", { one, other }), ["", other, " nach ", one, ""]);
});

test("what happened is told in the language", () => {
  useCatalogue(GERMAN);
  const view = exampleView();
  assert.equal(describeEvent(view, exampleClaim(), 0)?.text, "Es nahm Bob");
  assert.equal(describeEvent(view, exampleClaim(), 1)?.text, "Du nahmst");
  const fined = exampleRefusal({ cost: 2 });
  assert.equal(describeEvent(view, fined, 0)?.text, "Bob lag falsch: −2 Punkte.");
  const [ann, bob] = view.seats;
  const led = exampleView({ seats: [{ ...ann!, score: 1 }, bob!] });
  assert.equal(describeLead(led, 1), "Ann führt");
  assert.equal(countClaims(view, 3), "3 Sets");
  assert.equal(tellDuration(185_400), "3 Min. 5 Sek.");
});

test("lists of words follow the language that is chosen later", () => {
  const [child] = BOT_LEVELS;
  assert.equal(child?.title, "Child");
  const option = { key: "new", title: "", sentence: "", kind: "flag", unit: null } as const;
  const bare = { ...option, default: false, choices: null, least: null, most: null, conflict: null };
  assert.deepEqual(groupOptions([bare]).map(({ title }) => title), ["More"]);
  useCatalogue(GERMAN);
  assert.equal(child?.title, "Kind");
  assert.deepEqual(groupOptions([bare]).map(({ title }) => title), ["Weitere"]);
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { bytesOf, checkFairness, commitmentOf, nextBelow, orderOf, shuffled } from "../src/state/fair.ts";
import { sha256 } from "../src/state/sha256.ts";

const SEED = "07".repeat(32);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("the own hash is SHA-256, at every length around a block's", () => {
  for (const length of [0, 1, 3, 31, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const message = Uint8Array.from({ length }, (_, index) => (7 * index + length) % 256);
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"), `${length}`);
  }
});

test("points are shuffled as the documentation says", async () => {
  const points = Array.from({ length: 9 }, (_, point) => point);
  assert.deepEqual(await shuffled(points, new Uint8Array(32)), [0, 5, 2, 6, 8, 3, 7, 4, 1]);
  assert.notDeepEqual(await shuffled(points, new Uint8Array(32), 1), [0, 5, 2, 6, 8, 3, 7, 4, 1]);
});

test("a number that would make some values likelier is passed over", async () => {
  async function* stream(): AsyncGenerator<number> {
    yield* [2 ** 32 - 1, 2 ** 32 - 2, 7];
  }
  // 2³² is 1 more than a multiple of 3.
  assert.equal(await nextBelow(3, stream()), (2 ** 32 - 2) % 3);
  assert.equal(await nextBelow(4, stream()), 3);
});

test("decks are known in the order of their points", () => {
  const classic = orderOf("classic");
  assert.deepEqual([classic?.[0], classic?.[80], classic?.length], ["1RSD", "3POO", 81]);
  assert.equal(orderOf("junior")?.[5], "1GO");
  assert.equal(orderOf("mega")?.length, 243);
  assert.equal(orderOf("tarot"), null);
});

interface Line {
  type: string;
  [fact: string]: unknown;
}

/** Return a game of the junior deck, dealt as its seed says and shuffled anew once. */
async function exampleRecord(): Promise<Line[]> {
  const all = orderOf("junior") ?? [];
  const first = await shuffled(all, bytesOf(SEED));
  const claims = [first.slice(0, 3), first.slice(3, 6)];
  const aside = all.filter((card) => claims.flat().includes(card));
  const second = await shuffled(aside, bytesOf(SEED), 1);
  const laid = (cards: string[]) => cards.map((card, slot) => ({ slot, card }));
  return [
    { type: "header" },
    { type: "opened", commitment: await commitmentOf(SEED) },
    { type: "dealt", reason: "start", cards: laid(first) },
    ...claims.map((cards) => ({ type: "claimed", seat: 0, cards, linked: null })),
    { type: "reshuffled", round: 1, count: 6 },
    { type: "dealt", reason: "refill", cards: laid(second.slice(0, 3)) },
    { type: "ended", seed: SEED },
  ];
}

async function verdict(record: Line[], seed = SEED): Promise<boolean[]> {
  const text = record.map((line) => `${JSON.stringify(line)}\n`).join("");
  const published = { deck: "junior", commitment: await commitmentOf(SEED), seed };
  return (await checkFairness(text, published)).map(({ holds }) => holds);
}

test("a fair deal is found fair, also after the deck was shuffled anew", async () => {
  assert.deepEqual(await verdict(await exampleRecord()), [true, true, true]);
});

test("two cards that changed places are noticed, in either deck", async () => {
  for (const number of [2, 6]) {
    const record = await exampleRecord();
    const cards = record[number]!["cards"] as { card: string }[];
    [cards[0]!.card, cards[1]!.card] = [cards[1]!.card, cards[0]!.card];
    assert.deepEqual(await verdict(record), [true, true, false], `event ${number}`);
  }
});

test("another seed, or another table's record, is noticed", async () => {
  const [isHash] = await verdict(await exampleRecord(), "08".repeat(32));
  assert.equal(isHash, false);
  const record = await exampleRecord();
  record[1]!["commitment"] = await commitmentOf("09".repeat(32));
  assert.deepEqual(await verdict(record), [true, false, true]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPath, readInvitation, readRoute } from "../src/net/address.ts";
import { delayBefore } from "../src/net/connection.ts";
import {
  defaultChoice,
  expressionOf,
  findConflict,
  readExpression,
} from "../src/state/variant.ts";
import { describeDuration } from "../src/state/words.ts";

const hosts = ["http://club.example:8333", "https://club.example", "club.example", "localhost:80", ""];

test("links and codes of tables and games are read", () => {
  const table = { table: "k37qatdxp4", path: "/table/k37qatdxp4" };
  const game = { table: "k37qatdxp4", path: "/game/k37qatdxp4" };
  assert.deepEqual(readInvitation(" k37qatdxp4 "), table);
  for (const host of hosts) {
    assert.deepEqual(readInvitation(`${host}/table/k37qatdxp4`), table, host);
    assert.deepEqual(readInvitation(` ${host}/game/k37qatdxp4 `), game, host);
    assert.deepEqual(readInvitation(`${host}/table/k37qatdxp4/?from=mail#top`), table, host);
    assert.deepEqual(readInvitation(`${host}/game/k37qatdxp4#12`), game, host);
  }
});

test("what is neither a link nor a code is not read", () => {
  const wrong = ["", "what is this?", "http://club.example/", "http://club.example/about"];
  const near = ["/game/", "/table", "/games/k37", "/people/k37", "/game/a/b", "x /game/k37", "/api/table/k37"];
  for (const text of [...wrong, ...near]) assert.equal(readInvitation(text), null, text);
});

test("addresses lead to pages", () => {
  assert.deepEqual(readRoute("/"), { page: "start" });
  assert.deepEqual(readRoute("/open"), { page: "open" });
  assert.deepEqual(readRoute("/account/"), { page: "account" });
  assert.deepEqual(readRoute("/learn"), { page: "learn", lesson: null });
  assert.deepEqual(readRoute("/learn/chain-table"), { page: "learn", lesson: "chain-table" });
  assert.deepEqual(readRoute("/learn/a/b"), { page: "unknown" });
  assert.deepEqual(readRoute("/account/a"), { page: "unknown" });
  assert.deepEqual(readRoute("/table"), { page: "unknown" });
  assert.deepEqual(readRoute("/table/a1/"), { page: "table", table: "a1" });
  assert.deepEqual(readRoute("/table/a1/b"), { page: "unknown" });
  assert.deepEqual(readRoute("/table/%E0%A4%A"), { page: "table", table: "%E0%A4%A" });
});

test("attempts to connect come less and less often", () => {
  assert.equal(delayBefore(0, 1), 300);
  assert.ok(delayBefore(0, 0) >= 200);
  assert.equal(delayBefore(3, 1), 2400);
  assert.equal(delayBefore(50, 1), 5000);
});

const value = (key: string) => ({ key, title: key, sentence: "" });
const AXES = {
  axes: [
    { key: "deck", question: "", values: [value("classic"), value("mega")] },
    { key: "pattern", question: "", values: [value("set"), value("eight")] },
    { key: "rule", question: "", values: [value("free"), value("memory")] },
  ],
  conflicts: [{ values: ["eight", "memory"], reason: "why" }],
};

test("a choice on every axis is an expression", () => {
  const choice = defaultChoice(AXES);
  assert.equal(expressionOf(AXES, choice), "classic");
  assert.equal(expressionOf(AXES, { ...choice, deck: "mega", rule: "memory" }), "mega+memory");
});

test("an expression is a choice on every axis again", () => {
  const choice = defaultChoice(AXES);
  assert.deepEqual(readExpression(AXES, ""), choice);
  const chosen = { ...choice, deck: "mega", rule: "memory" };
  assert.deepEqual(readExpression(AXES, "Memory+mega"), chosen);
  assert.deepEqual(readExpression(AXES, "memory mega"), chosen);
  assert.deepEqual(readExpression(AXES, "unknown+mega"), { ...choice, deck: "mega" });
  assert.equal(openPath("mega+memory"), "/open?variant=mega%2Bmemory");
});

test("values that cannot go together are known with the reason", () => {
  const choice = { ...defaultChoice(AXES), pattern: "eight" };
  assert.equal(findConflict(AXES, choice, "rule", "memory"), "why");
  assert.equal(findConflict(AXES, choice, "rule", "free"), null);
  assert.equal(findConflict(AXES, choice, "pattern", "eight"), null);
});

test("times are told in minutes and seconds", () => {
  assert.equal(describeDuration(247_000), "4:07");
  assert.equal(describeDuration(9_000), "0:09");
  assert.equal(describeDuration(3_729_000), "1:02:09");
});

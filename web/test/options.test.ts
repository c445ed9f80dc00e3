import assert from "node:assert/strict";
import { test } from "node:test";
import type { OptionAnswer } from "../src/net/api.ts";
import {
  findProblem,
  groupOptions,
  isSameChoice,
  soundOptions,
  tidyOptions,
  valueOf,
} from "../src/state/options.ts";

function option(key: string, changes: Partial<OptionAnswer> = {}): OptionAnswer {
  return {
    key,
    title: key,
    sentence: "",
    kind: "number",
    default: 0,
    choices: null,
    least: 0,
    most: 60,
    unit: null,
    conflict: null,
    ...changes,
  };
}

const size = option("table_size", { default: 12, least: 3, most: 81 });
const call = option("call_seconds");
const penalty = option("penalty", { kind: "choice", default: "none", least: null, most: null });
const window = option("fair_window_ms", { conflict: "why" });
const all = [size, call, penalty, window];

test("options stand where one looks for them, and unknown ones last", () => {
  const groups = groupOptions([option("brand_new"), call, size, penalty]);
  assert.deepEqual(
    groups.map(({ title, options }) => [title, options.map(({ key }) => key)]),
    [
      ["The cards", ["table_size"]],
      ["Claims", ["call_seconds", "penalty"]],
      ["More", ["brand_new"]],
    ],
  );
});

test("every option of the server's protocol has its heading", () => {
  const keys =
    "table_size seats contest lay_ms call_seconds penalty lock_seconds growth end_score " +
    "end_seconds hints fair_window_ms turn_seconds show_seconds idle_seconds";
  const groups = groupOptions(keys.split(" ").map((key) => option(key)));
  assert.ok(!groups.some(({ title }) => title === "More"));
  assert.equal(groups.flatMap(({ options }) => options).length, keys.split(" ").length);
});

test("only what is unusual and possible is chosen", () => {
  const values = { table_size: 12, call_seconds: 5, penalty: "point", fair_window_ms: 100, odd: 1 };
  assert.deepEqual(tidyOptions(all, values), { call_seconds: 5, penalty: "point" });
  assert.deepEqual(tidyOptions(all, {}), {});
});

test("an option that cannot be chosen has its usual value", () => {
  assert.equal(valueOf(window, { fair_window_ms: 100 }), 0);
  assert.equal(valueOf(size, { table_size: 15 }), 15);
  assert.equal(valueOf(size, {}), 12);
});

test("numbers out of their range are told, and not sent", () => {
  assert.equal(findProblem(size, { table_size: 2 }), "At least 3, please.");
  assert.equal(findProblem(size, { table_size: 82 }), "At most 81, please.");
  assert.equal(findProblem(size, { table_size: 12.5 }), "A whole number, please.");
  assert.equal(findProblem(size, { table_size: Number.NaN }), "A whole number, please.");
  assert.equal(findProblem(size, { table_size: 81 }), null);
  assert.equal(findProblem(window, { fair_window_ms: 9999 }), null);
  assert.equal(findProblem(penalty, { penalty: "point" }), null);
  const values = { table_size: 2, call_seconds: 5 };
  assert.deepEqual(soundOptions(all, values), { call_seconds: 5 });
});

test("choices are compared by what is in them", () => {
  assert.ok(isSameChoice({ a: 1, b: "x" }, { b: "x", a: 1 }));
  assert.ok(!isSameChoice({ a: 1 }, { a: 2 }));
  assert.ok(!isSameChoice({ a: 1 }, { b: 1 }));
  assert.ok(!isSameChoice({ a: 1 }, { a: 1, b: 2 }));
});

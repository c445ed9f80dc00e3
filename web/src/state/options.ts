/** A table's options as they are chosen: in groups, and without what need not be said. */

import { t } from "../language/language.ts";
import type { OptionAnswer, OptionValue, OptionValues } from "../net/api.ts";

export interface OptionGroup {
  title: string;
  options: OptionAnswer[];
}

type Group = readonly [title: string, ...keys: string[]];

const groups = (): readonly Group[] => [
  [t("The game"), "contest", "seats", "turn_seconds"],
  [t("The cards"), "table_size", "growth", "lay_ms", "show_seconds"],
  [t("Claims"), "call_seconds", "penalty", "lock_seconds"],
  [t("The end"), "end_score", "end_seconds", "idle_seconds"],
  [t("Help"), "hints"],
  [t("Fairness"), "fair_window_ms"],
];

/** Return options under the headings where one looks for them; new ones come last. */
export function groupOptions(options: readonly OptionAnswer[]): OptionGroup[] {
  const known = new Map(options.map((option) => [option.key, option]));
  const titled = groups().map(([title, ...keys]) => ({
    title,
    options: keys.flatMap((key) => known.get(key) ?? []),
  }));
  const named = new Set(groups().flatMap(([, ...keys]) => keys));
  const others = options.filter(({ key }) => !named.has(key));
  return [...titled, { title: t("More"), options: others }].filter(({ options }) => options.length);
}

/** Return the value that an option has. */
export function valueOf(option: OptionAnswer, values: OptionValues): OptionValue {
  const value = values[option.key];
  return option.conflict !== null || value === undefined ? option.default : value;
}

/** Return what is wrong with an option's value, null for nothing. */
export function findProblem(option: OptionAnswer, values: OptionValues): string | null {
  const value = valueOf(option, values);
  if (option.kind !== "number" || value === option.default) return null;
  const { least, most } = option;
  if (typeof value !== "number" || !Number.isInteger(value)) return t("A whole number, please.");
  if (least !== null && value < least) return t("At least {least}, please.", { least });
  if (most !== null && value > most) return t("At most {most}, please.", { most });
  return null;
}

/** Return the values that can be chosen and are not the usual ones. */
export function tidyOptions(options: readonly OptionAnswer[], values: OptionValues): OptionValues {
  const chosen = options.filter(
    (option) => option.conflict === null && valueOf(option, values) !== option.default,
  );
  return Object.fromEntries(chosen.map((option) => [option.key, valueOf(option, values)]));
}

/** Return the values without those that the server would not take. */
export function soundOptions(options: readonly OptionAnswer[], values: OptionValues): OptionValues {
  const unsound = new Set(
    options.filter((option) => findProblem(option, values) !== null).map(({ key }) => key),
  );
  return Object.fromEntries(Object.entries(values).filter(([key]) => !unsound.has(key)));
}

/** Whether two choices of options are the same. */
export function isSameChoice(one: OptionValues, other: OptionValues): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && one[key] === other[key])
  );
}

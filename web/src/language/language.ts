/**
 * The words of the page in the reader's language.
 *
 * What stands in the code is English, and is the key under which a catalogue has another language's
 * words: `t("Open the table")`.  The first argument is always a string in double quotes, so that the
 * catalogues can be held against the code; see docs/languages.md.  The language is the page's for as
 * long as it lives, for it is chosen by the server and stands in `<html lang>`.
 */

import type { ComponentChild, ComponentChildren } from "preact";

/** The words of a language, as the server sends them. */
export interface Catalogue {
  language: string;
  /** Which form a number takes, by the category of its plural. */
  forms: Partial<Record<Intl.LDMLPluralRule, number>>;
  /** By what stands in the code: the words, or their forms where they are counted. */
  messages: Readonly<Record<string, string | readonly string[]>>;
}

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

const ENGLISH: Catalogue = { language: "en", forms: { one: 0, other: 1 }, messages: {} };

/** How numbers are written: those of four digits without a mark among them. */
const WHOLE = { useGrouping: "min2" } as const;
const TENTHS = { ...WHOLE, minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

let catalogue = ENGLISH;
let plurals = new Intl.PluralRules(ENGLISH.language);
let numbers = new Intl.NumberFormat(ENGLISH.language, WHOLE);
let decimals = new Intl.NumberFormat(ENGLISH.language, TENTHS);

/** Speak another language from now on. */
export function useCatalogue(next: Catalogue): void {
  catalogue = next;
  plurals = new Intl.PluralRules(next.language);
  numbers = new Intl.NumberFormat(next.language, WHOLE);
  decimals = new Intl.NumberFormat(next.language, TENTHS);
}

/** Return the language that is spoken, as a tag: "en", "de". */
export const language = (): string => catalogue.language;

/** Return the tag by which dates and times are written: English ones are British. */
export const locale = (): string => (catalogue.language === "en" ? "en-GB" : catalogue.language);

/** Return a whole number by itself, such as 81 or 12,000. */
export const whole = (number: number): string => numbers.format(number);

/** Return a number with one place after the decimal mark, such as 2.7. */
export const tenths = (number: number): string => decimals.format(number);

function formOf(count: number): number {
  return catalogue.forms[plurals.select(count)] ?? catalogue.forms.other ?? 0;
}

const PLACE = /\{(\w+)\}/g;

function fill(pattern: string, values: Values): string {
  return pattern.replace(PLACE, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

function find(pattern: string): string {
  const found = catalogue.messages[pattern];
  return (typeof found === "string" ? found : found?.[0]) || pattern;
}

/** Return a sentence, with values for its `{places}`; numbers are written as the language does. */
export function t(pattern: string, values: Values = {}): string {
  return fill(find(pattern), values);
}

/** Return a sentence with a number in it, which is the value of `{count}`. */
export function tn(one: string, many: string, count: number, values: Values = {}): string {
  const found = catalogue.messages[one];
  const form = Array.isArray(found) ? found[formOf(count)] : null;
  return fill(form || (count === 1 ? one : many), { count, ...values });
}

/** Return a sentence whose `{places}` are pieces of a page: links, numbers in bold. */
export function rich(
  pattern: string,
  pieces: Readonly<Record<string, ComponentChild>>,
): ComponentChildren {
  return find(pattern)
    .split(PLACE)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      if (!Object.hasOwn(pieces, part)) return `{${part}}`;
      const piece = pieces[part];
      return typeof piece === "number" ? numbers.format(piece) : piece;
    });
}

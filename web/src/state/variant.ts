/** The variant that is being chosen: one value on each axis. */

import type { Axes } from "../net/api.ts";

/** Key of the chosen value, by the key of its axis. */
export type Choice = Readonly<Record<string, string>>;

export function defaultChoice({ axes }: Axes): Choice {
  return Object.fromEntries(axes.map((axis) => [axis.key, axis.values[0]?.key ?? ""]));
}

/** Return the variant's expression: the values that are not their axis's default. */
export function expressionOf({ axes }: Axes, choice: Choice): string {
  const isDefault = (axis: (typeof axes)[number]) => choice[axis.key] === axis.values[0]?.key;
  const named = axes.filter((axis) => !isDefault(axis)).map((axis) => choice[axis.key]);
  return named.length ? named.join("+") : (axes[0]?.values[0]?.key ?? "");
}

/** Return why a value of one axis cannot go with what is chosen on the others, null if it can. */
export function findConflict(
  { conflicts }: Axes,
  choice: Choice,
  axis: string,
  value: string,
): string | null {
  const others = Object.entries(choice).flatMap(([key, chosen]) => (key === axis ? [] : [chosen]));
  const found = conflicts.find(
    ({ values }) =>
      values.includes(value) && values.every((key) => key === value || others.includes(key)),
  );
  return found?.reason ?? null;
}

/** Return the choice that a variant's expression names; what it does not know is passed over. */
export function readExpression(axes: Axes, expression: string): Choice {
  const named = expression.toLowerCase().split(/[+\s]+/);
  const choice = Object.entries(defaultChoice(axes)).map(([key, usual]) => {
    const axis = axes.axes.find((axis) => axis.key === key);
    return [key, axis?.values.find((value) => named.includes(value.key))?.key ?? usual];
  });
  return Object.fromEntries(choice) as Choice;
}

/** What is chosen of practice besides the variant: a level, and whether weak spots are trained. */

import { locale, t, tn } from "../language/language.ts";
import type { PracticeFigures } from "../net/practice.ts";

interface PracticeLevelProps {
  level: number | null;
  /** The levels that the variant has; none while that is not known. */
  levels: readonly number[];
  onLevel(level: number | null): void;
}

export function PracticeLevel({ level, levels, onLevel }: PracticeLevelProps) {
  // What was asked for is shown, whether there is such a level or not.
  const shown = level === null || levels.includes(level) ? levels : [...levels, level];
  return (
    <select
      data-testid="practice-level"
      aria-label={t("Level of the tables")}
      value={level === null ? "" : String(level)}
      onChange={({ currentTarget: { value } }) => onLevel(value === "" ? null : Number(value))}
    >
      <option value="">{t("Any level")}</option>
      {shown.map((number) => (
        <option key={number} value={String(number)}>
          {t("Level {level}", { level: number })}
        </option>
      ))}
    </select>
  );
}

interface TrainWeakProps {
  isOn: boolean;
  onTurn(isOn: boolean): void;
}

/** The switch that lets weak spots come more often. */
export function TrainWeak({ isOn, onTurn }: TrainWeakProps) {
  return (
    <label class="train-weak">
      <input
        type="checkbox"
        data-testid="weak"
        checked={isOn}
        onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
      />
      {t("Train weak spots")}
    </label>
  );
}

/** Say which spots are weak. */
export function WeakSpots({ figures }: { figures: PracticeFigures | null }) {
  return (
    <p class="aside" role="status" data-testid="weak-spots">
      {tellWeakSpots(figures)}
    </p>
  );
}

function tellWeakSpots(figures: PracticeFigures | null): string {
  const weak = (figures?.by_differing ?? []).filter(({ is_weak }) => is_weak);
  const [first] = weak;
  if (!first) return t("None is known yet: tables come as they are drawn.");
  const list = new Intl.ListFormat(locale(), { type: "conjunction" });
  const numbers = list.format(weak.map(({ differing }) => `${differing}`));
  // The last one decides the form of the word.
  return tn(
    "Yours: claims that differ in {numbers} feature.",
    "Yours: claims that differ in {numbers} features.",
    weak.length > 1 ? weak.length : first.differing,
    { numbers },
  );
}

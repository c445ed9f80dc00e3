/** The choice of a bot to play against. */

import { useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { recallLevel, rememberLevel } from "../net/memory.ts";
import { BOT_LEVELS, FIRST_LEVEL } from "../state/bots.ts";

/** Return the level that was chosen last, and how another is. */
export function useLevel(): [number, (level: number) => void] {
  const [level, setLevel] = useState(() => {
    const last = recallLevel();
    return BOT_LEVELS.some(({ number }) => number === last) && last ? last : FIRST_LEVEL;
  });
  const choose = (next: number): void => {
    setLevel(next);
    rememberLevel(next);
  };
  return [level, choose];
}

export const sentenceOfLevel = (level: number): string =>
  BOT_LEVELS.find(({ number }) => number === level)?.sentence ?? "";

interface LevelPickerProps {
  level: number;
  onLevel(level: number): void;
}

export function LevelPicker({ level, onLevel }: LevelPickerProps) {
  return (
    <select
      data-testid="bot-level"
      aria-label={t("Level of the bot")}
      value={String(level)}
      onChange={({ currentTarget }) => onLevel(Number(currentTarget.value))}
    >
      {BOT_LEVELS.map(({ number, title, sentence }) => (
        <option key={number} value={String(number)} title={sentence}>
          {title}
        </option>
      ))}
    </select>
  );
}

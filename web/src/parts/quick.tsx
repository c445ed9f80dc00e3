/** A game at once, against a bot. */

import { useState } from "preact/hooks";
import { rich, t } from "../language/language.ts";
import { navigate, openPath, tablePath } from "../net/address.ts";
import { type Axes, openTable, say } from "../net/api.ts";
import { recallName, wishForSeat } from "../net/memory.ts";
import { LevelPicker, sentenceOfLevel, useLevel } from "./level.tsx";
import { useMe } from "./me.tsx";
import { Sentences, useVariant } from "./rules.tsx";
import { Samples } from "./samples.tsx";
import { ThemePicker } from "./theme.tsx";

/** The variant that is played where none is asked for. */
export const USUAL = "classic";

interface VariantPickerProps {
  /** Null until the server has told them. */
  axes: Axes | null;
  variant: string;
  onVariant(variant: string): void;
}

/** A choice of the usual game, and of all that differ from it on one axis. */
export function VariantPicker({ axes, variant, onVariant }: VariantPickerProps) {
  const usual = axes?.axes[0]?.values[0];
  return (
    <select
      data-testid="quick-variant"
      aria-label={t("Game")}
      value={variant}
      onChange={({ currentTarget }) => onVariant(currentTarget.value)}
    >
      <option value={USUAL}>{usual?.title ?? t("Classic")}</option>
      {axes?.axes.map((axis) => (
        <optgroup key={axis.key} label={axis.question}>
          {axis.values.slice(1).map(({ key, title, sentence }) => (
            <option key={key} value={key} title={sentence}>
              {title}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

export function QuickPlay({ axes }: { axes: Axes | null }) {
  const { me } = useMe();
  const [variant, setVariant] = useState(USUAL);
  const [level, setLevel] = useLevel();
  const [problem, setProblem] = useState("");
  const [isOpening, setOpening] = useState(false);
  const info = useVariant(variant);
  const play = async (): Promise<void> => {
    setOpening(true);
    try {
      const { table } = await openTable({ variant });
      // The server may not have named the reader yet.
      const name = me?.name || recallName() || t("Guest");
      wishForSeat(table, name, { bot: level, start: true });
      navigate(tablePath(table));
    } catch (error) {
      setProblem(say(error));
      setOpening(false);
    }
  };
  return (
    <section class="quick sheet" aria-label={t("Play now")}>
      <div class="show">
        <Samples deck={info?.deck ?? null} />
        <ThemePicker />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void play();
        }}
      >
        <h2>{t("Play now")}</h2>
        <div class="choices">
          <label>
            <span class="label">{t("Game")}</span>
            <VariantPicker axes={axes} variant={variant} onVariant={setVariant} />
          </label>
          <label>
            <span class="label">{t("Against a bot")}</span>
            <LevelPicker level={level} onLevel={setLevel} />
          </label>
          <button class="button primary" data-testid="play-bot" disabled={isOpening}>
            {t("Play")}
          </button>
        </div>
        <div class="about" aria-live="polite">
          <Sentences info={info} />
          <p class="aside">
            {rich("The bot: {sentence}", {
              sentence: <span data-testid="bot-sentence">{sentenceOfLevel(level)}</span>,
            })}
          </p>
        </div>
        <p class="problem" role="alert" data-testid="play-problem">
          {problem}
        </p>
        <p class="aside">
          {rich("New here? {learn}, or {choose}.", {
            learn: <a href="/learn">{t("Learn the rule in two minutes")}</a>,
            choose: <a href={openPath(variant)}>{t("choose more")}</a>,
          })}
        </p>
      </form>
    </section>
  );
}

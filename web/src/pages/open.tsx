/** A table of one's own: its variant, its options, and who may come. */

import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import { navigate, tablePath } from "../net/address.ts";
import { type Access, type Axes, openTable, type OptionValues, say } from "../net/api.ts";
import { recallName, wishForSeat } from "../net/memory.ts";
import { AccessChoice } from "../parts/access.tsx";
import { useAxes } from "../parts/axes.tsx";
import { AxisChoice } from "../parts/axis.tsx";
import { LevelPicker, sentenceOfLevel, useLevel } from "../parts/level.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { useMe } from "../parts/me.tsx";
import { MyName } from "../parts/name.tsx";
import { OptionsForm } from "../parts/options.tsx";
import { Sentences, useVariant } from "../parts/rules.tsx";
import { Samples } from "../parts/samples.tsx";
import { ThemePicker } from "../parts/theme.tsx";
import { type Choice, expressionOf, findConflict, readExpression } from "../state/variant.ts";

/** Return the variant that the address asks for. */
const askedVariant = (): string => new URLSearchParams(window.location.search).get("variant") ?? "";

/** Return how many cards lie on the table at first. */
function cardsOf(usual: number, { table_size }: OptionValues): number {
  return typeof table_size === "number" ? table_size : usual;
}

function OpenForm({ axes }: { axes: Axes }) {
  const { me } = useMe();
  const [choice, setChoice] = useState<Choice>(() => readExpression(axes, askedVariant()));
  const [options, setOptions] = useState<OptionValues>({});
  const [access, setAccess] = useState<Access>("link");
  const [passcode, setPasscode] = useState("");
  const [isPasscodeMissing, setPasscodeMissing] = useState(false);
  const [problem, setProblem] = useState("");
  const [isOpening, setOpening] = useState(false);
  const [level, setLevel] = useLevel();
  const expression = expressionOf(axes, choice);
  const info = useVariant(expression);
  const cards = info && cardsOf(info.table_size, options);
  const changed = Object.keys(options).length;

  const open = async (bot: number | null): Promise<void> => {
    if (access === "passcode" && !passcode.trim()) {
      setPasscodeMissing(true);
      setProblem(t("The passcode is missing."));
      return;
    }
    setOpening(true);
    try {
      const { table } = await openTable({
        variant: expression,
        options,
        access,
        passcode: access === "passcode" ? passcode.trim() : null,
      });
      wishForSeat(table, me?.name || recallName(), { bot, start: bot !== null });
      navigate(tablePath(table));
    } catch (error) {
      setProblem(say(error));
      setOpening(false);
    }
  };

  return (
    <form
      class="open-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void open(null);
      }}
      onInput={() => {
        setProblem("");
        setPasscodeMissing(false);
      }}
    >
      <div class="axes">
        {axes.axes.map((axis) => (
          <AxisChoice
            key={axis.key}
            axis={axis}
            chosen={choice[axis.key] ?? ""}
            conflictOf={(key) => findConflict(axes, choice, axis.key, key)}
            onChoose={(key) => setChoice({ ...choice, [axis.key]: key })}
          />
        ))}
        <AccessChoice
          access={access}
          passcode={passcode}
          problem={isPasscodeMissing ? t("Please choose a word, a number, anything.") : ""}
          onAccess={setAccess}
          onPasscode={setPasscode}
        />
        <details class="table-options" data-testid="table-options">
          <summary>
            <span class="title">{t("Table options")}</span>
            <span class="aside" data-testid="option-count">
              {changed === 0
                ? t("all as usual")
                : tn("{count} other than usual", "{count} other than usual", changed)}
            </span>
          </summary>
          <OptionsForm variant={expression} value={options} onChange={setOptions} />
        </details>
      </div>
      <div class="choice">
        <section class="summary sheet" aria-live="polite">
          <div class="show">
            <Samples deck={info?.deck ?? null} />
            <ThemePicker />
          </div>
          <h2 data-testid="variant-title">{info?.title ?? "…"}</h2>
          <p class="aside" data-testid="variant-size">
            {cards === null
              ? ""
              : tn("{count} card on the table", "{count} cards on the table", cards)}
          </p>
          <Sentences info={info} />
          <MyName>{t("You play as")}</MyName>
        </section>
        <div class="open-bar">
          <p class="chosen" aria-hidden="true">
            <b>{info?.title}</b>{" "}
            <span class="aside">
              {cards === null ? "" : tn("{count} card", "{count} cards", cards)}
            </span>
          </p>
          <p class="problem" role="alert" data-testid="open-problem">
            {problem}
          </p>
          <button class="button primary wide" data-testid="open-table" disabled={isOpening}>
            {t("Open the table")}
          </button>
          <div class="row quick-play">
            <LevelPicker level={level} onLevel={setLevel} />
            <button
              type="button"
              class="button"
              data-testid="play-bot"
              disabled={isOpening}
              onClick={() => void open(level)}
            >
              {t("Play against a bot")}
            </button>
          </div>
          <p class="aside bot-sentence" aria-live="polite" data-testid="bot-sentence">
            {sentenceOfLevel(level)}
          </p>
        </div>
      </div>
    </form>
  );
}

export function OpenPage() {
  const [axes, problem] = useAxes();
  useEffect(() => {
    document.title = `${t("Open a table")} · thirdcard`;
  }, []);
  return (
    <main class="open-page">
      <Masthead title={t("Open a table")} />
      {axes ? <OpenForm axes={axes} /> : <p class="loading">{problem || t("One moment…")}</p>}
    </main>
  );
}

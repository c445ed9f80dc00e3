/** The start page: choose a variant, open a table, or join one. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { Picture, sayCard } from "../cards/picture.tsx";
import { useSprite } from "../cards/sprite.ts";
import { navigate, readInvitation, tablePath } from "../net/address.ts";
import { ApiError, type Axes, fetchAxes, fetchTable, openTable } from "../net/api.ts";
import { recallName, rememberName, wishForSeat } from "../net/memory.ts";
import { AxisChoice } from "../parts/axis.tsx";
import { Sentences, useVariant } from "../parts/rules.tsx";
import { NameField } from "../parts/sit.tsx";
import { ThemePicker, useTheme } from "../parts/theme.tsx";
import { Logo } from "../parts/topbar.tsx";
import { BOT_LEVELS, FIRST_LEVEL } from "../state/bots.ts";
import { type Choice, defaultChoice, expressionOf, findConflict } from "../state/variant.ts";

const say = (error: unknown): string =>
  error instanceof ApiError ? error.message : "Something went wrong in this page.";

/** Return the axes, asking again until the server answers. */
function useAxes(): [Axes | null, string] {
  const [axes, setAxes] = useState<Axes | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer = 0;
    const ask = (): void => {
      fetchAxes().then(
        (found) => {
          setAxes(found);
          setProblem("");
        },
        (error: unknown) => {
          setProblem(say(error));
          timer = window.setTimeout(ask, 2000);
        },
      );
    };
    ask();
    return () => clearTimeout(timer);
  }, []);
  return [axes, problem];
}

function JoinForm() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const join = (event: Event): void => {
    event.preventDefault();
    const table = readInvitation(text);
    if (table === null) {
      setProblem("That is neither the link nor the code of a table.");
      return;
    }
    fetchTable(table).then(
      () => navigate(tablePath(table)),
      (error: unknown) =>
        setProblem(
          error instanceof ApiError && error.status === 404
            ? `There is no table ${table}. Is the link complete?`
            : say(error),
        ),
    );
  };
  return (
    <form class="join sheet" onSubmit={join}>
      <h2>Join a table</h2>
      <div class="row">
        <input
          data-testid="join-input"
          aria-label="Link or code of a table"
          placeholder="Paste a link or a code"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem("");
          }}
        />
        <button class="button" data-testid="join" disabled={!text.trim()}>
          Join
        </button>
      </div>
      <p class="problem" role="alert" data-testid="join-problem">
        {problem}
      </p>
    </form>
  );
}

interface NumberFieldProps {
  label: string;
  testid: string;
  value: string;
  placeholder: string;
  least: number;
  onValue(value: string): void;
}

function NumberField({ label, testid, value, placeholder, least, onValue }: NumberFieldProps) {
  return (
    <label class="number-field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        data-testid={testid}
        min={least}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </label>
  );
}

const NAMELESS = "Guest";
const NO_OPTIONS = { table_size: "", seats: "", turn_seconds: "" };

/** Return the options that were filled in. */
function optionsOf(fields: typeof NO_OPTIONS): Record<string, number> {
  const filled = Object.entries(fields).filter(([, text]) => text.trim() !== "");
  return Object.fromEntries(filled.map(([key, text]) => [key, Number(text)]));
}

function OpenForm({ axes }: { axes: Axes }) {
  const [choice, setChoice] = useState<Choice>(() => defaultChoice(axes));
  const [name, setName] = useState(recallName);
  const [options, setOptions] = useState(NO_OPTIONS);
  const [problem, setProblem] = useState("");
  const [isOpening, setOpening] = useState(false);
  const [level, setLevel] = useState(FIRST_LEVEL);
  const { theme } = useTheme();
  const expression = expressionOf(axes, choice);
  const info = useVariant(expression);
  const sprite = useSprite(theme, info?.deck ?? null);
  // Any cards will do; these are spread over the deck.
  const samples = useMemo(
    () => [0.1, 0.45, 0.8].flatMap((part) => sprite.codes[Math.floor(part * sprite.codes.length)] ?? []),
    [sprite],
  );

  const open = async (bot: number | null): Promise<void> => {
    rememberName(name);
    setOpening(true);
    try {
      const { table } = await openTable({ variant: expression, options: optionsOf(options) });
      // Who plays against a bot wants a seat, whatever the name.
      wishForSeat(table, name.trim() || bot === null ? name : NAMELESS, bot);
      navigate(tablePath(table));
    } catch (error) {
      setProblem(say(error));
      setOpening(false);
    }
  };
  const choose = (axis: string, key: string): void => {
    setProblem("");
    setChoice({ ...choice, [axis]: key });
  };
  const setOption = (key: keyof typeof NO_OPTIONS) => (value: string) => {
    setProblem("");
    setOptions({ ...options, [key]: value });
  };

  return (
    <form
      class="open-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void open(null);
      }}
    >
      <div class="axes">
        {axes.axes.map((axis) => (
          <AxisChoice
            key={axis.key}
            axis={axis}
            chosen={choice[axis.key] ?? ""}
            conflictOf={(key) => findConflict(axes, choice, axis.key, key)}
            onChoose={(key) => choose(axis.key, key)}
          />
        ))}
      </div>
      <div class="choice">
        <section class="summary sheet" aria-live="polite">
          <div class="samples" data-deck={info?.deck}>
            {samples.map((card) => (
              <span key={card} class="sample" role="img" aria-label={sayCard(card, sprite)}>
                <Picture card={card} sprite={sprite} />
              </span>
            ))}
          </div>
          <h2 data-testid="variant-title">{info?.title ?? "…"}</h2>
          <p class="aside" data-testid="variant-size">
            {info ? `${info.table_size} cards on the table` : ""}
          </p>
          <Sentences info={info} />
          <details class="more">
            <summary>More choices</summary>
            <NumberField
              label="Cards on the table"
              testid="table-size"
              least={3}
              placeholder={String(info?.table_size ?? "")}
              value={options.table_size}
              onValue={setOption("table_size")}
            />
            <NumberField
              label="Seats"
              testid="seats"
              least={1}
              placeholder="8"
              value={options.seats}
              onValue={setOption("seats")}
            />
            <NumberField
              label="Seconds for a turn, where turns are taken"
              testid="turn-seconds"
              least={1}
              placeholder="30"
              value={options.turn_seconds}
              onValue={setOption("turn_seconds")}
            />
          </details>
        </section>
        <div class="open-bar">
          <p class="chosen" aria-hidden="true">
            <b>{info?.title}</b> <span class="aside">{info && `${info.table_size} cards`}</span>
          </p>
          <p class="problem" role="alert" data-testid="open-problem">
            {problem}
          </p>
          <div class="row">
            <NameField name={name} onName={setName} />
            <button class="button primary" data-testid="open-table" disabled={isOpening}>
              Open a table
            </button>
          </div>
          <div class="row quick-play">
            <select
              data-testid="bot-level"
              aria-label="Level of the bot"
              value={String(level)}
              onChange={({ currentTarget }) => setLevel(Number(currentTarget.value))}
            >
              {BOT_LEVELS.map(({ number, title, sentence }) => (
                <option key={number} value={String(number)} title={sentence}>
                  {title}
                </option>
              ))}
            </select>
            <button
              type="button"
              class="button"
              data-testid="play-bot"
              disabled={isOpening}
              onClick={() => void open(level)}
            >
              Play against a bot
            </button>
          </div>
          <p class="aside bot-sentence" aria-live="polite" data-testid="bot-sentence">
            {BOT_LEVELS.find(({ number }) => number === level)?.sentence}
          </p>
        </div>
      </div>
    </form>
  );
}

export function StartPage() {
  const [axes, problem] = useAxes();
  useEffect(() => {
    document.title = "thirdcard";
  }, []);
  return (
    <main class="start-page">
      <header class="masthead">
        <Logo />
        <h1>thirdcard</h1>
        <p>SET and its whole family, live at one table: any two cards determine the third.</p>
        <ThemePicker />
      </header>
      <JoinForm />
      {axes ? <OpenForm axes={axes} /> : <p class="loading">{problem || "One moment…"}</p>}
    </main>
  );
}

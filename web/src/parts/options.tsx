/** A form for a table's options, which the server describes: one sentence each, in groups. */

import { useEffect, useId, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import {
  fetchOptions,
  type OptionAnswer,
  type OptionValue,
  type OptionValues,
  say,
} from "../net/api.ts";
import {
  findProblem,
  groupOptions,
  isSameChoice,
  soundOptions,
  tidyOptions,
  valueOf,
} from "../state/options.ts";

/** How long to wait for the next key before the server is asked. */
const PAUSE = 150;

interface Described {
  options: OptionAnswer[];
  problem: string;
}

/** Return the server's description of the options, which depends on what is chosen. */
function useOptions(variant: string, values: OptionValues): Described {
  const [described, setDescribed] = useState<Described>({ options: [], problem: "" });
  const chosen = soundOptions(described.options, tidyOptions(described.options, values));
  // Before the first answer nobody knows what is usual: ask about all that was given.
  const asked = JSON.stringify(described.options.length ? chosen : values);
  useEffect(() => {
    let current = true;
    const timer = window.setTimeout(
      () =>
        fetchOptions(variant, JSON.parse(asked) as OptionValues).then(
          (options) => current && setDescribed({ options, problem: "" }),
          (error: unknown) =>
            current && setDescribed(({ options }) => ({ options, problem: say(error) })),
        ),
      described.options.length ? PAUSE : 0,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [variant, asked]);
  return described;
}

interface ControlProps {
  option: OptionAnswer;
  values: OptionValues;
  onValue(value: OptionValue): void;
}

function Choice({ option, values, onValue }: ControlProps) {
  const name = useId();
  const value = valueOf(option, values);
  const choices = option.choices ?? [];
  return (
    <div class="pills">
      {choices.map((choice) => (
        <label
          key={choice.value}
          class="pill"
          title={choice.sentence}
          data-testid={`option-${option.key}-${choice.value}`}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={option.conflict !== null}
            onChange={() => onValue(choice.value)}
          />
          {choice.title}
        </label>
      ))}
    </div>
  );
}

function Flag({ option, values, onValue }: ControlProps) {
  return (
    <input
      type="checkbox"
      class="flag"
      aria-label={option.title}
      data-testid={`option-${option.key}`}
      checked={valueOf(option, values) === true}
      disabled={option.conflict !== null}
      onChange={({ currentTarget }) => onValue(currentTarget.checked)}
    />
  );
}

function Count({ option, values, onValue }: ControlProps) {
  const value = valueOf(option, values);
  // Half-written numbers are the field's own.
  const [text, setText] = useState(value === option.default ? "" : String(value));
  const number = text.trim() === "" ? option.default : Number(text);
  useEffect(() => {
    if (number !== value) setText(value === option.default ? "" : String(value));
  }, [value, option.default]);
  return (
    <span class="amount">
      <input
        type="number"
        inputMode="numeric"
        aria-label={option.title}
        aria-invalid={findProblem(option, values) !== null || undefined}
        data-testid={`option-${option.key}`}
        min={option.least ?? undefined}
        max={option.most ?? undefined}
        placeholder={option.default === null ? "" : String(option.default)}
        value={option.conflict === null ? text : ""}
        disabled={option.conflict !== null}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          const isEmpty = currentTarget.value.trim() === "";
          onValue(isEmpty ? option.default : Number(currentTarget.value));
        }}
      />
      {option.unit && <span class="unit">{option.unit}</span>}
    </span>
  );
}

const CONTROLS = { choice: Choice, flag: Flag, number: Count } as const;

/** Return what is said below an option: the chosen answer's own sentence where it has one. */
function sentenceOf(option: OptionAnswer, values: OptionValues): string {
  const value = valueOf(option, values);
  const chosen = option.choices?.find((choice) => choice.value === value);
  return chosen?.sentence || option.sentence;
}

function Option({ option, values, onValue }: ControlProps) {
  const Control = CONTROLS[option.kind];
  const problem = findProblem(option, values);
  return (
    <div
      class="option"
      role="group"
      aria-label={option.title}
      data-option={option.key}
      data-conflict={option.conflict !== null || undefined}
      data-changed={valueOf(option, values) !== option.default || undefined}
    >
      <b class="title">{option.title}</b>
      <Control option={option} values={values} onValue={onValue} />
      <p class="sentence">{sentenceOf(option, values)}</p>
      {option.conflict !== null && <p class="conflict">{option.conflict}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface OptionsFormProps {
  variant: string;
  /** What is chosen; what is missing has its usual value. */
  value: OptionValues;
  /** Told what is chosen and can be, without what is usual. */
  onChange(values: OptionValues): void;
}

export function OptionsForm({ variant, value, onChange }: OptionsFormProps) {
  const { options, problem } = useOptions(variant, value);
  const tidy = tidyOptions(options, value);
  useEffect(() => {
    // What another choice has made impossible is no longer chosen.
    if (options.length && !isSameChoice(tidy, value)) onChange(tidy);
  }, [options]);
  if (options.length === 0) return <p class="loading">{problem || t("One moment…")}</p>;
  return (
    <div class="options" data-testid="options">
      {groupOptions(options).map((group) => (
        <fieldset key={group.title} class="option-group">
          <legend>{group.title}</legend>
          {group.options.map((option) => (
            <Option
              key={option.key}
              option={option}
              values={value}
              onValue={(next) => onChange(tidyOptions(options, { ...tidy, [option.key]: next }))}
            />
          ))}
        </fieldset>
      ))}
      <p class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

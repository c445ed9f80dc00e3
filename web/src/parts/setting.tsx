/** The pieces that sections of the settings are made of: a title, a control, a sentence. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface SettingProps {
  /** What tests call it. */
  testid: string;
  title: string;
  sentence?: string;
  children: ComponentChildren;
}

export function Setting({ testid, title, sentence, children }: SettingProps) {
  return (
    <div class="option" role="group" aria-label={title} data-setting={testid}>
      <b class="title">{title}</b>
      {children}
      {sentence && <p class="sentence">{sentence}</p>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  testid: string;
  value: Value;
  /** Every value with its title, in order. */
  values: readonly (readonly [value: Value, title: string])[];
  onValue(value: Value): void;
}

/** One of a few values; each shows its title. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { testid, value, values, onValue } = props;
  const name = useId();
  return (
    <div class="pills">
      {values.map(([key, title]) => (
        <label key={key} class="pill" data-testid={`${testid}-${key}`}>
          <input
            type="radio"
            name={name}
            checked={key === value}
            onChange={() => onValue(key)}
          />
          {title}
        </label>
      ))}
    </div>
  );
}

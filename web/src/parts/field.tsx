/** A labelled field of a form, with what is wrong with it right below. */

import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  testid: string;
  value: string;
  onValue(value: string): void;
  problem?: string;
  /** Whether it is not shown what is typed. */
  isSecret?: boolean;
  autocomplete?: string;
  maxLength?: number;
  /** What to know before one fills it in. */
  note?: string;
  /** Whether the reader came here to fill this in. */
  isFirst?: boolean;
  /** Of a field for text of several lines, which is the same in every language. */
  rows?: number;
}

export function Field(props: FieldProps) {
  const { label, testid, value, onValue, problem = "", isSecret, note, isFirst } = props;
  const id = useId();
  const common = {
    id,
    "data-testid": testid,
    autocapitalize: "off" as const,
    spellcheck: false,
    maxLength: props.maxLength,
    autofocus: isFirst,
    "aria-invalid": problem !== "" || undefined,
    "aria-describedby": `${id}-note`,
    value,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {props.rows ? (
        <textarea
          {...common}
          rows={props.rows}
          autocomplete="off"
          translate={false}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          {...(isSecret ? { type: "password" as const } : {})}
          autocomplete={props.autocomplete ?? "off"}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
      <p class={problem ? "problem" : "aside"} id={`${id}-note`} role={problem ? "alert" : undefined}>
        {problem || note}
      </p>
    </div>
  );
}

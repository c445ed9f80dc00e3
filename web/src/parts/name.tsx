/** What the reader is called, and a form in its place to change it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { rename, say } from "../net/api.ts";
import { recallName } from "../net/memory.ts";
import { useMe } from "./me.tsx";
import { LONGEST_NAME } from "./sit.tsx";

interface NameFormProps {
  name: string;
  onDone(): void;
}

function NameForm({ name, onDone }: NameFormProps) {
  const { become } = useMe();
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const save = async (): Promise<void> => {
    if (text.trim() === name) return onDone();
    try {
      await become(rename(text.trim()));
      onDone();
    } catch (error) {
      setProblem(say(error));
      field.current?.focus();
    }
  };
  return (
    <form
      class="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={({ key }) => key === "Escape" && onDone()}
    >
      <div class="row">
        <input
          ref={field}
          data-testid="my-name-input"
          aria-label={t("Your name")}
          autocomplete="nickname"
          maxLength={LONGEST_NAME}
          aria-invalid={problem !== "" || undefined}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem("");
          }}
        />
        <button class="button primary" data-testid="save-name" disabled={!text.trim()}>
          {t("Save")}
        </button>
        <button type="button" class="button" onClick={onDone}>
          {t("Cancel")}
        </button>
      </div>
      <p class="problem" role="alert" data-testid="name-problem">
        {problem}
      </p>
    </form>
  );
}

interface MyNameProps {
  /** What stands before the name. */
  children: string;
}

export function MyName({ children }: MyNameProps) {
  const { me } = useMe();
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The reader is back where they were.
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const name = me?.name ?? recallName();
  if (isEditing) return <NameForm name={name} onDone={() => setEditing(false)} />;
  return (
    <p class="my-name">
      <span class="aside">{children}</span>
      <b data-testid="my-name" translate={false}>{name || "…"}</b>
      <button
        ref={button}
        type="button"
        class="link"
        data-testid="rename"
        disabled={!me}
        onClick={() => setEditing(true)}
      >
        {t("Rename")}
      </button>
    </p>
  );
}

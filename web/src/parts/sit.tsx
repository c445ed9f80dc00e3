/** The form with which one takes a seat. */

import { useState } from "preact/hooks";
import { recallName, rememberName } from "../net/memory.ts";

/** Longest name that the server takes. */
export const LONGEST_NAME = 24;

interface NameFieldProps {
  name: string;
  onName(name: string): void;
}

export function NameField({ name, onName }: NameFieldProps) {
  return (
    <input
      data-testid="name"
      aria-label="Your name"
      placeholder="Your name"
      autocomplete="nickname"
      maxLength={LONGEST_NAME}
      value={name}
      onInput={({ currentTarget }) => onName(currentTarget.value)}
    />
  );
}

export function SitForm({ onSit }: { onSit(name: string): void }) {
  const [name, setName] = useState(recallName);
  return (
    <form
      class="sit-form"
      onSubmit={(event) => {
        event.preventDefault();
        rememberName(name);
        onSit(name.trim());
      }}
    >
      <NameField name={name} onName={setName} />
      <button class="button primary" data-testid="sit" disabled={!name.trim()}>
        Take a seat
      </button>
    </form>
  );
}

/** The form with which one takes a seat. */

import { useState } from "preact/hooks";
import { recallName, rememberName } from "../net/memory.ts";
import { useMe } from "./me.tsx";

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
  const { me } = useMe();
  const [typed, setTyped] = useState<string | null>(null);
  // What was remembered last is the newest, but a new guest's name is still on its way.
  const name = typed ?? (recallName() || (me?.name ?? ""));
  return (
    <form
      class="sit-form"
      onSubmit={(event) => {
        event.preventDefault();
        rememberName(name);
        onSit(name.trim());
      }}
    >
      <NameField name={name} onName={setTyped} />
      <button class="button primary" data-testid="sit" disabled={!name.trim()}>
        Take a seat
      </button>
    </form>
  );
}

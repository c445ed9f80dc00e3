/** The form with which one takes a seat. */

import { useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { recallName, rememberName } from "../net/memory.ts";
import { useMe } from "./me.tsx";

/** Longest name that the server takes. */
export const LONGEST_NAME = 24;

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
      <input
        data-testid="name"
        aria-label={t("Your name")}
        placeholder={t("Your name")}
        autocomplete="nickname"
        maxLength={LONGEST_NAME}
        value={name}
        // From here on it is the reader's: a name that comes later does not get into the typing.
        onFocus={() => setTyped(name)}
        onBlur={() => !typed && setTyped(null)}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button class="button primary" data-testid="sit" disabled={!name.trim()}>
        {t("Take a seat")}
      </button>
    </form>
  );
}

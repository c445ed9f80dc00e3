/** The setting of the keys that mark cards: a known keyboard, or keys of one's own. */

import { useState } from "preact/hooks";
import {
  type KeyRows,
  LAYOUT_NAMES,
  type LayoutName,
  type Reading,
  readRows,
} from "../board/keyboards.ts";
import { t, tn } from "../language/language.ts";
import { useKeyRows } from "../net/keyboard.ts";
import { changeSettings, type Settings, useSettings } from "../net/settings.ts";
import { Choice, Setting } from "./setting.tsx";

type KeyChoice = Settings["keys"];

/** What the layouts are called: names, and the same in every language. */
const TITLES: Readonly<Record<LayoutName, string>> = {
  qwerty: "QWERTY",
  azerty: "AZERTY",
  qwertz: "QWERTZ",
  dvorak: "Dvorak",
  colemak: "Colemak",
};

const titlesOfRows = (): readonly string[] => [
  t("Digits"),
  t("Upper row"),
  t("Middle row"),
  t("Lower row"),
];

/** Return why the keys that were typed cannot be used. */
function describeProblem(reading: Exclude<Reading, { rows: KeyRows }>): string {
  const row = titlesOfRows()[reading.row] ?? "";
  switch (reading.problem) {
    case "length": {
      const { found } = reading;
      return tn("{row}: {count} key, not ten.", "{row}: {count} keys, not ten.", found, { row });
    }
    case "twice":
      return t("{row}: {key} stands there twice, or in a row above.", { row, key: reading.key });
    case "unusable":
      return t("{row}: {key} cannot mark a card.", { row, key: reading.key });
  }
}

/** The keys of one's own, row by row; they count as soon as they can be used. */
function OwnKeys({ rows }: { rows: KeyRows }) {
  const [typed, setTyped] = useState<readonly string[]>(rows);
  const reading = readRows(typed);
  const problem = "rows" in reading ? null : reading;
  const change = (row: number, text: string): void => {
    const next = typed.map((keys, index) => (index === row ? text : keys));
    setTyped(next);
    const read = readRows(next);
    if ("rows" in read) changeSettings({ keyRows: read.rows });
  };
  return (
    <div class="own-keys" data-testid="own-keys">
      {titlesOfRows().map((title, row) => (
        <label key={row}>
          <span>{title}</span>
          <input
            data-testid={`keys-row-${row}`}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={problem?.row === row || undefined}
            value={typed[row]}
            onInput={({ currentTarget }) => change(row, currentTarget.value)}
            // The dialog is a form: Enter would close it.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </label>
      ))}
      <p class="problem" role="alert" data-testid="keys-problem">
        {problem && describeProblem(problem)}
      </p>
    </div>
  );
}

function KeyPicture({ rows }: { rows: KeyRows }) {
  return (
    <ol class="key-picture" data-testid="key-picture">
      {rows.map((row) => (
        <li key={row}>
          {[...row].map((key) => (
            <kbd key={key} translate={false}>{key}</kbd>
          ))}
        </li>
      ))}
    </ol>
  );
}

export function KeysSection() {
  const { keys, keyRows } = useSettings();
  const rows = useKeyRows();
  const named = LAYOUT_NAMES.map((name) => [name, TITLES[name]] as const);
  const values: readonly (readonly [KeyChoice, string])[] = [
    ["auto", t("As the keyboard says")],
    ...named,
    ["custom", t("My own")],
  ];
  return (
    <Setting
      testid="keys"
      title={t("Keyboard")}
      sentence={t("The cards lie as the keys do that mark them.")}
    >
      <Choice
        testid="keys"
        value={keys}
        values={values}
        onValue={(next) =>
          // One's own begin as what was there before.
          changeSettings(next === "custom" ? { keys: next, keyRows: keyRows ?? rows } : { keys: next })
        }
      />
      {keys === "custom" ? <OwnKeys rows={rows} /> : <KeyPicture rows={rows} />}
    </Setting>
  );
}

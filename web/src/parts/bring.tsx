/** A game's record from a file of the reader's, to be looked at here. */

import { useRef, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { gamePath, navigate } from "../net/address.ts";
import { say } from "../net/api.ts";
import { bringRecord } from "../net/games.ts";

export function BringRecord() {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const bring = async (file: File | null | undefined): Promise<void> => {
    if (!file || isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      navigate(gamePath(await bringRecord(file)));
    } catch (error) {
      setProblem(`${file.name}: ${say(error)}`);
    } finally {
      setBusy(false);
      // Else the same file, mended, could not be chosen again.
      if (input.current) input.current.value = "";
    }
  };
  return (
    <section
      class="bring sheet"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void bring(event.dataTransfer?.files[0]);
      }}
    >
      <h2>{t("Look at a game again")}</h2>
      <p class="aside">{t("Choose the record of a game, or drop it here.")}</p>
      <label class="button">
        {isBusy ? t("Reading…") : t("Choose a record")}
        <input
          ref={input}
          type="file"
          class="unseen"
          accept=".jsonl,.json,.txt"
          data-testid="bring"
          onChange={({ currentTarget }) => void bring(currentTarget.files?.[0])}
        />
      </label>
      <p class="problem" role="alert" data-testid="bring-problem">
        {problem}
      </p>
    </section>
  );
}

/** Whether the deal was fair: checked here, with one click, from the record of the game. */

import { useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { recordAddress } from "../net/api.ts";
import { type Check, checkFairness } from "../state/fair.ts";
import type { TableState } from "../state/table.ts";

type Outcome = "none" | "checking" | "unreachable" | readonly Check[];

async function fetchRecord(table: string): Promise<string> {
  const response = await fetch(recordAddress(table));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}

function Verdict({ checks }: { checks: readonly Check[] }) {
  const isFair = checks.every(({ holds }) => holds);
  return (
    <div class="verdict" data-testid="verdict" data-fair={isFair} role="status">
      <p>
        <b>{isFair ? t("✓ The deal was fair") : t("✗ The deal was not fair")}</b>
      </p>
      <ul>
        {checks.map(({ holds, text }) => (
          <li key={text} data-holds={holds}>
            <span aria-hidden="true">{holds ? "✓" : "✗"}</span> {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Verify({ state }: { state: TableState }) {
  const [outcome, setOutcome] = useState<Outcome>("none");
  const { view, table } = state;
  if (!view) return null;
  const check = async (): Promise<void> => {
    setOutcome("checking");
    try {
      setOutcome(await checkFairness(await fetchRecord(table), view));
    } catch {
      setOutcome("unreachable");
    }
  };
  const isDone = typeof outcome !== "string";
  return (
    <section class="verify">
      {!isDone && (
        <button
          type="button"
          class="button"
          data-testid="verify"
          disabled={outcome === "checking"}
          onClick={() => void check()}
        >
          {outcome === "checking" ? t("Verifying…") : t("Verify the shuffle")}
        </button>
      )}
      {outcome === "unreachable" && (
        <p class="problem">{t("The record cannot be read at the moment.")}</p>
      )}
      {isDone && <Verdict checks={outcome} />}
      {isDone && (
        <details class="proof">
          <summary>{t("Check it yourself")}</summary>
          <p>
            {t(
              "Before the first card the server published the hash of the seed from which the deck was shuffled; here is the seed.",
            )}{" "}
            {t("Download the record and check it elsewhere:")}
          </p>
          <code translate={false}>thirdcard replay --verify FILE</code>
          <dl>
            <dt>{t("Hash, published at the start")}</dt>
            <dd>
              <code translate={false}>{view.commitment}</code>
            </dd>
            <dt>{t("Seed")}</dt>
            <dd>
              <code translate={false}>{view.seed}</code>
            </dd>
          </dl>
        </details>
      )}
    </section>
  );
}

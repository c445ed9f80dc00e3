/** The seal of the shuffle: a hash that is known before the first card, and checked after the last. */

import { rich, t } from "../language/language.ts";
import type { TableView } from "../protocol.ts";

/** Characters of the hash that tell one from another at a glance. */
const SHORT = 8;

export function Seal({ view: { commitment } }: { view: TableView }) {
  if (!commitment) return null;
  return (
    <details class="seal" data-testid="seal">
      <summary>
        {rich("The deck is shuffled and sealed: {hash}", {
          hash: <code translate={false}>{commitment.slice(0, SHORT)}…</code>,
        })}
      </summary>
      <p class="aside">
        {t("This is the SHA-256 hash of the seed from which the cards are dealt.")}{" "}
        {t(
          "Nobody can exchange them any more: at the end one press checks that the seed fits the hash, and every deal the seed.",
        )}
      </p>
      <code class="whole" translate={false} data-testid="commitment">
        {commitment}
      </code>
    </details>
  );
}

/** What the start page says while the club cannot be reached. */

import { useEffect, useState } from "preact/hooks";
import { rich, t } from "../language/language.ts";
import type { LobbyState } from "../state/lobby.ts";

/** A break that is shorter is not worth a word. */
const PATIENCE = 1500;

export function OfflineNote({ link }: Pick<LobbyState, "link">) {
  const [isLong, setLong] = useState(false);
  const isAway = link === "broken" || link === "connecting";
  useEffect(() => {
    if (!isAway) return setLong(false);
    const timer = setTimeout(() => setLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isAway]);
  if (!isAway || !isLong) return null;
  return (
    <p class="offline-note" role="status" data-testid="offline-note">
      {rich(
        "Offline: the club cannot be reached, and is tried again. {practice} and {daily} go on without it.",
        {
          practice: <a href="/practice">{t("Practice")}</a>,
          daily: <a href="/daily">{t("the daily puzzle")}</a>,
        },
      )}
    </p>
  );
}

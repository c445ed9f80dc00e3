/** The end of a game: who won, another game, and whether the deal was fair. */

import { useState } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import { gamePath } from "../net/address.ts";
import { recordAddress } from "../net/api.ts";
import type { TableState } from "../state/table.ts";
import { isSeated } from "../state/table.ts";
import { isLaidOnce } from "../state/view.ts";
import { describeDuration, describeLead, describeReason, describeTies } from "../state/words.ts";
import { Verify } from "./verify.tsx";

interface RematchProps {
  state: TableState;
  onRematch(): void;
  onFollow(): void;
}

function Rematch({ state, onRematch, onFollow }: RematchProps) {
  const { rematch, rematchId } = state;
  if (rematch && rematchId === null) {
    return (
      <button
        type="button"
        class="button primary"
        data-testid="rematch-offer"
        onClick={onFollow}
      >
        {rematch.name === null
          ? t("Somebody wants to play again: join")
          : t("{name} wants to play again: join", { name: rematch.name })}
      </button>
    );
  }
  if (!isSeated(state)) return null;
  return (
    <button
      type="button"
      class="button primary"
      data-testid="play-again"
      disabled={rematchId !== null}
      onClick={onRematch}
    >
      {rematchId === null ? t("Play again") : t("Preparing a new table…")}
    </button>
  );
}

export function Ending(props: RematchProps) {
  const { state } = props;
  const { view } = state;
  const [isHidden, setHidden] = useState(false);
  if (!view || view.phase !== "ended") return null;
  if (isHidden) {
    return (
      <button type="button" class="button show-ending" onClick={() => setHidden(false)}>
        {t("Show the result")}
      </button>
    );
  }
  const { started_at, ended_at } = view;
  const ties = describeTies(view);
  const ranked = view.ranking.flatMap((seat) => view.seats[seat] ?? []);
  return (
    <section class="ending sheet" data-testid="end-screen" aria-label={t("The game is over")}>
      <h2>{describeLead(view, state.seat) || t("The game is over")}</h2>
      {view.reason !== "finished" && <p class="aside">{describeReason(view.reason)}</p>}
      <ol class="ranking">
        {ranked.map((seat, index) => (
          <li
            key={seat.seat}
            class="seat"
            data-rank={index + 1}
            data-me={seat.seat === state.seat || undefined}
            style={{ "--seat": `var(--seat-${seat.seat % 12})` }}
          >
            {!view.contest.is_shared && <span class="rank">{index + 1}</span>}
            <span class="name" translate={false} title={seat.name}>
              {seat.name}
            </span>
            {seat.seat === state.seat && <span class="tag">{t("you")}</span>}
            <b class="score">{seat.score}</b>
          </li>
        ))}
      </ol>
      {ties && (
        <p class="aside" data-testid="ties">
          {ties}
        </p>
      )}
      <p class="aside">
        {started_at !== null && ended_at !== null && (
          <>{t("Played in {duration}.", { duration: describeDuration(ended_at - started_at) })} </>
        )}
        {!isLaidOnce(view) &&
          (view.undealt > 0
            ? tn(
                "{count} card was left in the deck.",
                "{count} cards were left in the deck.",
                view.undealt,
              )
            : t("The deck is empty."))}
      </p>
      <div class="actions">
        <Rematch {...props} />
        <button
            type="button"
            class="button"
            data-testid="show-table"
            onClick={() => setHidden(true)}
          >
          {t("Show the table")}
        </button>
        <a class="button" data-testid="to-game" href={gamePath(state.table)}>
          {t("Look at the game again")}
        </a>
        <a
          class="button"
          data-testid="record"
          href={recordAddress(state.table)}
          download={`${state.table}.jsonl`}
        >
          {t("Download the record")}
        </a>
      </div>
      <Verify state={state} />
    </section>
  );
}

/** The end of a game: who won, another game, and how to check that the deal was fair. */

import { useState } from "preact/hooks";
import { recordAddress } from "../net/api.ts";
import type { TableState } from "../state/table.ts";
import { isSeated } from "../state/table.ts";
import { describeDuration, describeLead } from "../state/words.ts";

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
        {rematch.name ?? "Somebody"} wants to play again: join
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
      {rematchId === null ? "Play again" : "Preparing a new table…"}
    </button>
  );
}

function Proof({ state }: { state: TableState }) {
  const { view } = state;
  if (!view) return null;
  return (
    <details class="proof">
      <summary>Was the deal fair?</summary>
      <p>
        Before the first card the server published the hash of the seed from which the deck was
        shuffled; here is the seed. Download the record and check it:
      </p>
      <code>thirdcard replay --verify FILE</code>
      <dl>
        <dt>Hash, published at the start</dt>
        <dd>
          <code>{view.commitment}</code>
        </dd>
        <dt>Seed</dt>
        <dd>
          <code>{view.seed}</code>
        </dd>
      </dl>
    </details>
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
        Show the result
      </button>
    );
  }
  const { started_at, ended_at } = view;
  const ranked = view.ranking.flatMap((seat) => view.seats[seat] ?? []);
  return (
    <section class="ending sheet" data-testid="end-screen" aria-label="The game is over">
      <h2>{describeLead(view, state.seat) || "The game is over"}</h2>
      {view.reason === "abandoned" && <p class="aside">The game was broken off: nobody was left.</p>}
      <ol class="ranking">
        {ranked.map((seat, index) => (
          <li
            key={seat.seat}
            class="seat"
            data-rank={index + 1}
            data-me={seat.seat === state.seat || undefined}
            style={{ "--seat": `var(--seat-${seat.seat % 12})` }}
          >
            <span class="rank">{index + 1}</span>
            <span class="name" title={seat.name}>
              {seat.name}
            </span>
            {seat.seat === state.seat && <span class="tag">you</span>}
            <b class="score">{seat.score}</b>
          </li>
        ))}
      </ol>
      <p class="aside">
        {started_at !== null && ended_at !== null && (
          <>Played in {describeDuration(ended_at - started_at)}. </>
        )}
        {view.undealt > 0 ? `${view.undealt} cards were left in the deck.` : "The deck is empty."}
      </p>
      <div class="actions">
        <Rematch {...props} />
        <button type="button" class="button" onClick={() => setHidden(true)}>
          Show the table
        </button>
        <a
          class="button"
          data-testid="record"
          href={recordAddress(state.table)}
          download={`${state.table}.jsonl`}
        >
          Download the record
        </a>
      </div>
      <Proof state={state} />
    </section>
  );
}

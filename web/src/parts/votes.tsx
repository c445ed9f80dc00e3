/** What all must agree to: asking for it, agreeing, and who has agreed so far. */

import { t } from "../language/language.ts";
import type { Subject, TableView, VoteView } from "../protocol.ts";
import { isSeated, type TableState } from "../state/table.ts";
import { votersOf } from "../state/view.ts";
import { describeWish } from "../state/words.ts";

interface VoteProps {
  state: TableState;
  onVote(subject: Subject, agrees: boolean): void;
}

function findVote(view: TableView, subject: Subject): VoteView | undefined {
  return view.votes.find((vote) => vote.subject === subject);
}

function sayWish(subject: Subject): string {
  switch (subject) {
    case "cards":
      return t("More cards");
    case "pause":
      return t("Pause");
    case "continue":
      return t("Go on");
    case "hint":
      return t("Hint");
  }
}

interface AskButtonProps extends VoteProps {
  subject: Subject;
  primary?: boolean;
}

/** A button that asks for something, or agrees to it, or takes that back. */
export function AskButton({ state, subject, primary = false, onVote }: AskButtonProps) {
  const { view, seat } = state;
  if (!view || seat === null || !isSeated(state)) return null;
  const vote = findVote(view, subject);
  const agrees = vote?.seats.includes(seat) ?? false;
  const voters = votersOf(view).length;
  return (
    <button
      type="button"
      class={`button ask ${primary ? "primary" : ""}`}
      data-testid={`ask-${subject}`}
      aria-pressed={agrees}
      disabled={view.paused !== null && subject !== "continue"}
      onClick={() => onVote(subject, !agrees)}
    >
      {sayWish(subject)}
      {vote && (
        <small class="tally">
          {vote.seats.length}/{voters}
        </small>
      )}
    </button>
  );
}

/** The questions that are open, each with the answer that the reader can give. */
export function VoteBar({ state, onVote }: VoteProps) {
  const { view, seat } = state;
  if (!view || view.phase !== "playing") return null;
  // While the game rests the question stands where the cards were.
  const open = view.votes.filter(({ subject }) => subject !== "continue");
  if (open.length === 0) return null;
  const voters = votersOf(view);
  const canVote = voters.some((voter) => voter.seat === seat);
  return (
    <section class="vote-bar" data-testid="vote-bar" aria-label={t("Questions to all")}>
      {open.map(({ subject, seats }) => {
        const first = seats.find((other) => other !== seat) ?? seats[0];
        const agrees = seat !== null && seats.includes(seat);
        return (
          <div
            key={subject}
            class="vote"
            data-vote={subject}
            style={{ "--seat": `var(--seat-${(first ?? 0) % 12})` }}
          >
            <p>
              {first === undefined ? "" : describeWish(view, first, subject, seat)}
              <small class="tally" data-testid={`agreed-${subject}`}>
                {t("{agreed} of {voters} agree", { agreed: seats.length, voters: voters.length })}
              </small>
            </p>
            {canVote && (
              <button
                type="button"
                class={`button ${agrees ? "" : "primary"}`}
                data-testid={`agree-${subject}`}
                onClick={() => onVote(subject, !agrees)}
              >
                {agrees ? t("Take back") : t("Agree")}
              </button>
            )}
          </div>
        );
      })}
    </section>
  );
}

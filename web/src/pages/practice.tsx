/** Practice: one alone finds a claim on table after table, with the server or without it. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Plan } from "../board/layout.ts";
import { useCardKeys } from "../board/open-keys.ts";
import { ASPECT, useSprite } from "../cards/sprite.ts";
import { rich, t, tn } from "../language/language.ts";
import { navigate, practicePath } from "../net/address.ts";
import { fetchExplanation } from "../net/lessons.ts";
import type { Supplier } from "../net/practice-supply.ts";
import { useAxes } from "../parts/axes.tsx";
import { Sentence } from "../parts/lesson-features.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { PracticeBoard } from "../parts/practice-board.tsx";
import { PracticeFiguresView } from "../parts/practice-figures.tsx";
import { SupplyNote, useSupply } from "../parts/practice-supply.tsx";
import { USUAL, VariantPicker } from "../parts/quick.tsx";
import { Stopwatch } from "../parts/stopwatch.ts";
import { useTheme } from "../parts/theme.tsx";
import {
  beginRound,
  canClaim,
  clearRound,
  hasHint,
  hintRound,
  isOver,
  pickedSpots,
  pressPlace,
  resultOf,
  type Round,
  skipRound,
  submitRound,
} from "../state/practice.ts";
import { tellDuration } from "../state/statistics.ts";
import "../styles/practice.css";
import "../styles/statistics.css";

/** How long a claim that was found is shown, in milliseconds. */
const SHOWN = 700;

type Change = (how: (round: Round) => Round) => void;

interface Done {
  solved: number;
  skipped: number;
  /** How long the last table took, null before the first. */
  ms: number | null;
}

/** Go from table to table; what comes of each is in the store before the next one is shown. */
function useRounds(supplier: Supplier | null, left: number): [Round | null, Change, Done] {
  const [round, setRound] = useState<Round | null>(null);
  const [done, setDone] = useState<Done>({ solved: 0, skipped: 0, ms: null });
  const watch = useRef<Stopwatch | null>(null);
  watch.current ??= new Stopwatch();
  const latest = useRef(supplier);
  latest.current = supplier;
  const takeNext = useCallback(async (): Promise<void> => {
    const table = await supplier?.take();
    // Another variant may have been chosen meanwhile.
    if (latest.current !== supplier) return;
    watch.current?.restart();
    setRound(table ? beginRound(table) : null);
  }, [supplier]);
  useEffect(() => setRound(null), [supplier]);
  useEffect(() => {
    if (round === null && left > 0) void takeNext();
  }, [round === null, left > 0, takeNext]);
  useEffect(() => {
    const turn = (): void => watch.current?.turn();
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, []);
  const over = round !== null && isOver(round);
  useEffect(() => {
    if (!over || !supplier) return;
    const ms = watch.current?.ms ?? 0;
    const isFound = round.outcome === "found";
    const kept = supplier.finish(resultOf(round, ms, Date.now()));
    setDone((before) => ({
      solved: before.solved + (isFound ? 1 : 0),
      skipped: before.skipped + (isFound ? 0 : 1),
      ms: isFound ? ms : before.ms,
    }));
    const timer = setTimeout(() => void kept.then(takeNext), isFound ? SHOWN : 0);
    return () => clearTimeout(timer);
  }, [over, round?.table.id]);
  const change = useCallback<Change>((how) => setRound((now) => now && how(now)), []);
  return [round, change, done];
}

/** Return why a wrong claim is none: the server knows; without it only that it is none. */
function useReason(round: Round | null, isOnline: boolean | null): string {
  const [reason, setReason] = useState("");
  const isWrong = round?.outcome === "wrong";
  useEffect(() => {
    setReason("");
    if (!isWrong || isOnline === false) return;
    let current = true;
    const { variant, previous } = round.table;
    fetchExplanation(variant, pickedSpots(round), previous).then(
      ({ sentence }) => current && setReason(sentence),
      () => undefined,
    );
    return () => void (current = false);
  }, [isWrong, round?.wrong]);
  return reason;
}

function readVariant(): string {
  return new URLSearchParams(window.location.search).get("variant") || USUAL;
}

export function PracticePage() {
  const variant = readVariant();
  const [axes] = useAxes();
  const [supplier, supply] = useSupply(variant);
  const [round, change, done] = useRounds(supplier, supply.left);
  const [plan, setPlan] = useState<Plan | null>(null);
  const { theme } = useTheme();
  const sprite = useSprite(theme, round && plan ? round.table.deck : null, plan?.upright);
  const press = (place: number): void => change((now) => pressPlace(now, place));
  const showsKeys = useCardKeys(round?.table ?? null, plan, press, () => change(clearRound));
  const reason = useReason(round, supply.isOnline);
  useEffect(() => {
    document.title = t("Practice · thirdcard");
  }, []);
  return (
    <main
      class="practice-page"
      data-testid="practice"
      data-outcome={round?.outcome}
      data-number={done.solved + done.skipped}
      data-upright={plan?.upright || undefined}
      style={{ "--card-aspect": plan?.upright ? 1 / ASPECT : ASPECT }}
    >
      <Masthead title={t("Practice")} />
      <div class="practice-head">
        <VariantPicker
          axes={axes}
          variant={variant}
          onVariant={(chosen) => navigate(practicePath(chosen), true)}
        />
        <p class="practice-count" data-testid="done" aria-live="polite">
          {tn("{count} solved", "{count} solved", done.solved)}
          {done.skipped > 0 && <> · {tn("{count} skipped", "{count} skipped", done.skipped)}</>}
          {done.ms !== null && <> · {t("last {time}", { time: tellDuration(done.ms) })}</>}
        </p>
        <SupplyNote supply={supply} />
      </div>
      {round ? (
        <>
          <PracticeBoard
            round={round}
            sprite={sprite}
            showsKeys={showsKeys}
            onPress={press}
            onPlan={setPlan}
          />
          <div class="practice-foot">
            <p class="practice-verdict" aria-live="polite" data-testid="verdict">
              {round.outcome === "found" && <b class="right">{t("That is one.")}</b>}
              {round.outcome === "wrong" && (
                <>
                  <b class="wrong">{t("That is none.")}</b>{" "}
                  {reason && <Sentence text={reason} sprite={sprite} />}
                </>
              )}
            </p>
            <div class="practice-actions">
              <Actions round={round} change={change} />
            </div>
          </div>
        </>
      ) : (
        <Nothing isOnline={supply.isOnline} refusal={supply.refusal} left={supply.left} />
      )}
      <PracticeFiguresView newest={`${supply.isOnline} ${supply.waiting} ${done.solved}`} />
    </main>
  );
}

function Actions({ round, change }: { round: Round; change: Change }) {
  const [least, most] = round.table.claim_sizes;
  return (
    <>
      {least < most && (
        <button
          type="button"
          class="button primary"
          data-testid="claim-button"
          disabled={!canClaim(round)}
          onClick={() => change(submitRound)}
        >
          {t("Claim {number}", { number: round.selection.length })}
        </button>
      )}
      <button
        type="button"
        class="button"
        data-testid="hint"
        disabled={!hasHint(round)}
        onClick={() => change(hintRound)}
      >
        {t("Show a card")}
      </button>
      <button
        type="button"
        class="button"
        data-testid="skip"
        disabled={isOver(round)}
        onClick={() => change(skipRound)}
      >
        {t("Skip")}
      </button>
    </>
  );
}

interface NothingProps {
  isOnline: boolean | null;
  refusal: string;
  left: number;
}

/** What is said where there is no table. */
function Nothing({ isOnline, refusal, left }: NothingProps) {
  if (refusal) {
    return (
      <div class="sheet" role="alert" data-testid="refusal">
        <p>{refusal}</p>
        <a class="button primary" href={practicePath(USUAL)}>
          {t("Practise the usual game")}
        </a>
      </div>
    );
  }
  if (isOnline === false && left === 0) {
    return (
      <div class="sheet" role="alert" data-testid="no-tables">
        <h2>{t("No tables are left")}</h2>
        <p>
          {rich("All tables that were here are done. {more} as soon as the club can be reached.", {
            more: <b>{t("More come by themselves")}</b>,
          })}
        </p>
      </div>
    );
  }
  return <p class="loading">{t("One moment…")}</p>;
}

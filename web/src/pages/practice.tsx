/** Practice: one alone finds a claim on table after table, with the server or without it. */

import { useEffect, useState } from "preact/hooks";
import type { Plan } from "../board/layout.ts";
import { useCardKeys } from "../board/open-keys.ts";
import { ASPECT, type Sprite, useSprite } from "../cards/sprite.ts";
import { rich, t, tn } from "../language/language.ts";
import { navigate, practicePath } from "../net/address.ts";
import { fetchExplanation } from "../net/lessons.ts";
import {
  fetchPractice,
  fetchSprints,
  type PracticeFigures,
  type SprintFigures,
} from "../net/practice.ts";
import type { Supplier } from "../net/practice-supply.ts";
import { useAxes } from "../parts/axes.tsx";
import { useKept } from "../parts/kept.tsx";
import { Sentence } from "../parts/lesson-features.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { PracticeBoard } from "../parts/practice-board.tsx";
import { PracticeLevel, TrainWeak, WeakSpots } from "../parts/practice-choices.tsx";
import { PracticeFiguresView } from "../parts/practice-figures.tsx";
import { type Change, useRounds } from "../parts/practice-rounds.ts";
import {
  SprintBar,
  SprintResult,
  SprintStart,
  useBests,
  useSprint,
  useWrong,
} from "../parts/practice-sprint.tsx";
import { SupplyNote, useSupply } from "../parts/practice-supply.tsx";
import { useQuery } from "../parts/query.ts";
import { USUAL, VariantPicker } from "../parts/quick.tsx";
import { useTheme } from "../parts/theme.tsx";
import { playSound, prepareSounds } from "../sound/player.ts";
import {
  canClaim,
  clearRound,
  hasHint,
  hintRound,
  isOver,
  pickedSpots,
  pressPlace,
  type Round,
  skipRound,
  submitRound,
} from "../state/practice.ts";
import { readWeights, tellWeights } from "../state/practice-training.ts";
import { tellDuration } from "../state/statistics.ts";
import "../styles/practice.css";
import "../styles/statistics.css";

/** Let the supplier train weak spots, by the reader's figures. */
function useTraining(
  supplier: Supplier | null,
  isOn: boolean,
  figures: PracticeFigures | null,
): void {
  const weights = isOn ? readWeights(figures) : new Map<number, number>();
  const told = tellWeights(weights);
  useEffect(() => {
    if (!supplier) return;
    supplier.train(weights.size > 0 ? weights : null);
    if (weights.size > 0) void supplier.sync();
  }, [supplier, told]);
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

interface Wish {
  variant: string;
  /** Null for any. */
  level: number | null;
  trainsWeak: boolean;
}

function readWish(query: URLSearchParams): Wish {
  const level = query.get("level") ?? "";
  return {
    variant: query.get("variant") || USUAL,
    level: /^[1-9]$/.test(level) ? Number(level) : null,
    trainsWeak: query.get("weak") === "1",
  };
}

export function PracticePage() {
  const { variant, level, trainsWeak } = readWish(useQuery());
  const [axes] = useAxes();
  const [supplier, supply] = useSupply(variant, level);
  const sprint = useSprint(supplier);
  const { running, ended } = sprint;
  const isWaiting = !sprint.isReady || ended !== null;
  const { round, change, done, isDry } = useRounds({
    supplier: isWaiting ? null : supplier,
    left: supply.left,
    sprint,
  });
  useWrong(supplier, sprint, round);
  const newest = `${supply.isOnline} ${supply.waiting} ${done.solved}`;
  const figures = useKept<PracticeFigures[]>("figures", fetchPractice, newest);
  const own = figures?.find((each) => each.variant === variant) ?? null;
  useTraining(supplier, trainsWeak && !running, own);
  const sprints = useKept<SprintFigures[]>(
    "sprints",
    fetchSprints,
    `${supply.isOnline} ${supply.sprints.length} ${ended?.id}`,
  );
  const bestOf = useBests({ variant, level }, sprint, sprints ?? [], supply.sprints);
  useEffect(() => {
    if (running && isDry && supply.isOnline === false) sprint.end();
  }, [running?.id, isDry, supply.isOnline]);
  useEffect(() => {
    if (round?.outcome === "wrong") playSound("refused");
  }, [round?.wrong]);
  useEffect(prepareSounds, []);
  const go = (wish: Partial<Wish>): void => {
    const next = { variant, level, trainsWeak, ...wish };
    navigate(practicePath(next.variant, next.level, next.trainsWeak), true);
  };
  useEffect(() => {
    // What is kept is found by the server's way to write it.
    if (supply.variant && supply.variant !== variant) go({ variant: supply.variant });
  }, [supply.variant]);
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
        {running ? (
          <SprintBar sprint={running} left={sprint.left} end={sprint.end} />
        ) : (
          <>
            <VariantPicker
              axes={axes}
              variant={variant}
              onVariant={(chosen) => go({ variant: chosen, level: null })}
            />
            <PracticeLevel
              level={level}
              levels={supply.levels}
              onLevel={(chosen) => go({ level: chosen })}
            />
            <TrainWeak isOn={trainsWeak} onTurn={(isOn) => go({ trainsWeak: isOn })} />
            <p class="practice-count" data-testid="done" aria-live="polite">
              {tn("{count} solved", "{count} solved", done.solved)}
              {done.skipped > 0 && <> · {tn("{count} skipped", "{count} skipped", done.skipped)}</>}
              {done.ms !== null && <> · {t("last {time}", { time: tellDuration(done.ms) })}</>}
            </p>
            {trainsWeak && <WeakSpots figures={own} />}
          </>
        )}
        <SupplyNote supply={supply} />
      </div>
      {ended && (
        <SprintResult
          key={ended.id}
          sprint={ended}
          best={bestOf(ended.seconds)}
          onAgain={() => sprint.begin(ended.seconds)}
          onDismiss={sprint.dismiss}
        />
      )}
      {round && !ended && (
        <>
          <PracticeBoard
            round={round}
            sprite={sprite}
            showsKeys={showsKeys}
            onPress={press}
            onPlan={setPlan}
          />
          <div class="practice-foot">
            <Verdict round={round} reason={reason} sprite={sprite} />
            <div class="practice-actions">
              <Actions round={round} change={change} isSprint={running !== null} />
            </div>
          </div>
        </>
      )}
      {!round && !ended && (
        <Nothing isOnline={supply.isOnline} refusal={supply.refusal} left={supply.left} />
      )}
      {!running && !ended && (
        <>
          {!supply.refusal && (
            <SprintStart bestOf={bestOf} isReady={round !== null} onBegin={sprint.begin} />
          )}
          <PracticeFiguresView figures={figures ?? []} sprints={sprints ?? []} />
        </>
      )}
    </main>
  );
}

interface VerdictProps {
  round: Round;
  reason: string;
  sprite: Sprite;
}

function Verdict({ round, reason, sprite }: VerdictProps) {
  return (
    <p class="practice-verdict" aria-live="polite" data-testid="verdict">
      {round.outcome === "found" && <b class="right">{t("That is one.")}</b>}
      {round.outcome === "wrong" && (
        <>
          <b class="wrong">{t("That is none.")}</b>{" "}
          {reason && <Sentence text={reason} sprite={sprite} />}
        </>
      )}
    </p>
  );
}

interface ActionsProps {
  round: Round;
  change: Change;
  isSprint: boolean;
}

function Actions({ round, change, isSprint }: ActionsProps) {
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
      {!isSprint && (
        <button
          type="button"
          class="button"
          data-testid="hint"
          disabled={!hasHint(round)}
          onClick={() => change(hintRound)}
        >
          {t("Show a card")}
        </button>
      )}
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

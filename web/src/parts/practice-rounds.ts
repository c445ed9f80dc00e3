/** Going from table to table in practice. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Supplier } from "../net/practice-supply.ts";
import { playSound } from "../sound/player.ts";
import { beginRound, isOver, resultOf, type Round } from "../state/practice.ts";
import { timeLeft } from "../state/sprint.ts";
import type { SprintControl } from "./practice-sprint.tsx";
import { Stopwatch } from "./stopwatch.ts";

/** How long a claim that was found is shown, in milliseconds. */
const SHOWN = 700;
const SHOWN_IN_SPRINT = 250;

export type Change = (how: (round: Round) => Round) => void;

export interface Done {
  solved: number;
  skipped: number;
  /** How long the last table took, null before the first. */
  ms: number | null;
}

interface RoundsProps {
  /** Null while none is to be shown. */
  supplier: Supplier | null;
  /** How many tables are left. */
  left: number;
  sprint: SprintControl;
}

export interface Rounds {
  round: Round | null;
  change: Change;
  done: Done;
  /** Whether no table was left when one was asked for. */
  isDry: boolean;
}

/** Go from table to table; what comes of each is in the store before the next one is shown. */
export function useRounds({ supplier, left, sprint: { running, refresh } }: RoundsProps): Rounds {
  const [round, setRound] = useState<Round | null>(null);
  const [done, setDone] = useState<Done>({ solved: 0, skipped: 0, ms: null });
  const [isDry, setDry] = useState(false);
  const sprint = running?.id ?? null;
  const watch = useRef<Stopwatch | null>(null);
  watch.current ??= new Stopwatch();
  const latest = useRef({ supplier, sprint });
  latest.current = { supplier, sprint };
  const takeNext = useCallback(async (): Promise<void> => {
    if (!supplier) return;
    const table = await supplier.take(sprint);
    // Another variant may have been chosen meanwhile, or a sprint begun.
    if (latest.current.supplier !== supplier || latest.current.sprint !== sprint) return;
    watch.current?.restart();
    setDry(table === null);
    setRound(table ? beginRound(table) : null);
  }, [supplier, sprint]);
  useEffect(() => {
    setRound(null);
    setDry(false);
  }, [supplier, sprint]);
  useEffect(() => {
    if (round === null && left > 0) void takeNext();
  }, [round === null, left, takeNext]);
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
    // What comes after the time is a table like any other.
    const counts = running !== null && timeLeft(running, Date.now()) > 0;
    const kept = supplier.finish(resultOf(round, ms, Date.now(), counts ? running.id : null));
    if (isFound) playSound("mine");
    setDone((before) => ({
      solved: before.solved + (isFound ? 1 : 0),
      skipped: before.skipped + (isFound ? 0 : 1),
      ms: isFound ? ms : before.ms,
    }));
    void kept.then(refresh);
    const shown = running ? SHOWN_IN_SPRINT : SHOWN;
    const timer = setTimeout(() => void kept.then(takeNext), isFound ? shown : 0);
    return () => clearTimeout(timer);
  }, [over, round?.table.id]);
  const change = useCallback<Change>((how) => setRound((now) => now && how(now)), []);
  return { round, change, done, isDry };
}

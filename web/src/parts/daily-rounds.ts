/** The rounds of a page of daily puzzles: kept in the browser at every step, and timed. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DailyPuzzle } from "../net/daily.ts";
import { Courier, type Delivery, NO_DELIVERY } from "../net/daily-courier.ts";
import { type DailyStore, openDailyStore } from "../net/daily-store.ts";
import { makeRandomId } from "../net/practice-supply.ts";
import { beginDaily, type DailyRound, isOver, keyOf, resultOf } from "../state/daily.ts";
import { useReach } from "./reach.ts";
import { Stopwatch } from "./stopwatch.ts";

/** How often is written down how long a puzzle has taken, in milliseconds. */
const TICK = 1000;

/** Return the store with who brings its results to the server, and how that stands. */
export function useCourier(): [DailyStore | null, Courier | null, Delivery] {
  const [store, setStore] = useState<DailyStore | null>(null);
  const [courier, setCourier] = useState<Courier | null>(null);
  const [delivery, setDelivery] = useState(NO_DELIVERY);
  useEffect(() => {
    let current = true;
    void openDailyStore().then((opened) => {
      if (!current) return;
      const made = new Courier(opened, (now) => current && setDelivery(now));
      setStore(opened);
      setCourier(made);
      void made.sync();
    });
    return () => void (current = false);
  }, []);
  useReach(courier, delivery.isOnline);
  return [store, courier, delivery];
}

export type Rounds = Readonly<Record<string, DailyRound>>;

/** Return the round of a puzzle, null where it has not begun. */
export function roundOf(puzzle: DailyPuzzle, rounds: Rounds | null): DailyRound | null {
  const kept = rounds?.[puzzle.name];
  // Where the server has changed its puzzles, what was done with another one is nothing here.
  return kept?.puzzle === puzzle.id ? kept : null;
}

export interface DailyRounds {
  /** By the names of the puzzles, null until they are known. */
  rounds: Rounds | null;
  /** The round of the puzzle that is shown, null where it has not begun. */
  round: DailyRound | null;
  begin(): void;
  change(how: (round: DailyRound) => DailyRound): void;
  /** Return how long the puzzle that is shown has taken, in milliseconds. */
  read(): number;
}

/** Follow the rounds of a date; only that of the puzzle that is shown is timed. */
export function useDailyRounds(
  store: DailyStore | null,
  date: string,
  shown: DailyPuzzle | null,
  onOver: () => void,
): DailyRounds {
  const [rounds, setRounds] = useState<Rounds | null>(null);
  const latest = useRef<Rounds>({});
  const put = (round: DailyRound): void => {
    latest.current = { ...latest.current, [round.name]: round };
    setRounds(latest.current);
  };
  useEffect(() => {
    let current = true;
    void store?.between(date, date).then((kept) => {
      if (!current) return;
      latest.current = Object.fromEntries(kept.map((round) => [round.name, round]));
      setRounds(latest.current);
    });
    return () => void (current = false);
  }, [store, date]);
  const round = shown && roundOf(shown, rounds);
  const isRunning = round !== null && !isOver(round);
  const key = shown && keyOf(date, shown.name);
  // Each round has its own, so that none writes down another's time.
  const watch = useMemo(() => new Stopwatch(round?.ms), [key, isRunning]);
  const read = useCallback(() => Math.round(watch.ms), [watch]);
  useEffect(() => {
    if (!store || !isRunning || !shown) return;
    const keep = (): void => {
      const now = latest.current[shown.name];
      if (!now || isOver(now)) return;
      const timed = { ...now, ms: read() };
      latest.current = { ...latest.current, [shown.name]: timed };
      void store.save(timed);
    };
    const turn = (): void => {
      watch.turn();
      keep();
    };
    const timer = setInterval(() => document.hidden || keep(), TICK);
    document.addEventListener("visibilitychange", turn);
    window.addEventListener("pagehide", keep);
    return () => {
      keep();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", turn);
      window.removeEventListener("pagehide", keep);
    };
  }, [store, isRunning, key]);
  return {
    rounds,
    round,
    read,
    begin: () => {
      if (!store || !shown) return;
      const begun = beginDaily(shown, date, makeRandomId());
      put(begun);
      void store.save(begun);
    },
    change: (how) => {
      const now = shown ? latest.current[shown.name] : undefined;
      if (!store || !now) return;
      const changed = how(now);
      if (changed === now) return;
      const next = { ...changed, ms: read() };
      put(next);
      if (!isOver(next)) return void store.save(next);
      void store.finish(next, resultOf(next, Date.now())).then((first) => {
        put(first);
        onOver();
      });
    },
  };
}

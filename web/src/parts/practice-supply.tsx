/** The supply of a page of practice: it follows whether the server can be reached, by itself. */

import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import { canReach, fetchPack, sendResults, sendSprints } from "../net/practice.ts";
import { openPracticeStore } from "../net/practice-store.ts";
import { makeRandomId, NO_SUPPLY, Supplier, type Supply } from "../net/practice-supply.ts";
import { useReach } from "./reach.ts";

const WINDOW = "thirdcard.practice-window";

/** Tells this window from others, and is the same after it was loaded anew. */
function nameWindow(): string {
  try {
    const known = sessionStorage.getItem(WINDOW);
    if (known) return known;
    const made = makeRandomId();
    sessionStorage.setItem(WINDOW, made);
    return made;
  } catch {
    return makeRandomId();
  }
}

/** Return the supplier of a variant and level, null until its store is open, and how it stands. */
export function useSupply(variant: string, level: number | null): [Supplier | null, Supply] {
  const [supplier, setSupplier] = useState<Supplier | null>(null);
  const [supply, setSupply] = useState<Supply>(NO_SUPPLY);
  useEffect(() => {
    let current = true;
    setSupplier(null);
    setSupply(NO_SUPPLY);
    void openPracticeStore().then((store) => {
      if (!current) return;
      const made = new Supplier({ variant, level }, {
        store,
        server: { fetchPack, sendResults, sendSprints, canReach },
        window: nameWindow(),
        onChange: (now) => current && setSupply(now),
      });
      setSupplier(made);
      void made.sync();
    });
    return () => void (current = false);
  }, [variant, level]);
  useReach(supplier, supply.isOnline);
  return [supplier, supply];
}

/** For how long is said that the server is there again, in milliseconds. */
const GLADNESS = 8000;

/** Say that there is no connection, how long the tables last, and that it is there again. */
export function SupplyNote({ supply }: { supply: Supply }) {
  const { isOnline, left, waiting } = supply;
  const [isBack, setBack] = useState(false);
  const wasAway = useRef(false);
  useEffect(() => {
    if (isOnline === false) {
      wasAway.current = true;
      setBack(false);
    }
    if (!isOnline || !wasAway.current) return;
    wasAway.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), GLADNESS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return (
    <p
      class="supply-note"
      role="status"
      data-testid="supply"
      data-online={isOnline ?? undefined}
      data-left={left}
      data-waiting={waiting}
    >
      {isOnline === false && (
        <>
          <b>{tn("Offline: {count} table left.", "Offline: {count} tables left.", left)}</b>{" "}
          {waiting > 0 &&
            tn(
              "{count} result is kept here until the club can be reached.",
              "{count} results are kept here until the club can be reached.",
              waiting,
            )}
        </>
      )}
      {isOnline && isBack && t("The club can be reached again. Everything is sent.")}
    </p>
  );
}

/** Whether the server can be reached, found out again and again while it cannot. */

import { useEffect } from "preact/hooks";
import { canReach } from "../net/practice.ts";

/** How long to wait before the server is tried again, in milliseconds: longer each time. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10_000;

export interface Reaching {
  /** Bring up to date what depends on the server. */
  sync(): Promise<void>;
  /** Note that the server cannot be reached. */
  lose(): Promise<void>;
}

/** Sync when the server may be there again; null where there is nothing to sync yet. */
export function useReach(reaching: Reaching | null, isOnline: boolean | null): void {
  useEffect(() => {
    if (!reaching) return;
    // The browser's word is a reason to look, not an answer: it knows cables and not servers.
    const look = (): void => void reaching.sync();
    const lose = (): void => void reaching.lose();
    window.addEventListener("online", look);
    window.addEventListener("offline", lose);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", lose);
    };
  }, [reaching]);
  useEffect(() => {
    if (!reaching || isOnline !== false) return;
    let wait = FIRST_WAIT;
    let timer = 0;
    const probe = async (): Promise<void> => {
      if (await canReach()) await reaching.sync();
      wait = Math.min(2 * wait, LONGEST_WAIT);
      timer = window.setTimeout(() => void probe(), wait);
    };
    timer = window.setTimeout(() => void probe(), wait);
    return () => clearTimeout(timer);
  }, [reaching, isOnline]);
}

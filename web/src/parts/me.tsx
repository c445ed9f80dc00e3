/** Who the reader is to the server: a name, perhaps an account, and the tables where they sit. */

import { createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fetchMe, type Me } from "../net/api.ts";
import { rememberName } from "../net/memory.ts";

export interface MyPart {
  /** Null until the server has answered. */
  me: Me | null;
  /** Ask the server again. */
  refresh(): void;
  /** Take over an answer that tells who the reader is from now on; it is passed on. */
  become(answer: Promise<Me>): Promise<Me>;
}

export const MeContext = createContext<MyPart>({
  me: null,
  refresh: () => undefined,
  become: (answer) => answer,
});

export const useMe = () => useContext(MeContext);

const RETRY = 3000;

/** Return who the reader is, for the context's provider. */
export function useMyPart(): MyPart {
  const [me, setMe] = useState<Me | null>(null);
  // Answers can overtake each other: only that to the newest question counts.
  const newest = useRef(0);
  const become = useCallback(async (answer: Promise<Me>): Promise<Me> => {
    newest.current += 1;
    const question = newest.current;
    const found = await answer;
    if (question === newest.current) {
      rememberName(found.name);
      setMe(found);
    }
    return found;
  }, []);
  const refresh = useCallback(() => void become(fetchMe()).catch(() => undefined), [become]);
  useEffect(() => {
    if (me) return;
    refresh();
    const timer = window.setInterval(refresh, RETRY);
    return () => clearInterval(timer);
  }, [me === null, refresh]);
  return useMemo(() => ({ me, refresh, become }), [me, refresh, become]);
}

/** An answer of the server that a page waits for. */

import { useEffect, useState } from "preact/hooks";
import { ApiError, say } from "../net/api.ts";

const RETRY = 2000;

export interface Answer<T> {
  value: T | null;
  problem: string;
  isMissing: boolean;
}

/**
 * Return what the server answers, asking again until it does, unless there is no such thing.
 *
 * Where `key` changes something else is asked for; what was answered before stays until then.
 */
export function useAnswer<T>(ask: () => Promise<T>, key = ""): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: "", isMissing: false });
  useEffect(() => {
    let current = true;
    let timer = 0;
    const attempt = (): void => {
      ask().then(
        (value) => current && setAnswer({ value, problem: "", isMissing: false }),
        (error: unknown) => {
          if (!current) return;
          const status = error instanceof ApiError ? error.status : 0;
          const isMissing = status === 404 || status === 400;
          setAnswer({ value: null, problem: say(error), isMissing });
          if (!isMissing) timer = window.setTimeout(attempt, RETRY);
        },
      );
    };
    attempt();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  return answer;
}

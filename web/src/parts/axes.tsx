/** The axes of variants, as the server tells them. */

import { useLayoutEffect, useState } from "preact/hooks";
import { type Axes, fetchAxes, say } from "../net/api.ts";

/** Return the axes, asking again until the server answers; and what is wrong until then. */
export function useAxes(): [Axes | null, string] {
  const [axes, setAxes] = useState<Axes | null>(null);
  const [problem, setProblem] = useState("");
  useLayoutEffect(() => {
    let timer = 0;
    const ask = (): void => {
      fetchAxes().then(
        (found) => {
          setAxes(found);
          setProblem("");
        },
        (error: unknown) => {
          setProblem(say(error));
          timer = window.setTimeout(ask, 2000);
        },
      );
    };
    ask();
    return () => clearTimeout(timer);
  }, []);
  return [axes, problem];
}

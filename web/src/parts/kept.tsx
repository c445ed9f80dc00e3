/** What the server told last, for pages that go on without it. */

import { useEffect, useState } from "preact/hooks";
import { openPracticeStore } from "../net/practice-store.ts";
import { useAnswer } from "./answer.tsx";

/** Return what the server answers, and until it does what it answered before; null without either. */
export function useKept<T>(name: string, ask: () => Promise<T>, newest = ""): T | null {
  const { value } = useAnswer<T>(ask, newest);
  const [kept, setKept] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    const recall = async (): Promise<void> => {
      const known = await (await openPracticeStore()).recall(name);
      if (current) setKept(known as T | null);
    };
    void recall();
    return () => void (current = false);
  }, [name]);
  useEffect(() => {
    if (value !== null) void openPracticeStore().then((store) => store.note(name, value));
  }, [value]);
  return value ?? kept;
}

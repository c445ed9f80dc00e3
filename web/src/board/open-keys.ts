/** Keys that pick cards on a table on which all lie open. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useKeyRows } from "../net/keyboard.ts";
import { isElsewhere, targetOfKey } from "./keys.ts";
import type { Plan } from "./layout.ts";
import type { OpenTable } from "./open-board.tsx";

/** Let keys pick cards, and Esc put them back; return whether keys were used lately. */
export function useCardKeys(
  table: OpenTable | null,
  plan: Plan | null,
  onPlace: (place: number) => void,
  onClear: () => void,
): boolean {
  const [showsKeys, setShowsKeys] = useState(false);
  const rows = useKeyRows();
  const latest = useRef({ table, plan, rows, onPlace, onClear });
  latest.current = { table, plan, rows, onPlace, onClear };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { table, plan, rows, onPlace, onClear } = latest.current;
      if (!table || !plan || isElsewhere(event)) return;
      if (event.key === "Escape") {
        event.preventDefault();
        return onClear();
      }
      const { slots, previous } = table;
      const target = targetOfKey(rows, plan, slots.length, previous.length, event);
      if (!target) return;
      event.preventDefault();
      setShowsKeys(true);
      onPlace("slot" in target ? target.slot : slots.length + target.chain);
    };
    const onPointerDown = ({ pointerType }: PointerEvent): void => {
      if (pointerType === "touch") setShowsKeys(false);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("pointerdown", onPointerDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("pointerdown", onPointerDown);
    };
  }, []);
  return showsKeys;
}

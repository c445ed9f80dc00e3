/** The size of an element, kept up to date. */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Size } from "./layout.ts";

/** Return the inner size of the element less a margin, null before it is in the page. */
export function useSize(element: RefObject<HTMLElement | null>, margin: number): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = (): void => {
      const width = node.clientWidth - 2 * margin;
      const height = node.clientHeight - 2 * margin;
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, margin]);
  return size;
}

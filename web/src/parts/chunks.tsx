/**
 * A long list of which only what is near the screen is drawn.
 *
 * The list is cut into chunks, and a chunk that is far away is an empty box as high as it was.  So
 * rows may be of any height, and the list scrolls with the page.
 */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Rows of a chunk. */
const SIZE = 10;
/** How far from the screen rows are drawn. */
const MARGIN = "900px";

interface ChunkProps {
  /** Height of the rows while they have never been drawn. */
  estimate: number;
  /** Whether it is drawn before anybody knows where it lies. */
  isFirst: boolean;
  children(): ComponentChildren;
}

function Chunk({ estimate, isFirst, children }: ChunkProps) {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(estimate);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const newest = entries.at(-1);
        if (!newest) return;
        if (!newest.isIntersecting) height.current = current.offsetHeight;
        setNear(newest.isIntersecting);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      class="chunk"
      role="presentation"
      style={isNear ? undefined : { height: `${height.current}px` }}
    >
      {isNear && children()}
    </div>
  );
}

interface ChunksProps<Item> {
  items: readonly Item[];
  /** About the height of a row, in pixels. */
  estimate: number;
  label: string;
  children(item: Item): ComponentChildren;
}

export function Chunks<Item>({ items, estimate, label, children }: ChunksProps<Item>) {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += SIZE) {
    chunks.push(items.slice(start, start + SIZE));
  }
  return (
    <div class="chunks" role="list" aria-label={label}>
      {chunks.map((chunk, index) => (
        <Chunk key={index} estimate={chunk.length * estimate} isFirst={index === 0}>
          {() => chunk.map(children)}
        </Chunk>
      ))}
    </div>
  );
}

/** When what is shown was painted: how long a person had it before their eyes. */

/** Knows when the newest event was painted. */
export class PaintClock {
  #seq = -1;
  #paintedAt: number | null = null;

  /** The event `seq` is in the page and will be painted with the next frame. */
  show(seq: number): void {
    if (seq === this.#seq) return;
    this.#seq = seq;
    this.#paintedAt = null;
    requestAnimationFrame(() => {
      // A frame's callbacks run before it is painted, a task after it.
      setTimeout(() => {
        if (this.#seq === seq) this.#paintedAt = performance.now();
      });
    });
  }

  /** Return for how many milliseconds the event has been in sight: 0 if it is not painted yet. */
  waited(seq: number): number | null {
    if (seq !== this.#seq) return null;
    return this.#paintedAt === null ? 0 : Math.round(performance.now() - this.#paintedAt);
  }
}

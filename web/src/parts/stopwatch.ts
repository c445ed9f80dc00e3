/** How long something is looked at. */

/** Measures a time; while the window is hidden it stands still. */
export class Stopwatch {
  private begun = performance.now();
  private before: number;

  /** Begin with so many milliseconds on it. */
  constructor(before = 0) {
    this.before = before;
  }

  /** Begin anew, with so many milliseconds on it. */
  restart(before = 0): void {
    this.before = before;
    this.begun = performance.now();
  }

  get ms(): number {
    return this.before + (document.hidden ? 0 : performance.now() - this.begun);
  }

  /** Take note that the window was hidden or shown. */
  turn(): void {
    if (document.hidden) this.before += performance.now() - this.begun;
    else this.begun = performance.now();
  }
}

/** What each sound is made of: a few short notes, so that no files are loaded. */

import type { Sound } from "../state/sounds.ts";

export interface Note {
  /** Seconds after the sound begins. */
  at: number;
  /** Pitch in hertz. */
  pitch: number;
  /** Seconds until it has died away. */
  length: number;
  /** How loud it is at first, of 1. */
  level: number;
  wave: "sine" | "triangle";
}

/** Notes of equal temperament, by their names. */
const [C4, E4, G4, A4, C5, E5, G5, C6] = [261.6, 329.6, 392, 440, 523.3, 659.3, 784, 1046.5];

function run(pitches: readonly number[], step: number, level: number, wave: Note["wave"]): Note[] {
  return pitches.map((pitch, index) => ({
    at: index * step,
    pitch,
    length: 0.18 + step,
    level,
    wave,
  }));
}

export const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  mine: run([C5, E5, G5], 0.07, 0.5, "triangle"),
  theirs: run([G4, E4], 0.08, 0.3, "sine"),
  refused: run([C4 * 0.75, C4 * 0.7], 0.1, 0.5, "triangle"),
  dealt: run([A4, A4, A4], 0.06, 0.2, "sine"),
  turn: run([E5, C6], 0.1, 0.45, "triangle"),
  over: run([C5, G4, C5, E5, G5], 0.13, 0.45, "triangle"),
  said: run([C6], 0, 0.2, "sine"),
};

/**
 * Plays sounds as loudly as the settings say, with the browser's own synthesis.
 *
 * Browsers let a page sound only once somebody has touched it; until then it is silent.  What comes
 * within a moment is one sound, the most important one.  A page that is not in sight sounds softly.
 */

import { type Settings, settings } from "../net/settings.ts";
import { louder, type Sound } from "../state/sounds.ts";
import { type Note, NOTES } from "./notes.ts";

/** Milliseconds within which sounds are one. */
const BURST = 90;
/** Milliseconds between the beginnings of two sounds. */
const REST = 250;
/** How loud a page is that is not in sight, of 1. */
const SOFTLY = 0.3;
/** How loud the loudest note may be. */
const LOUDEST = 0.5;

/** Return the gain of the settings; loudness is heard as about the square of it. */
export function gainOf({ sound, volume }: Settings, isHidden: boolean): number {
  if (!sound) return 0;
  return LOUDEST * (volume / 100) ** 2 * (isHidden ? SOFTLY : 1);
}

let context: AudioContext | null = null;
let master: GainNode | null = null;
let waiting: Sound | null = null;
let timer = 0;
let lastAt = -Infinity;

/** Whether the browser lets the page sound: somebody has touched it. */
function mayStart(): boolean {
  return typeof AudioContext !== "undefined" && navigator.userActivation?.hasBeenActive !== false;
}

function start(): AudioContext | null {
  if (gainOf(settings(), false) === 0 || !mayStart()) return null;
  if (!context) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Be ready to sound from the next touch or key on; some browsers begin within one only. */
export function prepareSounds(): () => void {
  const begin = (): void => {
    if (start()) stop();
  };
  const stop = (): void => {
    window.removeEventListener("pointerup", begin);
    window.removeEventListener("keyup", begin);
  };
  window.addEventListener("pointerup", begin);
  window.addEventListener("keyup", begin);
  return stop;
}

function strike(audio: AudioContext, into: GainNode, note: Note): void {
  const begin = audio.currentTime + 0.01 + note.at;
  const end = begin + note.length;
  const tone = audio.createOscillator();
  tone.type = note.wave;
  tone.frequency.value = note.pitch;
  const envelope = audio.createGain();
  // From nothing and to nothing, or it would click.
  envelope.gain.setValueAtTime(0, begin);
  envelope.gain.linearRampToValueAtTime(note.level, begin + 0.008);
  envelope.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(envelope).connect(into);
  tone.start(begin);
  tone.stop(end);
}

function sound(): void {
  const heard = waiting;
  waiting = null;
  timer = 0;
  const audio = start();
  if (!heard || !audio || !master) return;
  lastAt = performance.now();
  master.gain.value = gainOf(settings(), document.hidden);
  for (const note of NOTES[heard]) strike(audio, master, note);
}

/** Play a sound, or one that is more important and comes within a moment. */
export function playSound(next: Sound): void {
  waiting = louder(waiting, next);
  if (timer) return;
  const rest = lastAt + REST - performance.now();
  timer = window.setTimeout(sound, Math.max(BURST, rest));
}

/** The moments of a game in a row: to be scrubbed, and to be played. */

import type { Game } from "../net/games.ts";
import { saySeconds, sayTime } from "../state/replay.ts";
import { nameOf } from "../state/words.ts";

export const SPEEDS = [1, 4, 16] as const;

interface TimelineProps {
  game: Game;
  index: number;
  isPlaying: boolean;
  speed: number;
  onMove(index: number): void;
  onPlay(): void;
  onSpeed(speed: number): void;
}

function sayMoment({ view, analysis }: Game, index: number): string {
  const moment = analysis.moments[index];
  if (!moment) return "";
  const { taking } = moment;
  const what = taking
    ? `${nameOf(view, taking.seat)} takes after ${saySeconds(taking.after_ms)}`
    : moment.missed
      ? "missed"
      : "no claim";
  return `${index + 1} of ${analysis.moments.length}, ${sayTime(moment.at_ms)}: ${what}`;
}

export function Timeline(props: TimelineProps) {
  const { game, index, isPlaying, speed, onMove, onPlay, onSpeed } = props;
  const { moments, play_ms } = game.analysis;
  const last = moments.length - 1;
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="steps">
        <button
          type="button"
          class="button"
          data-testid="play"
          aria-pressed={isPlaying}
          onClick={onPlay}
        >
          {isPlaying ? "Stop" : "Play"}
        </button>
        <span class="speeds" role="group" aria-label="Speed">
          {SPEEDS.map((each) => (
            <button
              key={each}
              type="button"
              class="button"
              aria-pressed={each === speed}
              data-speed={each}
              onClick={() => onSpeed(each)}
            >
              {each}×
            </button>
          ))}
        </span>
        <span class="where">
          <b data-testid="moment-number">{index + 1}</b> of {moments.length}
          <span class="aside">
            {" "}
            {sayTime(moments[index]?.at_ms ?? 0)} / {sayTime(play_ms)}
          </span>
        </span>
      </div>
      <div class="track">
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={index}
          data-testid="timeline"
          aria-label="Moment of the game"
          aria-valuetext={sayMoment(game, index)}
          onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
        />
        <div class="ticks" aria-hidden="true">
          {moments.map(({ seq, taking, missed }, place) => (
            <i
              key={seq}
              data-tick={taking ? "taken" : missed ? "missed" : "none"}
              title={sayMoment(game, place)}
              style={{
                left: `${last ? (100 * place) / last : 0}%`,
                "--seat": taking ? `var(--seat-${taking.seat % 12})` : undefined,
              }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

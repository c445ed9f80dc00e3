/** The moments of a game in a row: to be scrubbed, and to be played. */

import { rich, t } from "../language/language.ts";
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
  const values = {
    number: index + 1,
    moments: analysis.moments.length,
    time: sayTime(moment.at_ms),
  };
  if (taking) {
    return t("{number} of {moments}, {time}: {name} takes after {duration}", {
      ...values,
      name: nameOf(view, taking.seat),
      duration: saySeconds(taking.after_ms),
    });
  }
  return moment.missed
    ? t("{number} of {moments}, {time}: missed", values)
    : t("{number} of {moments}, {time}: no claim", values);
}

export function Timeline(props: TimelineProps) {
  const { game, index, isPlaying, speed, onMove, onPlay, onSpeed } = props;
  const { moments, play_ms } = game.analysis;
  const last = moments.length - 1;
  return (
    <section class="timeline" aria-label={t("Timeline")}>
      <div class="steps">
        <button
          type="button"
          class="button"
          data-testid="play"
          aria-pressed={isPlaying}
          onClick={onPlay}
        >
          {isPlaying ? t("Stop") : t("Play back")}
        </button>
        <span class="speeds" role="group" aria-label={t("Speed")}>
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
          {rich("{number} of {moments}", {
            number: <b data-testid="moment-number">{index + 1}</b>,
            moments: moments.length,
          })}
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
          aria-label={t("Moment of the game")}
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

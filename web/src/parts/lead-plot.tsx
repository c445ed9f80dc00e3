/** The scores over time, as steps. */

import { useRef } from "preact/hooks";
import { useSize } from "../board/measure.ts";
import { t } from "../language/language.ts";
import type { Game } from "../net/games.ts";
import { leadTimes, sayTime } from "../state/replay.ts";
import { nameOf } from "../state/words.ts";

const HEIGHT = 190;
const [LEFT, RIGHT, TOP, BOTTOM] = [42, 12, 10, 36];

/** Return a few round numbers from a least to a most one, at most so many. */
function ticksOf(least: number, most: number, wanted: number): number[] {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = steps.find((each) => (most - least) / each <= wanted) ?? 2000;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Return round times in milliseconds, at most so many. */
function timesOf(most: number, wanted: number): number[] {
  const steps = [5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200].map((each) => each * 1000);
  const step = steps.find((each) => most / each <= wanted) ?? 14_400_000;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

function sayLead(game: Game): string {
  const times = leadTimes(game);
  const led = times.flatMap((time, seat) =>
    time > 0
      ? [t("{name} led for {time}.", { name: nameOf(game.view, seat), time: sayTime(time) })]
      : [],
  );
  return led.join(" ") || t("Nobody led alone.");
}

interface LeadPlotProps {
  game: Game;
  /** The time of the moment that is shown. */
  at: number;
}

export function LeadPlot({ game, at }: LeadPlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const size = useSize(element, 0);
  const { scores, play_ms, seats } = game.analysis;
  const width = Math.max(size?.width ?? 0, 200);
  const all = scores.flatMap((each) => each.scores);
  const least = Math.min(0, ...all);
  const most = Math.max(1, ...all);
  const x = (time: number) => LEFT + ((width - LEFT - RIGHT) * time) / Math.max(play_ms, 1);
  const y = (score: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - score)) / (most - least);
  const pathOf = (seat: number): string => {
    const known = scores.filter((each) => each.scores[seat] !== undefined);
    const steps = known.map(({ at_ms, scores }, index) => {
      const [px, py] = [x(at_ms).toFixed(1), y(scores[seat] ?? 0).toFixed(1)];
      return index ? `H${px}V${py}` : `M${px} ${py}`;
    });
    return steps.length ? `${steps.join("")}H${x(play_ms).toFixed(1)}` : "";
  };
  return (
    <section class="lead sheet" aria-label={t("Score over time")}>
      <h2>{t("Score over time")}</h2>
      <div ref={element} class="plot">
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={t("Score over time. {lead}", { lead: sayLead(game) })}
          data-testid="lead-plot"
        >
          {ticksOf(least, most, 5).map((score) => (
            <g key={score} class="grid">
              <line x1={LEFT} x2={width - RIGHT} y1={y(score)} y2={y(score)} />
              <text x={LEFT - 6} y={y(score) + 4} text-anchor="end">
                {score}
              </text>
            </g>
          ))}
          {timesOf(play_ms, Math.max(2, Math.floor(width / 90))).map((time) => (
            <text key={time} x={x(time)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">
              {sayTime(time)}
            </text>
          ))}
          <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 3} text-anchor="middle" class="axis">
            {t("time of play (minutes:seconds)")}
          </text>
          <text
            transform={`translate(10 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`}
            text-anchor="middle"
            class="axis"
          >
            {t("points")}
          </text>
          <line class="now" x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />
          {seats.map((_, seat) => (
            <path key={seat} d={pathOf(seat)} style={{ stroke: `var(--seat-${seat % 12})` }} />
          ))}
        </svg>
      </div>
      <p class="aside">{sayLead(game)}</p>
    </section>
  );
}

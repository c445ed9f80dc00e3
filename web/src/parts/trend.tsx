/** How a median went over time, as a small line. */

import { t, tn } from "../language/language.ts";
import type { TrendPoint } from "../net/statistics.ts";
import { placeTrend, tellDuration, tellMoment } from "../state/statistics.ts";

const WIDTH = 280;
const HEIGHT = 60;
const EDGE = 6;

const Moment = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{tellMoment(at)}</time>
);

export function Trend({ trend }: { trend: readonly TrendPoint[] }) {
  const first = trend[0];
  const last = trend[trend.length - 1];
  if (!first || !last || trend.length < 2) return null;
  const spots = placeTrend(trend, WIDTH, HEIGHT);
  const label = t("Median time of a Set: from {first} to {last}", {
    first: tellDuration(first.median_ms),
    last: tellDuration(last.median_ms),
  });
  return (
    <figure class="trend" data-testid="trend">
      <svg
        viewBox={`${-EDGE} ${-EDGE} ${WIDTH + 2 * EDGE} ${HEIGHT + 2 * EDGE}`}
        role="img"
        aria-label={label}
      >
        <path class="floor" d={`M0 ${HEIGHT}H${WIDTH}`} />
        <polyline points={spots.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {spots.map(({ x, y, point }, index) => (
          <circle key={index} cx={x} cy={y} r={4}>
            <title>
              {tn(
                "{duration}, {count} game until {date}",
                "{duration}, {count} games until {date}",
                point.games,
                { duration: tellDuration(point.median_ms), date: tellMoment(point.at) },
              )}
            </title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <Moment at={first.at} />
        <Moment at={last.at} />
      </figcaption>
    </figure>
  );
}

/** Lists of claims of a table that is studied; each can be shown on the board. */

import type { Sprite } from "../cards/sprite.ts";
import { t, tn } from "../language/language.ts";
import { sayDifficulty } from "../state/replay.ts";
import { codesOf, isPointedAt, type StudyState } from "../state/study.ts";
import { SmallCard } from "./claims.tsx";

/** More claims than these are not listed: nobody reads so many. */
const MOST = 60;

type Places = readonly number[];

interface ClaimListProps {
  state: StudyState;
  sprite: Sprite;
  claims: readonly Places[];
  testid: string;
  /** Whether it is told which of them were found. */
  tellsFound?: boolean;
  onPoint(claims: readonly Places[]): void;
}

const keyOf = (places: Places): string => places.join();

export function ClaimList(props: ClaimListProps) {
  const { state, sprite, claims, testid, tellsFound = false, onPoint } = props;
  const { table, found } = state;
  const foundKeys = new Set(found.map(keyOf));
  const differing = new Map(table.claims.map((claim) => [keyOf(claim.places), claim.differing]));
  const hidden = claims.length - MOST;
  return (
    <>
      <ul class="chances" data-testid={testid}>
        {claims.slice(0, MOST).map((places) => {
          const key = keyOf(places);
          const features = differing.get(key);
          return (
            <li key={key} data-found={foundKeys.has(key) || undefined}>
              <button
                type="button"
                class="chance"
                aria-pressed={isPointedAt(state, [places])}
                onClick={() => onPoint([places])}
              >
                <span class="small-cards">
                  {codesOf(table, places).map((card) => (
                    <SmallCard key={card} card={card} sprite={sprite} />
                  ))}
                </span>
                <span class="told">
                  {tellsFound && foundKeys.has(key) && <b>{t("found")}</b>}
                  {features !== undefined && <span class="aside">{sayDifficulty(features)}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p class="aside">{tn("and {count} more", "and {count} more", hidden)}</p>}
    </>
  );
}

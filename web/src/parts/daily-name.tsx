/** A card that is missing: the cards that are there, and a card that is named feature by feature. */

import { Picture, sayCard } from "../cards/picture.tsx";
import { sayValue } from "../cards/colours.ts";
import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import type { DailyPuzzle } from "../net/daily.ts";
import { codeOf, type DailyRound, isOver } from "../state/daily.ts";
import { SmallCard } from "./claims.tsx";

interface CardsProps {
  puzzle: DailyPuzzle;
  sprite: Sprite;
}

/** Show the cards, in their groups. */
export function DailyCards({ puzzle, sprite }: CardsProps) {
  const [rows, columns] = puzzle.group_shape;
  const groups = Array.from({ length: rows * columns }, (_, group) =>
    puzzle.slots.filter((card, slot) => card !== null && slot % (rows * columns) === group),
  );
  return (
    <div class="practice-table daily-cards" style={{ "--columns": columns }}>
      {groups.map((cards, group) => (
        <ul
          key={group}
          class={groups.length > 1 ? "panel" : ""}
          aria-label={
            groups.length > 1 ? t("Group {group}", { group: group + 1 }) : t("Cards on the table")
          }
        >
          {cards.map((card) => (
            <li key={card}>
              <SmallCard card={card ?? ""} sprite={sprite} />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

interface NamingProps extends CardsProps {
  round: DailyRound;
  onName(feature: number, value: number): void;
}

/** Name a card; what was chosen so far is drawn as soon as it is a card. */
export function Naming({ puzzle, round, sprite, onName }: NamingProps) {
  const code = codeOf(puzzle, round.named);
  return (
    <div class="naming" data-testid="naming">
      <span
        class={`named ${round.verdict === "wrong" ? "wrong" : ""}`}
        role="img"
        aria-label={code === null ? t("a card that is not named yet") : sayCard(code, sprite)}
      >
        {code === null ? <span aria-hidden="true">?</span> : <Picture card={code} sprite={sprite} />}
      </span>
      {puzzle.features.map(({ name, values }, feature) => (
        <fieldset key={name} disabled={isOver(round) || round.hinted.includes(feature)}>
          <legend>{name}</legend>
          {values.map((value, index) => (
            <label key={value}>
              <input
                type="radio"
                name={`feature-${feature}`}
                data-testid={`name-${feature}-${index}`}
                checked={round.named[feature] === index}
                onChange={() => onName(feature, index)}
              />
              <span>{sayValue(value)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

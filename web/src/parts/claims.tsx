/** Claims that were taken: the last one, with its joint, and the cards that the next one may use. */

import { Card } from "../board/card.tsx";
import { keyOfChain } from "../board/keys.ts";
import type { Plan } from "../board/layout.ts";
import { Picture, sayCard } from "../cards/picture.tsx";
import type { Sprite } from "../cards/sprite.ts";
import type { SpotView } from "../protocol.ts";
import { markOf, type Target } from "../state/choose.ts";
import type { TableState } from "../state/table.ts";
import { chainOf } from "../state/view.ts";

/** Draw a card in a line of text or of cards, with its name for who cannot see it. */
export function SmallCard({ card, sprite }: { card: string; sprite: Sprite }) {
  return (
    <span class="small-card" role="img" aria-label={sayCard(card, sprite)}>
      <Picture card={card} sprite={sprite} />
    </span>
  );
}

/** Show in which group a card lies, or lay, as a little map of the groups. */
function GroupMark({ group, groups }: { group: number; groups: number }) {
  if (groups === 1) return null;
  return (
    <span
      class={`group-mark ${groups === 9 ? "square" : ""}`}
      role="img"
      aria-label={`group ${group + 1} of ${groups}`}
      title={`group ${group + 1} of ${groups}`}
    >
      {Array.from({ length: groups }, (_, index) => (
        <i key={index} class={index === group ? "here" : ""} />
      ))}
    </span>
  );
}

export function LastClaim({ state, sprite }: { state: TableState; sprite: Sprite }) {
  const last = state.view?.last;
  if (!state.view) return null;
  // Its room is kept, so that the first claim does not move the cards.
  if (!last) return <section class="last-claim aside">No claim yet</section>;
  const { groups, seats } = state.view;
  const name = last.seat === state.seat ? "You" : (seats[last.seat]?.name ?? "");
  return (
    <section
      class="last-claim"
      data-testid="last-claim"
      aria-label="The last claim"
      style={{ "--seat": `var(--seat-${last.seat % 12})` }}
    >
      <h2>
        <span class="name" title={name}>
          {name}
        </span>{" "}
        took
      </h2>
      <ul class="small-cards" data-count={last.cards.length}>
        {last.cards.map((card) => (
          <li key={card} class={card === last.linked ? "linked" : ""}>
            <SmallCard card={card} sprite={sprite} />
            {card === last.linked && <span class="caption">used again</span>}
          </li>
        ))}
      </ul>
      {last.joint && (
        <div class="joint" data-testid="joint" data-card={last.joint.card}>
          <SmallCard card={last.joint.card} sprite={sprite} />
          <span class="caption">
            joint <GroupMark group={last.joint.group} groups={groups} />
          </span>
        </div>
      )}
    </section>
  );
}

interface ChainProps {
  state: TableState;
  sprite: Sprite;
  plan: Plan | null;
  onPress(target: Target): void;
}

/** Return the chain the reader may use, or for a spectator the one that all seats share. */
function visibleChain(state: TableState): readonly SpotView[] {
  const { view, seat } = state;
  if (!view) return [];
  if (seat !== null) return chainOf(view, seat);
  const chains = view.seats.map((other) => JSON.stringify(other.chain));
  return new Set(chains).size === 1 ? (view.seats[0]?.chain ?? []) : [];
}

export function ChainTray({ state, sprite, plan, onPress }: ChainProps) {
  const chain = visibleChain(state);
  if (!state.view || chain.length === 0 || state.view.phase !== "playing") return null;
  const { groups } = state.view;
  return (
    <section class="chain" data-testid="chain" aria-label="Cards of an earlier claim">
      <h2>Use one of these</h2>
      <ul data-count={chain.length}>
        {chain.map(({ card, group }, index) => (
          <li key={card}>
            <Card
              card={card}
              sprite={sprite}
              mark={markOf(state, card)}
              hint={state.keys && plan ? keyOfChain(plan, index) : null}
              onPress={() => onPress({ card })}
            />
            <GroupMark group={group} groups={groups} />
          </li>
        ))}
      </ul>
    </section>
  );
}

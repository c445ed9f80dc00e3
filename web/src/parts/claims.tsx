/** Claims that were taken: the last one, with its joint, and the cards that the next one may use. */

import { Card } from "../board/card.tsx";
import { keyOfChain } from "../board/keys.ts";
import type { Plan } from "../board/layout.ts";
import { Picture, sayCard } from "../cards/picture.tsx";
import type { Sprite } from "../cards/sprite.ts";
import { rich, t } from "../language/language.ts";
import { useKeyRows } from "../net/keyboard.ts";
import type { SpotView, TableView } from "../protocol.ts";
import { markOf, type Target } from "../state/choose.ts";
import { isSeated, type TableState } from "../state/table.ts";
import { chainOf } from "../state/view.ts";

/** Draw a card in a line of text or of cards, with its name for who cannot see it. */
export function SmallCard({ card, sprite }: { card: string; sprite: Sprite }) {
  return (
    <span class="small-card" data-card={card} role="img" aria-label={sayCard(card, sprite)}>
      <Picture card={card} sprite={sprite} />
    </span>
  );
}

/** Show in which group a card lies, or lay, as a little map of the groups. */
function GroupMark({ group, view }: { group: number; view: TableView }) {
  const { groups } = view;
  const [rows, columns] = view.group_shape;
  if (groups === 1) return null;
  const label = t("group {number} of {groups}", { number: group + 1, groups });
  return (
    <span
      class={`group-mark ${rows > 1 ? "square" : ""}`}
      style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
      role="img"
      aria-label={label}
      title={label}
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
  if (!last) return <section class="last-claim aside">{t("No claim yet")}</section>;
  const { seats } = state.view;
  const isMine = last.seat === state.seat;
  const name = seats[last.seat]?.name ?? "";
  return (
    <section
      class="last-claim"
      data-testid="last-claim"
      aria-label={t("The last claim")}
      style={{ "--seat": `var(--seat-${last.seat % 12})` }}
    >
      <h2>
        {isMine
          ? rich("{you} took", { you: <span class="name">{t("You")}</span> })
          : rich("{name} took", {
              name: (
                <span class="name" translate={false} title={name}>
                  {name}
                </span>
              ),
            })}
      </h2>
      <ul class="small-cards" data-count={last.cards.length}>
        {last.cards.map((card) => (
          <li
            key={card}
            class={card === last.linked ? "linked" : ""}
            title={card === last.linked ? t("from an earlier claim") : undefined}
          >
            <SmallCard card={card} sprite={sprite} />
          </li>
        ))}
      </ul>
      {last.joint && (
        <div class="joint" data-testid="joint">
          <SmallCard card={last.joint.card} sprite={sprite} />
          <span class="caption">
            {t("joint")} <GroupMark group={last.joint.group} view={state.view} />
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
  const rows = useKeyRows();
  const { view } = state;
  if (!view || view.phase !== "playing") return null;
  // Its room is kept from the start, so that the first claim does not move the cards.
  const room = view.chains && isSeated(state) ? view.claim_sizes[1] : chain.length;
  if (room === 0) return null;
  return (
    <section class="chain" data-testid="chain" aria-label={t("Cards of an earlier claim")}>
      <h2>{chain.length ? t("Use one of these") : t("Cards to use again")}</h2>
      <ul data-count={room}>
        {chain.map(({ card, group }, index) => (
          <li key={card} data-group={group}>
            <Card
              card={card}
              sprite={sprite}
              mark={markOf(state, card)}
              hotkey={plan ? keyOfChain(rows, plan, index) : null}
              showsKey={state.keys}
              onPress={() => onPress({ card })}
            />
            <GroupMark group={group} view={view} />
          </li>
        ))}
        {Array.from({ length: room - chain.length }, (_, index) => (
          <li key={index} class="room">
            <GroupMark group={-1} view={view} />
          </li>
        ))}
      </ul>
    </section>
  );
}

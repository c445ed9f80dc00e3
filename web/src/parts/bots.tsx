/** Bots at a table: a dialog that adds and removes them, and the button at a bot's seat. */

import { useRef } from "preact/hooks";
import { t } from "../language/language.ts";
import type { SeatView } from "../protocol.ts";
import { BOT_LEVELS, canChangeBots, hasSeatForBot } from "../state/bots.ts";
import type { TableState } from "../state/table.ts";

export interface BotActions {
  addBot(level: number): void;
  removeBot(seat: number): void;
}

const PREFIX = "Bot · ";

/** Takes the place of the dot that says whether a person is connected. */
export function BotMark() {
  return (
    <svg class="bot-mark" viewBox="0 0 16 16" role="img" aria-label={t("bot")}>
      <title>{t("bot")}</title>
      <path d="M8 0.8v3" />
      <rect x="1.5" y="3.8" width="13" height="10.7" rx="3" />
      <circle cx="5.4" cy="8.8" r="1.5" />
      <circle cx="10.6" cy="8.8" r="1.5" />
    </svg>
  );
}

/** The name of a seat; where there is little room, a bot's mark stands for the first part of it. */
export function SeatName({ seat: { name, bot } }: { seat: SeatView }) {
  const isLong = bot !== null && name.startsWith(PREFIX);
  return (
    <span class="name" translate={false} title={name}>
      {isLong ? <span class="bot-prefix">{PREFIX}</span> : null}
      {isLong ? name.slice(PREFIX.length) : name}
    </span>
  );
}

interface RemoveBotProps {
  seat: SeatView;
  state: TableState;
  onRemove(seat: number): void;
}

export function RemoveBot({ seat, state, onRemove }: RemoveBotProps) {
  if (seat.bot === null || !seat.present || !canChangeBots(state)) return null;
  const label = t("Remove {name}", { name: seat.name });
  return (
    <button
      type="button"
      class="remove-bot"
      data-testid="remove-bot"
      aria-label={label}
      title={label}
      onClick={() => onRemove(seat.seat)}
    >
      ×
    </button>
  );
}

interface BotsProps {
  state: TableState;
  actions: BotActions;
  /** What the button says that opens the dialog. */
  label: string;
}

export function Bots({ state, actions, label }: BotsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (!state.view || !canChangeBots(state)) return null;
  const bots = state.view.seats.filter((seat) => seat.bot !== null && seat.present);
  const isFull = !hasSeatForBot(state);
  return (
    <>
      <button
        type="button"
        class="button"
        data-testid="bots"
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog
        ref={dialog}
        class="dialog"
        aria-label={t("Bots")}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <form method="dialog" class="sheet bots">
          <h2>{t("Add a bot")}</h2>
          {isFull && <p class="aside">{t("All seats are taken.")}</p>}
          <ul class="levels">
            {BOT_LEVELS.map(({ number, title, sentence }) => (
              <li key={number}>
                <button
                  class="level"
                  data-testid={`add-bot-${number}`}
                  disabled={isFull}
                  onClick={() => actions.addBot(number)}
                >
                  <b>{title}</b>
                  <span class="sentence">{sentence}</span>
                </button>
              </li>
            ))}
          </ul>
          {bots.length > 0 && (
            <>
              <h3>{t("At the table")}</h3>
              <ul class="seats">
                {bots.map((seat) => (
                  <li
                    key={seat.seat}
                    class="seat"
                    style={{ "--seat": `var(--seat-${seat.seat % 12})` }}
                  >
                    <span class="name" translate={false}>{seat.name}</span>
                    <RemoveBot seat={seat} state={state} onRemove={actions.removeBot} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <button class="button primary">{t("Close")}</button>
        </form>
      </dialog>
    </>
  );
}

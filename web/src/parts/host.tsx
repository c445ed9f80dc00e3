/** What a host can do: choose options before the start, and keep order; and what anyone can. */

import { useId, useRef, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import type { OptionValues } from "../net/api.ts";
import type { Options, SeatView } from "../protocol.ts";
import { isHost, isSeated, type TableState } from "../state/table.ts";
import { OptionsForm } from "./options.tsx";

export interface HostActions {
  configure(options: OptionValues): void;
  kick(seat: number, ban: boolean): void;
  mute(seat: number, muted: boolean): void;
  silence(seat: number, isSilent: boolean): void;
}

interface SeatMenuProps {
  seat: SeatView;
  state: TableState;
  actions: HostActions;
}

/** What can be done about another person's seat; all of the seat opens it. */
export function SeatMenu({ seat, state, actions }: SeatMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  if (seat.bot !== null || seat.seat === state.seat || !isSeated(state)) return null;
  const { name, muted, present } = seat;
  const isSilent = state.silenced.includes(seat.seat);
  const mayOrder = isHost(state) && state.view?.phase !== "ended";
  return (
    <>
      <button
        type="button"
        class="seat-menu"
        data-testid="seat-menu"
        aria-label={t("What to do about {name}", { name })}
        onClick={() => dialog.current?.showModal()}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <dialog
        ref={dialog}
        class="dialog"
        aria-labelledby={titleId}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <form method="dialog" class="sheet menu">
          <h2 id={titleId} translate={false}>
            {name}
          </h2>
          <button
            class="button"
            data-testid="silence"
            onClick={() => actions.silence(seat.seat, !isSilent)}
          >
            {isSilent
              ? t("Show me again what {name} says", { name })
              : t("Do not show me what {name} says", { name })}
          </button>
          {mayOrder && (
            <button
              class="button"
              data-testid="mute"
              onClick={() => actions.mute(seat.seat, !muted)}
            >
              {muted ? t("Let them chat again") : t("Take their right to chat")}
            </button>
          )}
          {mayOrder && present && (
            <button class="button" data-testid="kick" onClick={() => actions.kick(seat.seat, false)}>
              {t("Send away")}
            </button>
          )}
          {mayOrder && (
            <button
              class="button danger"
              data-testid="ban"
              onClick={() => actions.kick(seat.seat, true)}
            >
              {t("Send away for good")}
            </button>
          )}
          <button class="button primary">{t("Close")}</button>
        </form>
      </dialog>
    </>
  );
}

/** Return the options of a table for the form, in which what is the variant's own is missing. */
function chosenOf(options: Options): OptionValues {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

interface OptionsDialogProps {
  state: TableState;
  onConfigure(options: OptionValues): void;
}

/** The options of the table, for its host before the start. */
export function OptionsDialog({ state, onConfigure }: OptionsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<OptionValues | null>(null);
  const { view } = state;
  if (!view || view.phase !== "waiting" || !isHost(state)) return null;
  return (
    <>
      <button
        type="button"
        class="button"
        data-testid="table-options"
        onClick={() => {
          setValues(chosenOf(view.options));
          dialog.current?.showModal();
        }}
      >
        {t("Table options")}
      </button>
      <dialog
        ref={dialog}
        class="dialog wide"
        aria-label={t("Table options")}
        onClose={() => setValues(null)}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <form
          class="sheet options-sheet"
          onSubmit={(event) => {
            event.preventDefault();
            if (values) onConfigure(values);
            dialog.current?.close();
          }}
        >
          <h2>{t("Table options")}</h2>
          <div class="options-scroll">
            {values && <OptionsForm variant={view.variant} value={values} onChange={setValues} />}
          </div>
          <div class="actions">
            <button class="button primary" data-testid="save-options">
              {t("Save")}
            </button>
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {t("Cancel")}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

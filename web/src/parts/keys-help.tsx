/** All keys of a page in a dialog, which the question mark opens. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { labelAt } from "../board/keyboards.ts";
import { t } from "../language/language.ts";
import { useKeyRows } from "../net/keyboard.ts";

/** Whether a key is typed into something. */
function isTyped({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input:not([type=radio]), textarea, select") !== null)
  );
}

function Key({ keys, children }: { keys: readonly string[]; children: ComponentChildren }) {
  return (
    <>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  );
}

export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const rows = useKeyRows();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (isTyped(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      dialog.current?.showModal();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  const first = [1, 2, 3].flatMap((row) => labelAt(rows, row, 0) ?? []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      data-testid="keys-help"
      aria-labelledby="keys-help-title"
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <form method="dialog" class="sheet">
        <h2 id="keys-help-title">{t("Keys")}</h2>
        <h3>{t("At a table")}</h3>
        <dl class="keys-list">
          <Key keys={first}>
            {t("and the keys beside them mark the cards, which lie as the keys do")}
          </Key>
          <Key keys={["1", "2"]}>{t("mark cards of an earlier claim, where one goes on from it")}</Key>
          <Key keys={["←", "→", "↑", "↓"]}>{t("go from card to card")}</Key>
          <Key keys={[t("Home"), t("End")]}>{t("go to the ends of the row; with Ctrl, of the table")}</Key>
          <Key keys={[t("Space")]}>{t("calls where one calls first; else marks the card one is at")}</Key>
          <Key keys={[t("Enter")]}>
            {t("claims what is marked, if it can be claimed; else marks the card one is at")}
          </Key>
          <Key keys={[t("Esc")]}>{t("unmarks all cards")}</Key>
        </dl>
        <h3>{t("In a lesson")}</h3>
        <dl class="keys-list">
          <Key keys={["Y", "N"]}>{t("answer yes or no")}</Key>
          <Key keys={["←", "→"]}>{t("turn to the page before and after")}</Key>
        </dl>
        <h3>{t("Everywhere")}</h3>
        <dl class="keys-list">
          <Key keys={[t("Tab")]}>{t("goes on; all cards of a table are one stop")}</Key>
          <Key keys={["?"]}>{t("shows this list")}</Key>
          <Key keys={[t("Esc")]}>{t("closes it, and every dialog")}</Key>
        </dl>
        <p class="aside">
          {t("Which keyboard it is can be chosen in the settings.")}
        </p>
        <button class="button primary">{t("Close")}</button>
      </form>
    </dialog>
  );
}

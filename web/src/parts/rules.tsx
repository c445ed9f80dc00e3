/** The rules of a table's variant, in the server's own sentences. */

import { useEffect, useRef, useState } from "preact/hooks";
import { rich, t } from "../language/language.ts";
import { fetchVariant, type VariantInfo } from "../net/api.ts";
import type { TableView } from "../protocol.ts";
import { Seal } from "./seal.tsx";

/** Return what the server says of a variant, null until it is here. */
export function useVariant(variant: string | null): VariantInfo | null {
  const [info, setInfo] = useState<VariantInfo | null>(null);
  useEffect(() => {
    if (!variant) return;
    let current = true;
    fetchVariant(variant).then(
      (found) => current && setInfo(found),
      () => undefined,
    );
    return () => void (current = false);
  }, [variant]);
  return info;
}

export function Sentences({ info }: { info: VariantInfo | null }) {
  return (
    <ul class="sentences">
      {info?.sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The rules of a table: its variant, what differs from the usual, the seal of its shuffle, keys. */
export function Rules({ view }: { view: TableView }) {
  const { variant, sentences } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const info = useVariant(variant);
  return (
    <>
      <button
        type="button"
        class="button"
        data-testid="rules"
        onClick={() => dialog.current?.showModal()}
      >
        {t("Rules")}
      </button>
      <dialog
        ref={dialog}
        class="dialog"
        aria-label={t("Rules")}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <form method="dialog" class="sheet">
          <h2>{info?.title}</h2>
          <Sentences info={info} />
          {sentences.length > 0 && (
            <>
              <h3>{t("At this table")}</h3>
              <ul class="sentences">
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </>
          )}
          <Seal view={view} />
          <h3>{t("Keys")}</h3>
          <p>
            {t(
              "Letters mark the cards, which lie as the keys do; once you have pressed one, every card shows its key.",
            )}{" "}
            {rich(
              "{esc} unmarks all, {enter} claims where claims differ in size, {space} calls where one calls first.",
              {
                esc: <kbd>{t("Esc")}</kbd>,
                enter: <kbd>{t("Enter")}</kbd>,
                space: <kbd>{t("Space")}</kbd>,
              },
            )}
          </p>
          <button class="button primary">{t("Close")}</button>
        </form>
      </dialog>
    </>
  );
}

/** The button that opens the settings, which are loaded then. */

import { useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { later } from "./later.tsx";

const SettingsDialog = later(async () => (await import("./settings.tsx")).SettingsDialog);

/** As a button among others, or as a link of the masthead. */
export function SettingsButton({ asLink = false }: { asLink?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={asLink ? "masthead-button" : "button"}
        data-testid="settings"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("Settings")}
      </button>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

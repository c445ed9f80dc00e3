/** The button that opens the settings, which are loaded then. */

import { useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { later } from "./later.tsx";

const SettingsDialog = later(async () => (await import("./settings.tsx")).SettingsDialog);

/** Stands for the word where there is little room. */
function Gear() {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="3.2" />
      <path d="M12 2.8v3.4M12 17.8v3.4M2.8 12h3.4M17.8 12h3.4M5.5 5.5l2.4 2.4M16.1 16.1l2.4 2.4M5.5 18.5l2.4-2.4M16.1 7.9l2.4-2.4" />
      <circle cx="12" cy="12" r="6.2" />
    </svg>
  );
}

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
        aria-label={t("Settings")}
        onClick={() => setOpen(true)}
      >
        {asLink && <Gear />}
        <span class="words">{t("Settings")}</span>
      </button>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

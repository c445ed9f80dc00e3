/**
 * The settings: one dialog with a section for each kind, all kept by this browser.
 *
 * A new section is a component of its own file, made of the pieces in `setting.tsx`, and a line in
 * `SECTIONS`.
 */

import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/language.ts";
import "../styles/settings.css";
import { LanguageSection } from "./settings-language.tsx";
import { KeysSection } from "./settings-keys.tsx";
import { LookSection } from "./settings-look.tsx";
import { MotionSection } from "./settings-motion.tsx";
import { SoundSection } from "./settings-sound.tsx";

interface Section {
  key: string;
  title(): string;
  Body: ComponentType;
}

const SECTIONS: readonly Section[] = [
  { key: "look", title: () => t("Look"), Body: LookSection },
  { key: "sound", title: () => t("Sound"), Body: SoundSection },
  { key: "keys", title: () => t("Keys"), Body: KeysSection },
  { key: "motion", title: () => t("Motion"), Body: MotionSection },
  { key: "language", title: () => t("Language"), Body: LanguageSection },
];

export function SettingsDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog wide"
      data-testid="settings-dialog"
      aria-label={t("Settings")}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <form method="dialog" class="sheet options-sheet settings">
        <h2>{t("Settings")}</h2>
        <div class="options-scroll">
          {SECTIONS.map(({ key, title, Body }) => (
            <fieldset key={key} class="option-group" data-section={key}>
              <legend>{title()}</legend>
              <Body />
            </fieldset>
          ))}
          <p class="aside">{t("This browser keeps what you choose here, for you alone.")}</p>
        </div>
        <button class="button primary" data-testid="close-settings">
          {t("Close")}
        </button>
      </form>
    </dialog>
  );
}

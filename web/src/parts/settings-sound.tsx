/** The settings of what is heard. */

import { t } from "../language/language.ts";
import { changeSettings, useSettings } from "../net/settings.ts";
import { playSound } from "../sound/player.ts";
import { Setting } from "./setting.tsx";

export function SoundSection() {
  const { sound, volume } = useSettings();
  const change = (changes: { sound?: boolean; volume?: number }): void => {
    changeSettings(changes);
    playSound("mine");
  };
  return (
    <>
      <Setting
        testid="sound"
        title={t("Sounds")}
        sentence={t("For claims, new cards, your turn, the end, and what is said.")}
      >
        <label class="flag-area">
          <input
            type="checkbox"
            class="flag"
            aria-label={t("Sounds")}
            data-testid="sound"
            checked={sound}
            onChange={({ currentTarget }) => change({ sound: currentTarget.checked })}
          />
        </label>
      </Setting>
      <Setting testid="volume" title={t("Volume")}>
        <span class="volume">
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            aria-label={t("Volume")}
            data-testid="volume"
            value={volume}
            disabled={!sound}
            onChange={({ currentTarget }) => change({ volume: Number(currentTarget.value) })}
          />
          <output>{t("{number} %", { number: volume })}</output>
        </span>
      </Setting>
    </>
  );
}

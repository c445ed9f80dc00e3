/** The look of the cards: chosen once for all pages, kept by the browser. */

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { nameColours } from "../cards/colours.ts";
import { t } from "../language/language.ts";
import { fetchThemes, type ThemeInfo } from "../net/api.ts";
import { changeSettings, useSettings } from "../net/settings.ts";

interface ThemeChoice {
  theme: string;
  themes: ThemeInfo[];
  choose(theme: string): void;
}

export const ThemeContext = createContext<ThemeChoice>({
  theme: "classic",
  themes: [],
  choose: () => undefined,
});

export const useTheme = () => useContext(ThemeContext);

/** Return the theme of the whole client, for the context's provider. */
export function useThemeChoice(): ThemeChoice {
  const { theme } = useSettings();
  const [themes, setThemes] = useState<ThemeInfo[]>([]);
  useEffect(() => {
    fetchThemes().then(setThemes, () => undefined);
  }, []);
  // What is kept may have been another version's.
  const [first] = themes;
  const chosen = themes.find(({ key }) => key === theme) ?? first;
  nameColours(chosen?.colours ?? []);
  return {
    theme: chosen?.key ?? theme,
    themes,
    choose: (next) => changeSettings({ theme: next }),
  };
}

export function ThemePicker() {
  const { theme, themes, choose } = useTheme();
  const chosen = themes.find(({ key }) => key === theme);
  return (
    <label class="theme-picker" title={chosen?.sentence}>
      <span class="label">{t("Cards")}</span>
      <select
        data-testid="theme"
        aria-label={t("Look of the cards")}
        value={theme}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {themes.length === 0 && <option value={theme}>{theme}</option>}
        {themes.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

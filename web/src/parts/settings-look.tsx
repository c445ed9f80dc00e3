/** The settings of how page, cards and board look. */

import { t } from "../language/language.ts";
import { changeSettings, useSettings } from "../net/settings.ts";
import { Choice, Setting } from "./setting.tsx";
import { useTheme } from "./theme.tsx";

function ThemeSetting() {
  const { theme, themes, choose } = useTheme();
  const values = themes.map(({ key, title }) => [key, title] as const);
  return (
    <Setting
      testid="theme"
      title={t("Cards")}
      sentence={themes.find(({ key }) => key === theme)?.sentence ?? ""}
    >
      <Choice testid="theme" value={theme} values={values} onValue={choose} />
    </Setting>
  );
}

export function LookSection() {
  const { page, cards, lines } = useSettings();
  return (
    <>
      <Setting testid="page" title={t("Page and cards")}>
        <Choice
          testid="page"
          value={page}
          values={[
            ["system", t("As the system says")],
            ["light", t("Light")],
            ["dark", t("Dark")],
          ]}
          onValue={(next) => changeSettings({ page: next })}
        />
      </Setting>
      <ThemeSetting />
      <Setting testid="cards" title={t("Cards lie or stand")}>
        <Choice
          testid="cards"
          value={cards}
          values={[
            ["automatic", t("As they are largest")],
            ["lying", t("Lying")],
            ["standing", t("Standing")],
          ]}
          onValue={(next) => changeSettings({ cards: next })}
        />
      </Setting>
      <Setting
        testid="lines"
        title={t("Lines of the board")}
        sentence={t("The keys that mark the cards follow.")}
      >
        <Choice
          testid="lines"
          value={lines}
          values={[
            ["automatic", t("As they fit")],
            ["rows", t("Rows")],
            ["columns", t("Columns")],
          ]}
          onValue={(next) => changeSettings({ lines: next })}
        />
      </Setting>
    </>
  );
}

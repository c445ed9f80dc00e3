/** The setting of the language, in which the server speaks, too. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { chooseLanguage, chosenLanguage } from "../language/load.ts";
import { fetchLanguages, type LanguageInfo, say } from "../net/api.ts";
import { Setting } from "./setting.tsx";

/** Stands for the language that the browser asks for. */
const AS_THE_BROWSER = "";

export function LanguageSection() {
  const [languages, setLanguages] = useState<LanguageInfo[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    fetchLanguages().then(setLanguages, (error: unknown) => setProblem(say(error)));
  }, []);
  return (
    <Setting testid="language" title={t("Language")} sentence={t("The page is loaded anew in it.")}>
      <select
        data-testid="language"
        aria-label={t("Language")}
        value={chosenLanguage() ?? AS_THE_BROWSER}
        onChange={({ currentTarget }) => chooseLanguage(currentTarget.value || null)}
      >
        <option value={AS_THE_BROWSER}>{t("As the browser asks")}</option>
        {languages.map(({ key, title }) => (
          <option key={key} value={key} lang={key} translate={false}>
            {title}
          </option>
        ))}
      </select>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Setting>
  );
}

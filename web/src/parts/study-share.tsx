/** What can be taken away from a table that is studied: its link, its codes, its picture. */

import { useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { say } from "../net/api.ts";
import { savePicture } from "../net/picture.ts";
import { useIsDark } from "../net/settings.ts";
import { pictureAddress, type Study } from "../net/study.ts";
import { CopyButton, CopyLink } from "./copy.tsx";
import { useTheme } from "./theme.tsx";

/** Name of the file that a picture is saved in, without its ending. */
const nameOf = ({ variant, cards }: Study): string => `thirdcard-${variant}-${cards}`;

export function StudyShare({ table }: { table: Study }) {
  const { theme } = useTheme();
  const dark = useIsDark();
  const [numbers, setNumbers] = useState(false);
  const [problem, setProblem] = useState("");
  const save = (kind: "svg" | "png"): void => {
    setProblem("");
    const address = pictureAddress(table.path, { theme, dark, numbers, ground: true });
    savePicture(address, nameOf(table), kind).catch((error: unknown) => setProblem(say(error)));
  };
  return (
    <section class="study-share sheet" aria-label={t("This table")}>
      <h2>{t("This table")}</h2>
      <p class="codes" translate={false} data-testid="codes">
        {table.text}
      </p>
      <div class="actions">
        <CopyLink>{t("Copy link")}</CopyLink>
        <CopyButton
          read={() => table.text}
          testid="copy-codes"
          failed={t("Copy them from the page")}
        >
          {t("Copy the cards")}
        </CopyButton>
        <button type="button" class="button" data-testid="save-svg" onClick={() => save("svg")}>
          {t("Picture as SVG")}
        </button>
        <button type="button" class="button" data-testid="save-png" onClick={() => save("png")}>
          {t("Picture as PNG")}
        </button>
      </div>
      <label class="check">
        <input
          type="checkbox"
          data-testid="numbers"
          checked={numbers}
          onChange={({ currentTarget }) => setNumbers(currentTarget.checked)}
        />
        {t("Number the cards in the picture")}
      </label>
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}

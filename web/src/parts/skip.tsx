/** The way past the bar of a page: the first thing that the Tab key comes to, and shown only then. */

import { t } from "../language/language.ts";
import { focusOn } from "./focus-guard.ts";

export function SkipLink({ toCards }: { toCards: boolean }) {
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    const target =
      document.querySelector<HTMLElement>('.board .card:not([tabindex="-1"])') ??
      document.querySelector<HTMLElement>("main");
    if (target) focusOn(target);
  };
  return (
    <a class="skip" href="#app" data-testid="skip-link" onClick={skip}>
      {toCards ? t("To the cards") : t("To the content")}
    </a>
  );
}

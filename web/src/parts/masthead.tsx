/** What stands above every page but that of a table: where one is, and the way to the others. */

import type { ComponentChildren } from "preact";
import { t } from "../language/language.ts";
import { useMe } from "./me.tsx";
import { SettingsButton } from "./settings-button.tsx";
import { Logo } from "./topbar.tsx";

interface MastheadProps {
  /** The heading of the page. */
  title: string;
  /** What is said below it. */
  children?: ComponentChildren;
}

export function Masthead({ title, children }: MastheadProps) {
  const { me } = useMe();
  return (
    <header class="masthead">
      <a class="home" href="/" aria-label={t("Start page")} title={t("Start page")}>
        <Logo />
      </a>
      <h1>{title}</h1>
      <nav aria-label={t("Pages")}>
        <a href="/learn" data-testid="to-learn">
          {t("Learn")}
        </a>
        <a href="/practice" data-testid="to-practice">
          {t("Practice")}
        </a>
        <a
          href="/account"
          data-testid="to-account"
          title={me ? t("You are {name}", { name: me.name }) : t("Account")}
        >
          {me ? <span translate={false}>{me.name}</span> : t("Account")}
        </a>
        <SettingsButton asLink />
      </nav>
      {children && <p class="tagline">{children}</p>}
    </header>
  );
}

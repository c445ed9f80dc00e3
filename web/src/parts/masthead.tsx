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

/** Stands for the name where there is little room. */
function Somebody() {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="8.2" r="4.2" />
      <path d="M4.2 20.4a7.8 7.8 0 0 1 15.6 0" />
    </svg>
  );
}

export function Masthead({ title, children }: MastheadProps) {
  const { me } = useMe();
  const whose = me ? t("You are {name}", { name: me.name }) : t("Account");
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
        <a href="/account" data-testid="to-account" title={whose} aria-label={whose}>
          <Somebody />
          <span class="words" translate={!me}>
            {me ? me.name : t("Account")}
          </span>
        </a>
        <SettingsButton asLink />
      </nav>
      {children && <p class="tagline">{children}</p>}
    </header>
  );
}

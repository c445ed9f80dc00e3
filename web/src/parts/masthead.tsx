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

/** What stands for a word where there is little room: a book, a calendar, a stopwatch, somebody. */
const SIGNS = {
  learn: "M12 6.2C9.8 4.6 6.9 4.2 3.4 4.4v14.2c3.5-.2 6.4.2 8.6 1.8 2.2-1.6 5.1-2 8.6-1.8V4.4c-3.5-.2-6.4.2-8.6 1.8zM12 6.2v14.2",
  daily: "M4.5 6h15v14.5h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4M10 15.5l1.7 1.7 3-3.4",
  practice: "M12 6.2a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 1 0 0-14.8zM12 9.8v4l2.6 2M9.4 3h5.2M12 3v3.2",
  account: "M12 4a4.2 4.2 0 1 0 0 8.4A4.2 4.2 0 1 0 12 4zM4.2 20.4a7.8 7.8 0 0 1 15.6 0",
} as const;

function Sign({ path }: { path: string }) {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

interface WayProps {
  to: keyof typeof SIGNS;
  /** What it says to those who point at it or hear it. */
  label: string;
  children: ComponentChildren;
}

/** A link to another page, by its word or its sign. */
function Way({ to, label, children }: WayProps) {
  return (
    <a href={`/${to}`} data-testid={`to-${to}`} title={label} aria-label={label}>
      <Sign path={SIGNS[to]} />
      <span class="words">{children}</span>
    </a>
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
        <Way to="learn" label={t("Learn")}>
          {t("Learn")}
        </Way>
        <Way to="daily" label={t("Daily puzzle")}>
          {t("Daily")}
        </Way>
        <Way to="practice" label={t("Practice")}>
          {t("Practice")}
        </Way>
        <Way to="account" label={whose}>
          {me ? <span translate={false}>{me.name}</span> : t("Account")}
        </Way>
        <SettingsButton asLink />
      </nav>
      {children && <p class="tagline">{children}</p>}
    </header>
  );
}

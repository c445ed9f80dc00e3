/**
 * The web client: what the browser shows of thirdcard.
 *
 * | folder      | what lives there                                                          |
 * | ----------- | ------------------------------------------------------------------------- |
 * | `state/`    | the state of a page, and pure functions over it; no DOM, no network       |
 * | `net/`      | socket, HTTP, addresses, what the browser remembers                       |
 * | `board/`    | where cards lie, which key marks which, and the table that is drawn of it |
 * | `cards/`    | the pictures of the cards, which the server draws                         |
 * | `language/` | how words, numbers and dates are written in the reader's language         |
 * | `sound/`    | what is heard                                                             |
 * | `parts/`    | pieces of pages                                                           |
 * | `pages/`    | one file a page                                                           |
 * | `worker/`   | what lets the pages start without the server                              |
 * | `styles/`   | all looks, from a few variables                                           |
 *
 * `protocol.ts` says what comes over the wire.  The client knows no rule of the game: it shows the
 * view it is sent, and sends claims.  A new page is a file in `pages/`, a line in `net/address.ts`
 * and one below.  What is not needed for a game or on the start page is loaded when it is.
 */

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "./language/language.ts";
import { loadLanguage } from "./language/load.ts";
import { navigate, readRoute } from "./net/address.ts";
import { listenForInstall } from "./net/install.ts";
import { followOtherTabs } from "./net/settings.ts";
import { Apology } from "./pages/apology.tsx";
import { OpenPage } from "./pages/open.tsx";
import { StartPage } from "./pages/start.tsx";
import { TablePage } from "./pages/table.tsx";
import { useFocusGuard, useFocusOnPage } from "./parts/focus-guard.ts";
import { KeysHelp } from "./parts/keys-help.tsx";
import { later } from "./parts/later.tsx";
import { MeContext, useMyPart } from "./parts/me.tsx";
import { SkipLink } from "./parts/skip.tsx";
import { ThemeContext, useThemeChoice } from "./parts/theme.tsx";
import "./styles/base.css";
import "./styles/access.css";
import "./styles/start.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/board.css";
import "./styles/parts.css";
import "./styles/claims.css";
import "./styles/chat.css";
import "./styles/votes.css";
import "./styles/options.css";
import "./styles/focus.css";

const AccountPage = later(async () => (await import("./pages/account.tsx")).AccountPage);
const GamePage = later(async () => (await import("./pages/game.tsx")).GamePage);
const LearnPage = later(async () => (await import("./pages/learn.tsx")).LearnPage);

const DailyPage = later(async () => (await import("./pages/daily.tsx")).DailyPage);
const DailyArchivePage = later(
  async () => (await import("./pages/daily-archive.tsx")).DailyArchivePage,
);
const PracticePage = later(async () => (await import("./pages/practice.tsx")).PracticePage);
const LeadersPage = later(async () => (await import("./pages/leaders.tsx")).LeadersPage);
const StudyPage = later(async () => (await import("./pages/study.tsx")).StudyPage);
const PersonPage = later(async () => (await import("./pages/person.tsx")).PersonPage);

/** Return the path of the address, as the reader goes back and forth. */
function usePath(): string {
  const [path, setPath] = useState(window.location.pathname);
  useEffect(() => {
    const update = (): void => setPath(window.location.pathname);
    window.addEventListener("popstate", update);
    return () => window.removeEventListener("popstate", update);
  }, []);
  return path;
}

/** Follow links between pages of the client without loading anything. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== window.location.origin || link.hasAttribute("download")) return;
  if (readRoute(link.pathname).page === "unknown") return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

function Page({ path }: { path: string }) {
  const route = readRoute(path);
  switch (route.page) {
    case "start":
      return <StartPage />;
    case "open":
      return <OpenPage />;
    case "account":
      return <AccountPage />;
    case "table":
      return <TablePage key={route.table} table={route.table} />;
    case "game":
      return <GamePage key={route.table} table={route.table} />;
    case "learn":
      return <LearnPage key={route.lesson} lesson={route.lesson} />;
    case "practice":
      return <PracticePage />;
    case "daily":
      return <DailyPage key={route.date} date={route.date} />;
    case "daily-archive":
      return <DailyArchivePage />;
    case "leaders":
      return <LeadersPage />;
    case "person":
      return <PersonPage key={route.person} person={route.person} />;
    case "study":
      return <StudyPage />;
    case "unknown":
      return (
        <Apology title={t("There is no such page")}>
          {t("Perhaps the address is incomplete.")}
        </Apology>
      );
  }
}

function Client() {
  const path = usePath();
  const theme = useThemeChoice();
  const me = useMyPart();
  useFocusGuard();
  useFocusOnPage(path);
  return (
    <ThemeContext.Provider value={theme}>
      <MeContext.Provider value={me}>
        <div class="client" onClick={onClick}>
          <SkipLink toCards={readRoute(path).page === "table"} />
          <Page path={path} />
          <KeysHelp />
        </div>
      </MeContext.Provider>
    </ThemeContext.Provider>
  );
}

followOtherTabs();
listenForInstall();
// What is for later must not compete with what is shown first.
window.addEventListener("load", () => {
  void import("./net/offline.ts").then(({ prepareOffline }) => prepareOffline());
});

const root = document.getElementById("app");
if (root) void loadLanguage().then(() => render(<Client />, root));

/** The club: a game at once, the open tables, one's own ones, and who is here. */

import { useEffect } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import { useAxes } from "../parts/axes.tsx";
import { BringRecord } from "../parts/bring.tsx";
import { DailyNote } from "../parts/daily-note.tsx";
import { JoinForm } from "../parts/join.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { InstallButton } from "../parts/install.tsx";
import { MyTables } from "../parts/my-tables.tsx";
import { MyName } from "../parts/name.tsx";
import { OpenTables, useLobby } from "../parts/open-tables.tsx";
import { OfflineNote } from "../parts/offline-note.tsx";
import { QuickPlay } from "../parts/quick.tsx";
import type { LobbyState } from "../state/lobby.ts";

function People({ people, online }: LobbyState) {
  const more = online - people.length;
  return (
    <section class="people sheet" aria-label={t("Who is here")}>
      <h2>
        {t("Who is here")}{" "}
        <span class="count" data-testid="online">
          {tn("{count} online", "{count} online", online)}
        </span>
      </h2>
      <MyName>{t("You are")}</MyName>
      <ul data-testid="people">
        {people.map((name, index) => (
          <li key={index} translate={false}>{name}</li>
        ))}
        {more > 0 && <li class="aside">{tn("and {count} more", "and {count} more", more)}</li>}
      </ul>
      <a href="/leaders" data-testid="to-leaders">
        {t("Leader boards")}
      </a>
    </section>
  );
}

export function StartPage() {
  const [axes] = useAxes();
  const lobby = useLobby();
  useEffect(() => {
    document.title = "thirdcard";
  }, []);
  return (
    <div class="start-page">
      <Masthead title="thirdcard">
        {t("SET and its whole family, live at one table: any two cards determine the third.")}
      </Masthead>
      <main>
        <OfflineNote link={lobby.link} />
        <QuickPlay axes={axes} />
        <OpenTables lobby={lobby} />
      </main>
      <aside>
        <MyTables />
        <DailyNote />
        <JoinForm />
        <BringRecord />
        <People {...lobby} />
        <InstallButton />
      </aside>
    </div>
  );
}

/** The tables at which the reader has a seat, to go on. */

import { useEffect } from "preact/hooks";
import { t } from "../language/language.ts";
import { tablePath } from "../net/address.ts";
import type { MyTable } from "../net/api.ts";
import { useMe } from "./me.tsx";

/** How often the server is asked whose turn it is, in milliseconds. */
const INTERVAL = 4000;

function sayOthers(table: MyTable, name: string): string {
  const names = [...table.seats];
  const own = names.indexOf(name);
  if (own >= 0) names.splice(own, 1);
  const isWaiting = table.phase === "waiting";
  if (names.length === 0) return isWaiting ? t("waiting, nobody else yet") : t("nobody else yet");
  const values = { names: names.join(", ") };
  return isWaiting ? t("waiting, with {names}", values) : t("with {names}", values);
}

export function MyTables() {
  const { me, refresh } = useMe();
  const hasTables = Boolean(me?.tables.length);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) refresh();
    };
    look();
    document.addEventListener("visibilitychange", look);
    const timer = hasTables ? window.setInterval(look, INTERVAL) : 0;
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(timer);
    };
  }, [hasTables, refresh]);
  if (!me || !hasTables) return null;
  return (
    <section class="my-tables sheet" aria-label={t("My tables")}>
      <h2>{t("My tables")}</h2>
      <ul>
        {me.tables.map((table) => (
          <li key={table.table}>
            <a class="my-table" href={tablePath(table.table)} data-my-table={table.table}>
              <b>{table.title}</b>
              {table.my_turn && <span class="tag turn">{t("your turn")}</span>}
              <span class="aside">{sayOthers(table, me.name)}</span>
              <span class="go-on">{t("Go on")}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The open tables of the club: who sits where, and the way there. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t, tn, whole } from "../language/language.ts";
import { navigate, tablePath } from "../net/address.ts";
import { type LobbyTable, listenToLobby } from "../net/lobby.ts";
import { recallName, wishForSeat } from "../net/memory.ts";
import {
  arrange,
  countFreeSeats,
  describePhase,
  EMPTY_LOBBY,
  filterTables,
  type LobbyState,
  receiveLobby,
} from "../state/lobby.ts";
import { BotMark } from "./bots.tsx";
import { Chunks } from "./chunks.tsx";
import { useMe } from "./me.tsx";

/** Return the lobby as it is told, as long as the page is shown. */
export function useLobby(): LobbyState {
  const [lobby, setLobby] = useState(EMPTY_LOBBY);
  useEffect(
    () =>
      listenToLobby({
        onMessage: (message) => setLobby((state) => receiveLobby(state, message)),
        onBreak: () => setLobby((state) => ({ ...state, link: "broken" })),
        onOutdated: () => setLobby((state) => ({ ...state, link: "outdated" })),
      }),
    [],
  );
  return lobby;
}

function Lock() {
  return (
    <svg class="lock" viewBox="0 0 16 16" role="img" aria-label={t("with a passcode")}>
      <title>{t("with a passcode")}</title>
      <rect x="2.5" y="7" width="11" height="7.5" rx="1.8" />
      <path d="M5 7V4.8a3 3 0 0 1 6 0V7" />
    </svg>
  );
}

function Seats({ seats, free }: { seats: LobbyTable["seats"]; free: number }) {
  return (
    <ul class="sitting" aria-label={t("At the table")}>
      {seats.map(({ name, bot }, index) => (
        <li key={index} class="sitter" data-bot={bot ?? undefined}>
          {bot !== null && <BotMark />}
          <span class="name" translate={false}>{name}</span>
        </li>
      ))}
      <li class="sitter free" data-free={free}>
        {free === 0
          ? t("no free seat")
          : tn("{count} free seat", "{count} free seats", free)}
      </li>
    </ul>
  );
}

/** Return whether a game has begun, and how many watch it. */
function sayPhase({ phase, watching }: LobbyTable): string {
  const word = describePhase(phase);
  if (watching === 0) return word;
  return `${word} · ${tn("{count} watching", "{count} watching", watching)}`;
}

interface RowProps {
  table: LobbyTable;
  /** Whether the reader has a seat there. */
  isMine: boolean;
  onJoin(table: string): void;
}

function Row({ table, isMine, onJoin }: RowProps) {
  // The same element again is not compared: who scrolls pays for what has changed alone.
  return useMemo(() => {
    const { title, contest, phase, seats, access, sentences } = table;
    const free = countFreeSeats(table);
    return (
      <div class="open-table" role="listitem" data-table={table.table} data-phase={phase}>
        <div class="what">
          <h3 title={title}>{title}</h3>
          {contest && <span class="tag">{contest}</span>}
          {access === "passcode" && <Lock />}
          <span class="phase">{sayPhase(table)}</span>
        </div>
        <Seats seats={seats} free={free} />
        {sentences.length > 0 && (
          <details class="more" title={sentences.join("\n")}>
            <summary>{tn("{count} option", "{count} options", sentences.length)}</summary>
            <ul class="sentences">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        )}
        <div class="ways">
          {isMine && (
            <a
              class="button"
              href={tablePath(table.table)}
              data-testid="go-on"
              aria-label={t("Go on with {title}", { title })}
            >
              {t("Go on")}
            </a>
          )}
          {free > 0 && !isMine && (
            <button
              type="button"
              class="button"
              data-testid="join-table"
              aria-label={t("Join {title}", { title })}
              onClick={() => onJoin(table.table)}
            >
              {t("Join")}
            </button>
          )}
          {!isMine && (
            <a
              class="button quiet"
              href={tablePath(table.table)}
              data-testid="watch-table"
              aria-label={t("Watch {title}", { title })}
            >
              {t("Watch")}
            </a>
          )}
        </div>
      </div>
    );
  }, [table, isMine, onJoin]);
}

/** About the height of a row, in pixels; the true one is known once it has been drawn. */
const ROW_HEIGHT = 92;
/** With how many tables a field to find one is worth its place. */
const MANY = 6;

function sayLink(link: LobbyState["link"]): string {
  switch (link) {
    case "connecting":
      return t("One moment…");
    case "open":
      return t("No table is open to all at the moment: open the first.");
    case "broken":
      return t("The server cannot be reached. Trying again…");
    case "outdated":
      return t("The server has been renewed: please load the page again.");
  }
}

export function OpenTables({ lobby }: { lobby: LobbyState }) {
  const { me } = useMe();
  const [text, setText] = useState("");
  const [isHeld, setHeld] = useState(false);
  const order = useRef<readonly string[]>([]);
  const shown = useMemo(() => {
    const found = filterTables(lobby.tables.values(), text);
    return arrange(found, isHeld ? order.current : null);
  }, [lobby.tables, text, isHeld]);
  order.current = shown.map(({ table }) => table);

  const name = me?.name ?? recallName();
  const join = useMemo(
    () =>
      (table: string): void => {
        wishForSeat(table, name);
        navigate(tablePath(table));
      },
    [name],
  );
  const mine = useMemo(() => new Set(me?.tables.map(({ table }) => table)), [me]);
  const total = lobby.tables.size;
  const count =
    shown.length === total
      ? whole(total)
      : t("{shown} of {total}", { shown: shown.length, total });
  return (
    <section class="open-tables" aria-label={t("Open tables")} data-link={lobby.link}>
      <div class="head">
        <h2>
          {t("Open tables")}{" "}
          {total > 0 && (
            <span class="count" data-testid="table-count">
              {count}
            </span>
          )}
        </h2>
        {(total >= MANY || text) && (
          <input
            type="search"
            data-testid="filter"
            aria-label={t("Find a table by game, player or rule")}
            placeholder={t("Find a game or a player")}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <a class="button" href="/open" data-testid="to-open">
          {t("Open a table")}
        </a>
      </div>
      {lobby.link !== "open" && total > 0 && (
        <p class="problem" role="status">
          {sayLink(lobby.link)}
        </p>
      )}
      {shown.length > 0 && (
        <div
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocusIn={() => setHeld(true)}
          onFocusOut={() => setHeld(false)}
        >
          <Chunks items={shown} estimate={ROW_HEIGHT} label={t("Open tables")}>
            {(table) => (
              <Row
                key={table.table}
                table={table}
                isMine={mine.has(table.table)}
                onJoin={join}
              />
            )}
          </Chunks>
        </div>
      )}
      {shown.length === 0 && (
        <p class="nothing" data-testid="no-tables">
          {total > 0
            ? t("No open table has “{text}” in it.", { text: text.trim() })
            : sayLink(lobby.link)}
        </p>
      )}
    </section>
  );
}

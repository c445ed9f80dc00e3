import assert from "node:assert/strict";
import { test } from "node:test";
import type { LobbyMessage, LobbyTable } from "../src/net/lobby.ts";
import { arrange, countFreeSeats, EMPTY_LOBBY, filterTables, receiveLobby } from "../src/state/lobby.ts";

function lobbyTable(table: string, changes: Partial<LobbyTable> = {}): LobbyTable {
  return {
    table,
    variant: "classic",
    title: "Classic",
    contest: null,
    phase: "waiting",
    seats: [],
    max_seats: 4,
    watching: 0,
    access: "public",
    opened_at: 0,
    sentences: [],
    ...changes,
  };
}

const sitting = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `P${index}`, bot: null }));
const ids = (tables: readonly LobbyTable[]) => tables.map(({ table }) => table).join(" ");

const [a, b, c] = [lobbyTable("a"), lobbyTable("b"), lobbyTable("c")];
const overview = (...tables: LobbyTable[]): LobbyMessage => ({
  type: "lobby",
  protocol: 2,
  tables,
  people: ["Ann"],
  online: 3,
});
const lobby = receiveLobby(EMPTY_LOBBY, overview(a, b));

test("the lobby is what was told last", () => {
  assert.equal(lobby.link, "open");
  assert.deepEqual([...lobby.tables.keys()], ["a", "b"]);
  assert.deepEqual([lobby.people, lobby.online], [["Ann"], 3]);
});

test("changes leave all other rows the same objects", () => {
  const changed = lobbyTable("b", { watching: 2 });
  const next = receiveLobby(lobby, { type: "tables", changed: [changed, c], gone: [] });
  assert.equal(next.tables.get("a"), a);
  assert.equal(next.tables.get("b"), changed);
  assert.equal(next.tables.get("c"), c);
  assert.equal(lobby.tables.has("c"), false);
});

test("tables that are gone are gone, and unknown ones no harm", () => {
  const next = receiveLobby(lobby, { type: "tables", changed: [], gone: ["a", "z"] });
  assert.deepEqual([...next.tables.keys()], ["b"]);
});

test("people come and go; a pong says nothing", () => {
  const next = receiveLobby(lobby, { type: "people", people: [], online: 0 });
  assert.deepEqual([next.people, next.online, next.tables], [[], 0, lobby.tables]);
  assert.equal(receiveLobby(lobby, { type: "pong", id: 1 }), lobby);
});

test("a whole lobby after a break replaces all that was known", () => {
  const broken = { ...lobby, link: "broken" } as const;
  const next = receiveLobby(broken, overview(c));
  assert.deepEqual([...next.tables.keys()], ["c"]);
  assert.equal(next.link, "open");
});

test("tables that await players come first, then those with a seat, the newest before the older", () => {
  const tables = [
    lobbyTable("full", { seats: sitting(4), opened_at: 9 }),
    lobbyTable("playing", { phase: "playing", seats: sitting(2), opened_at: 8 }),
    lobbyTable("old", { opened_at: 1 }),
    lobbyTable("new", { opened_at: 2 }),
    lobbyTable("equal", { opened_at: 1 }),
  ];
  assert.equal(ids(arrange(tables)), "new equal old playing full");
});

test("an order that is held keeps its places, and what is new comes last", () => {
  const tables = [
    lobbyTable("a", { opened_at: 1 }),
    lobbyTable("b", { opened_at: 2, seats: sitting(4) }),
    lobbyTable("new", { opened_at: 8 }),
    lobbyTable("newer", { opened_at: 9 }),
  ];
  assert.equal(ids(arrange(tables, ["b", "gone", "a"])), "b a newer new");
});

test("every word must be found: in the game, a player, an option, the state", () => {
  const tables = [
    lobbyTable("a", { title: "Mega-Set", variant: "mega", seats: [{ name: "Zoë", bot: null }] }),
    lobbyTable("b", { title: "Mega-Set", variant: "mega", phase: "playing" }),
    lobbyTable("c", { contest: "Duel", sentences: ["A wrong claim costs a point."] }),
  ];
  assert.equal(ids(filterTables(tables, "mega")), "a b");
  assert.equal(ids(filterTables(tables, " ZOË  mega ")), "a");
  assert.equal(ids(filterTables(tables, "playing")), "b");
  assert.equal(ids(filterTables(tables, "duel point")), "c");
  assert.equal(ids(filterTables(tables, "duel mega")), "");
  assert.equal(ids(filterTables(tables, "  ")), "a b c");
});

test("seats are free until all are taken", () => {
  assert.equal(countFreeSeats(lobbyTable("a", { seats: sitting(1) })), 3);
  assert.equal(countFreeSeats(lobbyTable("a", { seats: sitting(5) })), 0);
});

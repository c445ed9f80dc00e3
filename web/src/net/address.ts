/** The addresses of the pages, and how one is read from what people paste. */

export type Route =
  | { page: "start" }
  | { page: "open" }
  | { page: "account" }
  | { page: "practice" }
  | { page: "daily"; date: string | null }
  | { page: "daily-archive" }
  | { page: "learn"; lesson: string | null }
  | { page: "table"; table: string }
  | { page: "leaders" }
  | { page: "person"; person: string | null }
  | { page: "game"; table: string }
  | { page: "study" }
  | { page: "unknown" };

/** Return the page of an address's path. */
export function readRoute(path: string): Route {
  const [first, second, ...others] = path.split("/").filter(Boolean);
  if (first === undefined) return { page: "start" };
  // Whatever stands there is a table that somebody wrote; it may have strokes in it.
  if (first === "t" && !path.endsWith(".svg")) return { page: "study" };
  if (others.length > 0) return { page: "unknown" };
  if (second === undefined) {
    if (first === "open" || first === "account" || first === "leaders") return { page: first };
    if (first === "practice") return { page: "practice" };
    if (first === "daily") return { page: "daily", date: null };
    if (first === "me") return { page: "person", person: null };
    if (first === "learn") return { page: "learn", lesson: null };
  } else {
    if (first === "learn") return { page: "learn", lesson: decode(second) };
    if (first === "daily" && second === "archive") return { page: "daily-archive" };
    if (first === "daily") return { page: "daily", date: decode(second) };
    if (first === "people") return { page: "person", person: decode(second) };
    if (first === "table" || first === "game") return { page: first, table: decode(second) };
  }
  return { page: "unknown" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function tablePath(table: string): string {
  return `/table/${encodeURIComponent(table)}`;
}

/** Return the address of somebody's page. */
export function personPath(person: string): string {
  return `/people/${encodeURIComponent(person)}`;
}

/** Return the address of a leader board: of all games where no variant is named. */
export function leadersPath(variant: string | null, contest: string | null): string {
  if (variant === null) return "/leaders";
  const query = new URLSearchParams({ variant });
  if (contest !== null && contest !== "race") query.set("contest", contest);
  return `/leaders?${query}`;
}

/** Return the address of the page of a game that is over. */
export function gamePath(table: string): string {
  return `/game/${encodeURIComponent(table)}`;
}

/** Return the address of the page that opens tables, with a variant chosen. */
export function openPath(variant: string): string {
  return `/open?variant=${encodeURIComponent(variant)}`;
}

/** Return the address of practice of a variant: at any level where none is named. */
export function practicePath(
  variant: string,
  level: number | null = null,
  trainsWeak = false,
): string {
  const query = new URLSearchParams({ variant });
  if (level !== null) query.set("level", `${level}`);
  if (trainsWeak) query.set("weak", "1");
  return `/practice?${query}`;
}

/** Return the address of the puzzles of a date. */
export function dailyPath(date: string): string {
  return `/daily/${encodeURIComponent(date)}`;
}

/** A table that somebody wrote: its variant, its cards, and a claim to be continued. */
export interface Written {
  variant: string;
  cards: string;
  previous: string;
}

const STUDY = "/t/";

/** Return the table that an address opens; its cards are "" where it asks for one. */
export function readStudy({ pathname, search }: Pick<Location, "pathname" | "search">): Written {
  const query = new URLSearchParams(search);
  return {
    variant: query.get("variant") || "classic",
    cards: decode(pathname.slice(STUDY.length)),
    previous: query.get("previous") ?? "",
  };
}

/** Return an address that opens a table; the server tells the shortest one. */
export function studyPath({ variant, cards, previous }: Written): string {
  const query = new URLSearchParams({ variant });
  if (previous) query.set("previous", previous);
  return `${STUDY}${encodeURIComponent(cards)}?${query}`;
}

/** Return the cards of a table as they stand in an address; the slot's number gives the group. */
export function writeCards(slots: readonly (string | null)[], groups: number): string {
  return Array.from({ length: groups }, (_, group) =>
    slots
      .filter((_, slot) => slot % groups === group)
      .map((card) => card ?? "x")
      .join("-"),
  ).join("_");
}

/** What a pasted text names: a live table, a game that is over, or a table to study. */
export type Invitation = { table: string; path: string } | { study: string };

/** Return what a pasted link or code names; null for nothing. */
export function readInvitation(text: string): Invitation | null {
  const pasted = text.trim();
  const study = /^(?:[a-z]+:\/\/[^/\s]+|[^/\s]+)?(\/t\/[^\s?#]+(?:\?[^\s#]*)?)(?:#.*)?$/i.exec(pasted);
  if (study?.[1]) return { study: study[1] };
  if (/^[\w-]{1,64}$/.test(pasted)) return { table: pasted, path: tablePath(pasted) };
  const link = /^(?:[a-z]+:\/\/[^/\s]+|[^/\s]+)?(\/(?:table|game)\/[\w%-]+)\/?(?:[?#].*)?$/i;
  const route = readRoute(link.exec(pasted)?.[1] ?? "/");
  if (route.page === "table") return { table: route.table, path: tablePath(route.table) };
  if (route.page === "game") return { table: route.table, path: gamePath(route.table) };
  return null;
}

/** Show another page of the client. */
export function navigate(path: string, replace = false): void {
  if (replace) window.history.replaceState(null, "", path);
  else {
    window.history.pushState(null, "", path);
    window.scrollTo(0, 0);
  }
  window.dispatchEvent(new PopStateEvent("popstate"));
}

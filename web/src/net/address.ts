/** The addresses of the pages, and how one is read from what people paste. */

export type Route = { page: "start" } | { page: "table"; table: string } | { page: "unknown" };

/** Return the page of an address's path. */
export function readRoute(path: string): Route {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return { page: "start" };
  const [first, table] = parts;
  if (first === "table" && table && parts.length === 2) {
    return { page: "table", table: decode(table) };
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

/** Return the table that a pasted link or code names, null for neither. */
export function readInvitation(text: string): string | null {
  const pasted = text.trim();
  if (/^[\w-]{1,64}$/.test(pasted)) return pasted;
  const path = /^(?:[a-z]+:\/\/[^/\s]+|[^/\s]+)?(\/table\/[\w%-]+)\/?(?:[?#].*)?$/i.exec(pasted)?.[1];
  const route = readRoute(path ?? "/");
  return route.page === "table" ? route.table : null;
}

/** Show another page of the client. */
export function navigate(path: string, replace = false): void {
  if (replace) window.history.replaceState(null, "", path);
  else window.history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

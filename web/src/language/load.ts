/** The language that the server has chosen for the page. */

import { type Catalogue, useCatalogue } from "./language.ts";

/** How long the page waits for its words before it speaks English. */
const PATIENCE = 8000;

/** Fetch the words of the page's language, where it is not the one of the code. */
export async function loadLanguage(): Promise<void> {
  const address = document.documentElement.dataset["catalogue"];
  if (!address) return;
  try {
    // With other credentials than the page has announced it would be loaded twice.
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) throw new Error(String(response.status));
    useCatalogue((await response.json()) as Catalogue);
  } catch {
    document.documentElement.lang = "en";
    document.documentElement.dir = "ltr";
  }
}

const COOKIE = "language";
const A_YEAR = 365 * 24 * 3600;

/** Ask for another language, or for the browser's own (null), from now on: the page loads anew. */
export function chooseLanguage(key: string | null): void {
  const age = key === null ? 0 : A_YEAR;
  document.cookie = `${COOKIE}=${key ?? ""}; Path=/; Max-Age=${age}; SameSite=Lax`;
  window.location.reload();
}

/** Return the language that was asked for, null where the browser's own is spoken. */
export function chosenLanguage(): string | null {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) || null;
}

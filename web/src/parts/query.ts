/** What an address asks for besides its page. */

import { useEffect, useState } from "preact/hooks";

/** Return the query of the address, as the reader goes back and forth. */
export function useQuery(): URLSearchParams {
  const [search, setSearch] = useState(window.location.search);
  useEffect(() => {
    const update = (): void => setSearch(window.location.search);
    window.addEventListener("popstate", update);
    return () => window.removeEventListener("popstate", update);
  }, []);
  return new URLSearchParams(search);
}

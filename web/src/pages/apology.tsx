/** A page that says why there is nothing to see, and leads back. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../language/language.ts";

interface ApologyProps {
  title: string;
  /** Whether loading the page again may help. */
  reload?: boolean;
  children: ComponentChildren;
}

export function Apology({ title, reload = false, children }: ApologyProps) {
  useEffect(() => {
    document.title = `${title} · thirdcard`;
  }, [title]);
  return (
    <main class="apology" data-testid="apology">
      <div class="sheet">
        <h1>{title}</h1>
        <p>{children}</p>
        {reload && (
          <button type="button" class="button primary" onClick={() => window.location.reload()}>
            {t("Load the page again")}
          </button>
        )}
        <a class="button" href="/">
          {t("Start page")}
        </a>
      </div>
    </main>
  );
}

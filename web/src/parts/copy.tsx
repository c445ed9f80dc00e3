/** A button that copies the address of the page, to invite others. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language.ts";

async function copy(text: string): Promise<void> {
  // Browsers have no clipboard for pages without encryption, as on a local network.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("nothing was copied");
}

type Outcome = "" | "copied" | "failed";

export function CopyLink({ children }: { children: string }) {
  const [outcome, setOutcome] = useState<Outcome>("");
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(""), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const onClick = (): void => {
    copy(window.location.href).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  const says = { "": children, copied: t("Copied"), failed: t("Copy it from the address bar") };
  return (
    <button type="button" class="button" data-testid="copy-link" onClick={onClick}>
      {says[outcome]}
    </button>
  );
}

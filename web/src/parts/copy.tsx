/** Buttons that copy: the address of the page, to invite others, or any text. */

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

interface CopyButtonProps {
  /** What is copied, as it is at the time. */
  read(): string;
  testid: string;
  /** What is said where the browser lets nothing be copied. */
  failed: string;
  children: string;
}

export function CopyButton({ read, testid, failed, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>("");
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(""), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const onClick = (): void => {
    copy(read()).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  const says = { "": children, copied: t("Copied"), failed };
  return (
    <button type="button" class="button" data-testid={testid} onClick={onClick}>
      {says[outcome]}
    </button>
  );
}

export function CopyLink({ children }: { children: string }) {
  return (
    <CopyButton
      read={() => window.location.href}
      testid="copy-link"
      failed={t("Copy it from the address bar")}
    >
      {children}
    </CopyButton>
  );
}

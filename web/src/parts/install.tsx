/** A button that installs the page, where the browser offers it. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { canInstall, install, onInstallChange } from "../net/install.ts";

export function InstallButton() {
  const [isOffered, setOffered] = useState(canInstall);
  useEffect(() => onInstallChange(() => setOffered(canInstall())), []);
  if (!isOffered) return null;
  return (
    <button
      type="button"
      class="button quiet"
      data-testid="install"
      title={t("Start it like any other app, and practise without a connection.")}
      onClick={() => void install()}
    >
      {t("Install thirdcard")}
    </button>
  );
}

/** Pages that are loaded when somebody comes to them. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { Apology } from "../pages/apology.tsx";

/** Return a component that stands for one of another file, which is loaded the first time. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => loaded);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (loaded) return;
      let current = true;
      load().then(
        (component) => {
          loaded = component;
          if (current) setShown(() => component);
        },
        () => current && setMissing(true),
      );
      return () => void (current = false);
    }, []);
    if (isMissing) {
      return (
        <Apology title={t("This page could not be loaded")} reload>
          {t("The server cannot be reached, or has been renewed in the meantime.")}
        </Apology>
      );
    }
    return Shown ? <Shown {...props} /> : <p class="loading">{t("One moment…")}</p>;
  };
}

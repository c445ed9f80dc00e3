/** The setting of what moves on a page. */

import { t } from "../language/language.ts";
import { changeSettings, useSettings } from "../net/settings.ts";
import { Choice, Setting } from "./setting.tsx";

export function MotionSection() {
  const { motion } = useSettings();
  return (
    <Setting
      testid="motion"
      title={t("Cards that come, go and turn")}
      sentence={t("Without motion they are there, or gone, at once.")}
    >
      <Choice
        testid="motion"
        value={motion}
        values={[
          ["system", t("As the system says")],
          ["off", t("Without motion")],
        ]}
        onValue={(next) => changeSettings({ motion: next })}
      />
    </Setting>
  );
}

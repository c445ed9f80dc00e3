"""What axe-core, a checker of accessibility, finds wrong with a page."""

from __future__ import annotations

from functools import cache
from typing import Final

from playwright.sync_api import Page

from tests.chromium import HERE, install_package

GRAVE: Final = ("serious", "critical")
"""The impacts of faults that no page may have."""

# Nothing may be in motion: what is half faded in has hardly any contrast.
RUN = """
async () => {
  for (const one of document.getAnimations()) {
    if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  }
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => [
      impact,
      `${id}: ${target.join(" ")}: ${failureSummary.split("\\n").slice(1).join(" ").trim()}`,
    ]));
}
"""


@cache
def read_axe() -> str:
    """Return the checker's source, installing it if need be."""
    script = HERE / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        install_package()
    return script.read_text()


def find_faults(page: Page) -> list[str]:
    """Return the grave faults of a page as it is now, each in a line."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(read_axe())
    found: list[tuple[str, str]] = page.evaluate(RUN)
    return [fault for impact, fault in found if impact in GRAVE]

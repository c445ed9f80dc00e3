"""The first load: small, and soon usable on a slow phone."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Pages
from tests.club import ClubServer

LARGEST_SCRIPT = 120_000
"""Bytes of script on the wire, compressed: all that a page loads, and all that there is."""
WANTED_MS = 2000
"""When the page is to be usable on a phone."""
TOLERANCE = 4
"""How much slower a machine may be that does other things meanwhile."""

# A slow phone: a fourth of the processor, and what is called "slow 4G".
PROCESSOR = 4
LATENCY_MS = 150
DOWN, UP = 1_600_000 // 8, 750_000 // 8


@dataclass
class Traffic:
    """What a page loads: bytes on the wire by address, with their content types."""

    sizes: dict[str, int] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    encodings: dict[str, str] = field(default_factory=dict)
    _addresses: dict[str, str] = field(default_factory=dict)

    def watch(self, page: Page, slow: bool) -> None:
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._on_response)
        session.on("Network.loadingFinished", self._on_end)
        session.send("Network.enable")
        if slow:
            session.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": LATENCY_MS,
                    "downloadThroughput": DOWN,
                    "uploadThroughput": UP,
                },
            )
            session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})

    def _on_response(self, event: dict[str, Any]) -> None:
        response = event["response"]
        self._addresses[event["requestId"]] = response["url"]
        self.types[response["url"]] = response["mimeType"]
        headers = {name.lower(): value for name, value in response["headers"].items()}
        self.encodings[response["url"]] = headers.get("content-encoding", "")

    def _on_end(self, event: dict[str, Any]) -> None:
        if address := self._addresses.get(event["requestId"]):
            # What a later page takes from the cache has no size there.
            size = int(event["encodedDataLength"])
            self.sizes[address] = max(size, self.sizes.get(address, 0))

    def scripts(self) -> dict[str, int]:
        """Return the size of every script."""
        return {
            address: size
            for address, size in self.sizes.items()
            if "javascript" in self.types[address]
        }


def test_all_script_of_all_pages_is_small(pages: Pages, server: ClubServer) -> None:
    page = pages.new("phone")
    traffic = Traffic()
    traffic.watch(page, slow=False)
    table = server.open_table()
    for path in ("/", "/open", "/account", "/learn", f"/table/{table}"):
        page.goto(server.url + path)
        page.wait_for_load_state("networkidle")
    scripts = traffic.scripts()
    for address, size in scripts.items():
        print(f"{size:7} {address.rpartition('/')[2]}")
        assert size < 1000 or traffic.encodings[address] == "gzip"
    assert len(scripts) >= 3
    assert 30_000 < sum(scripts.values()) <= LARGEST_SCRIPT


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/open", "/table"])
def test_a_page_is_soon_usable_on_a_slow_phone(pages: Pages, server: ClubServer, path: str) -> None:
    page = pages.new("phone", has_touch=True)
    traffic = Traffic()
    traffic.watch(page, slow=True)
    button, address = {
        "/": ("play-bot", "/"),
        "/open": ("open-table", "/open"),
        "/table": ("sit", f"/table/{server.open_table()}"),
    }[path]
    page.goto(server.url + address, wait_until="commit")
    page.get_by_test_id(button).wait_for()
    usable: float = page.evaluate("() => performance.now()")
    script = sum(traffic.scripts().values())
    print(f"{path}: usable after {usable:.0f} ms (wanted: {WANTED_MS}), {script} bytes of script")
    expect(page.get_by_test_id(button)).to_be_visible()
    assert usable <= TOLERANCE * WANTED_MS
    assert 10_000 < script <= LARGEST_SCRIPT

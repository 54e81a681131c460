"""Installs the packages of the extra `peers` beside plyground, one by one: what does not install here is left out."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata


def main() -> None:
    """Ask pip for each package; name those that are not to be had."""
    for requirement in metadata.requires("plyground") or []:
        package, marker, extra = requirement.partition(";")
        if not marker or not re.search(r"""extra\s*==\s*['"]peers['"]""", extra):
            continue
        done = subprocess.run([sys.executable, "-m", "pip", "install", "-q", package.strip()], check=False)
        if done.returncode != 0:
            print(f"skipped: {package.strip()} does not install here")


if __name__ == "__main__":
    main()

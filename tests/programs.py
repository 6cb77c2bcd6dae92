"""Where the programs are that the tests use and no package brings: a browser, and PostgreSQL's.

Standard library only: the set-up asks here what is missing, before anything is installed.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
from pathlib import Path

# First the one without windows, which is also what Playwright starts: it shows the same pages, and does without what
# belongs to windows that nobody sees.
_BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
_APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
_OF_PLAYWRIGHT = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
    "chromium_headless_shell-*/chrome-*/*headless*shell*",
)
_POSTGRES = (
    ("/usr/lib/postgresql", "*/bin"),
    ("/usr", "pgsql-*/bin"),
    ("/opt/homebrew/opt", "postgresql@*/bin"),
    ("/usr/local/opt", "postgresql@*/bin"),
)
_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


def _last_number(path: Path) -> int:
    """Return the number of a version in a path, so that 17 comes after 9."""
    numbers = re.findall(r"(?<=[-@/])\d+", path.as_posix())
    return int(numbers[-1]) if numbers else 0


def playwright_folder() -> Path:
    """Return the folder where Playwright keeps the browsers that it has brought."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named and named != "0":
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "ms-playwright"
    caches = "~/Library/Caches" if sys.platform == "darwin" else os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(caches).expanduser() / "ms-playwright"


def find_chromium() -> str | None:
    """Return the Chromium (or Chrome) on PATH or among the applications, else the newest that Playwright brought."""
    for name in _BROWSERS:
        # What snap puts there without a snap only says how to install it.
        if (found := shutil.which(name)) and not _is_placeholder(Path(found)):
            return found
    for application in _APPLICATIONS:
        if os.access(application, os.X_OK):
            return application
    folder = playwright_folder()
    for pattern in _OF_PLAYWRIGHT:
        brought = [path for path in folder.glob(pattern) if path.is_file() and os.access(path, os.X_OK)]
        if brought:
            return str(max(brought, key=lambda path: _last_number(path.relative_to(folder))))
    return None


def _is_placeholder(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(4096)
    return head.startswith(b"#!") and b"snap" in head and not Path("/snap/bin/chromium").exists()


def find_postgres_tool(name: str) -> str | None:
    """Return the path of one of PostgreSQL's programs, the newest installed, or None."""
    for folder, pattern in _POSTGRES:
        if places := sorted(Path(folder).glob(f"{pattern}/{name}"), key=_last_number):
            return str(places[-1])
    return shutil.which(name)


def has_libatomic() -> bool:
    """Return whether a library is there that Playwright's driver needs and small systems lack."""
    if sys.platform != "linux":
        return True
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return False
    return True


def has_dejavu() -> bool:
    """Return whether the font is there in which pages are laid out where a system brings none of its own."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(next(Path(folder).expanduser().rglob("DejaVuSans.ttf"), None) for folder in _FONTS)

"""What holds for the repository as a whole."""

import importlib
import pkgutil
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import rivertable

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = {name: (ROOT / name).read_text("utf-8") for name in ("requirements.lock", "requirements-play.lock")}
EXTRAS = {
    "requirements.lock": ("test", "docs", "build", "envs", "render", "openspiel"),
    "requirements-play.lock": ("build",),
}

# Folders that exist on one machine and not on the next. Written so that the pattern does not match itself.
MACHINE_PATHS = re.compile(r"(?<![\w.\-~/])/(?:home|root|work|tmp|mnt|srv|Users)/[\w.]|\.\./(?:shared)\b|file:/[/]")
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|X{3}|WI[P])\b|(?i:lorem[ ]ipsum)")


def tracked_files() -> list[Path]:
    git = shutil.which("git")
    assert git is not None
    # The folder may belong to somebody else than the one who tests it, as in a container.
    command = [git, "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    assert ROOT / "README.md" in paths
    # What is deleted but not yet committed is listed too.
    return [path for path in paths if path.is_file()]


def lines_matching(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in tracked_files():
        try:
            lines = path.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture
        name = path.relative_to(ROOT).as_posix()
        found += [f"{name}:{number}: {line}" for number, line in enumerate(lines, 1) if pattern.search(line)]
    return found


def public_packages() -> list[str]:
    inside = pkgutil.walk_packages(rivertable.__path__, "rivertable.")
    names = [module.name for module in inside if module.ispkg]
    return [
        "rivertable",
        *(name for name in names if not any(part.startswith("_") for part in name.split("."))),
    ]


def exports_of(package: str) -> list[str]:
    return list(getattr(importlib.import_module(package), "__all__", []))


@pytest.mark.parametrize("package", public_packages())
def test_package_says_what_it_exports(package: str) -> None:
    module = importlib.import_module(package)
    assert module.__doc__, f"{package} has no docstring"
    if package.split(".")[1:2] == ["cli"]:
        return  # a command, not a library
    assert hasattr(module, "__all__"), f"{package} has no __all__"
    lacking = [name for name in exports_of(package) if not hasattr(module, name)]
    assert lacking == [], f"{package} exports names that it does not have"


def test_every_exported_name_is_named_in_a_test() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("*.py")))
    words = set(re.findall(r"\w+", tests))
    missing = [
        f"{package}.{name}" for package in public_packages() for name in exports_of(package) if name not in words
    ]
    assert missing == []


def test_version_is_the_installed_one() -> None:
    assert rivertable.__version__ == version("rivertable")


def test_games_are_entry_points() -> None:
    declared = PYPROJECT["project"]["entry-points"]["rivertable.games"]
    installed = {entry.name: entry.value for entry in entry_points(group="rivertable.games")}
    assert declared.items() <= installed.items()
    assert declared["glassworks"] == "rivertable.glassworks.game:GAME"


def test_no_file_names_a_machine() -> None:
    assert MACHINE_PATHS.search("see /" + "tmp/notes")
    assert not MACHINE_PATHS.search("https://example.org/home/page")
    assert lines_matching(MACHINE_PATHS) == []


def test_no_file_is_unfinished() -> None:
    assert UNFINISHED.search("# TO" + "DO: later")
    assert lines_matching(UNFINISHED) == []


def test_readme_begins_with_both_commands() -> None:
    first_screen = (ROOT / "README.md").read_text("utf-8").splitlines()[:30]
    commands = {line.split("#")[0].strip() for line in first_screen}
    assert {"make play", "make test"} <= commands


def test_help_lists_every_target() -> None:
    make = shutil.which("make")
    assert make is not None
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z][\w-]*):(?!=)", makefile, re.MULTILINE))
    assert {"setup", "play", "test", "lint", "docs", "bench", "lock", "clean", "help"} <= targets
    shown = subprocess.run([make, "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = dict(re.findall(r"^ *make (\S+) +(\S.*)$", shown, re.MULTILINE))
    assert set(listed) == targets


def pins(lock: str) -> dict[str, list[tuple[Version, str]]]:
    """Each pinned project: its versions (several where Pythons differ), each with the text of the pin."""
    found: dict[str, list[tuple[Version, str]]] = {}
    for match in re.finditer(r"^([\w.-]+)==(\S+)(.*(?:\n    .*)*)", LOCKS[lock], re.MULTILINE):
        found.setdefault(match[1].lower(), []).append((Version(match[2]), match[3]))
    return found


def declared_requirements() -> list[tuple[str, str]]:
    declared = PYPROJECT["project"]["optional-dependencies"]
    always = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["build-system"]["requires"]]
    return sorted(
        {
            (lock, each)
            for lock in LOCKS
            for each in [*always, *(one for name in EXTRAS[lock] for one in declared[name])]
        }
    )


@pytest.mark.parametrize(("lock", "declared"), declared_requirements())
def test_lock_pins_what_is_declared(lock: str, declared: str) -> None:
    requirement = Requirement(declared)
    pinned = pins(lock).get(requirement.name.lower(), [])
    assert pinned, f"{requirement.name} is not in {lock}: run `make lock`"
    outside = [str(found) for found, _ in pinned if found not in requirement.specifier]
    assert outside == [], f"{lock} pins {requirement.name} outside {requirement.specifier}"


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_hashed_and_names_no_index(lock: str) -> None:
    unhashed = [
        name for name, versions in pins(lock).items() if any("--hash=sha256:" not in pin for _, pin in versions)
    ]
    assert unhashed == []
    assert "://" not in LOCKS[lock]
    assert not re.search(r"^ *-(?!-hash=)", LOCKS[lock], re.MULTILINE)
    assert "torch" not in pins(lock)


def test_what_playing_needs_is_locked_as_in_the_full_lock() -> None:
    full, play = (
        {
            name: {(version, *re.findall(r"sha256:\w+", pin)) for version, pin in versions}
            for name, versions in one.items()
        }
        for one in (pins("requirements.lock"), pins("requirements-play.lock"))
    )
    assert {name: versions for name, versions in play.items() if not versions <= full.get(name, set())} == {}
    assert set(play).isdisjoint({"sphinx", "ray", "open-spiel", "mypy", "locust", "pytest", "playwright"})


GAME_NAMES = re.compile(r"glassworks|market(?!s?place)", re.IGNORECASE)


def test_no_game_is_named_outside_its_folder() -> None:
    """A third game is installed like the two: by an entry point, without a change elsewhere."""
    package = ROOT / "src" / "rivertable"
    games = {entry.value.split(".")[1] for entry in entry_points(group="rivertable.games")}
    named = [
        f"{path.relative_to(package).as_posix()}:{number}"
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0] not in games
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if GAME_NAMES.search(line)
    ]
    assert named == []


def test_a_citation_names_this_version() -> None:
    cited = re.findall(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert cited == [rivertable.__version__]


MODULES_AT_MOST = 15


def test_no_folder_holds_more_modules_than_one_can_look_over() -> None:
    package = ROOT / "src" / "rivertable"
    modules = [path for path in tracked_files() if path.is_relative_to(package) and path.suffix == ".py"]
    folders = Counter(path.parent.relative_to(package).as_posix() for path in modules)
    assert {name: number for name, number in folders.items() if number > MODULES_AT_MOST} == {}

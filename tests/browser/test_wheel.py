"""What is packed holds the client: built from a clean checkout, installed without Node, refused without its pages."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from filelock import FileLock
from packaging.requirements import Requirement
from playwright.sync_api import expect

from table.servers import Server, served

from .conftest import Visit
from .visitors import ROOT

pytestmark = pytest.mark.slow

BUILT = "rivertable/table/static/"


def run(command: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command; whether it succeeds is for the caller to say."""
    return subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git tracks, as it lay here before anything was built, and in ``dist`` what is built of it.

    Processes that test side by side share it: building takes longer than all tests of what was built.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "checkout"
    with FileLock(shared / "checkout.lock"):
        if not (folder / "dist").exists():
            shutil.rmtree(folder, ignore_errors=True)
            _copy_to(folder)
            # With the tools of this environment.
            done = run([sys.executable, "-m", "hatchling", "build", "--directory", "made"], folder)
            assert done.returncode == 0, done.stdout + done.stderr
            (folder / "made").rename(folder / "dist")
    return folder


def _copy_to(folder: Path) -> None:
    git = shutil.which("git")
    assert git is not None
    listed = run([git, "-c", "safe.directory=*", "ls-files", "-z"], ROOT).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    assert not (folder / "src" / BUILT).exists()


@pytest.fixture(scope="module")
def packed(checkout: Path) -> tuple[Path, Path]:
    """A wheel and an sdist."""
    (wheel,), (source,) = (checkout / "dist").glob("*.whl"), (checkout / "dist").glob("*.tar.gz")
    return wheel, source


def test_wheel_and_sdist_hold_the_client(packed: tuple[Path, Path]) -> None:
    wheel, source = packed
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {name for name in archive.namelist() if name.startswith(BUILT)}
    with tarfile.open(source) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    in_source = {name.removeprefix("src/") for name in names if name.startswith(f"src/{BUILT}")}
    assert BUILT + "index.html" in in_wheel
    assert any(name.endswith(".js") for name in in_wheel) and any(name.endswith(".css") for name in in_wheel)
    assert {name for name in in_source if not name.endswith("/")} >= in_wheel
    assert not [name for name in names if "node_modules" in name]


def test_the_wheel_holds_the_package_alone_and_asks_for_no_tool(
    packed: tuple[Path, Path],
) -> None:
    with zipfile.ZipFile(packed[0]) as archive:
        names = archive.namelist()
        (about,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        metadata = message_from_bytes(archive.read(about))
    assert {name.partition("/")[0] for name in names} == {"rivertable", about.partition("/")[0]}
    assert [
        name
        for name in names
        if name.endswith((".svelte", ".ts", "package.json", ".map", ".pyc", ".c", "citations.json"))
    ] == []
    asked = [Requirement(text) for text in metadata.get_all("Requires-Dist", [])]
    plain = {requirement.name for requirement in asked if "extra" not in str(requirement.marker)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert plain == {Requirement(text).name for text in project["dependencies"]}
    extras = project["optional-dependencies"]
    assert plain.isdisjoint(Requirement(text).name for text in (*extras["build"], *extras["docs"], *extras["test"]))
    assert metadata["Requires-Python"] == project["requires-python"]


def test_a_wheel_is_built_from_the_sdist_without_node(packed: tuple[Path, Path], tmp_path: Path) -> None:
    with tarfile.open(packed[1]) as archive:
        # Debian 12's Python knows no filter yet; a newer one wants to be told.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path)
    (folder,) = tmp_path.iterdir()
    shutil.rmtree(folder / "client")
    done = run([sys.executable, "-m", "hatchling", "build", "--target", "wheel"], folder, PATH=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next((folder / "dist").glob("*.whl"))) as archive:
        assert BUILT + "index.html" in archive.namelist()


def test_without_its_client_nothing_is_built(checkout: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(checkout, bare, ignore=shutil.ignore_patterns("client", "static", "dist"))
    done = run([sys.executable, "-m", "hatchling", "build", "--target", "wheel"], bare)
    assert done.returncode != 0
    assert "browser client" in done.stderr.splitlines()[-1], done.stderr
    assert not list(bare.glob("dist/*.whl"))


def test_an_install_without_node_serves_the_page(packed: tuple[Path, Path], tmp_path: Path, visit: Visit) -> None:
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    packages = next(home.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(packed[0]) as archive:
        archive.extractall(packages)
    # What it depends on is borrowed from here, after its own.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    python = home / "bin" / "python"
    variables = {"PATH": str(home / "bin"), "PYTHONPATH": ""}
    where = run([str(python), "-c", "import rivertable; print(rivertable.__file__)"], tmp_path, **variables)
    assert Path(where.stdout.strip()).is_relative_to(packages), where.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", str(python))
        for name, value in variables.items():
            patch.setenv(name, value)
        assert shutil.which("node") is None
        server = Server(tmp_path / "served", is_new=True)
        with served(server):
            visitor = visit(server.address)
            page = visitor.go()
            expect(page.get_by_role("button", name="Play now").first).to_be_visible()
            # Before the server stops: of that it would complain.
            assert visitor.close() == []

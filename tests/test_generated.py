"""Files that are generated from the code must be what the code gives now."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_files_are_up_to_date() -> None:
    files = generator().generated()
    old = [path.relative_to(ROOT).as_posix() for path, make in files.items() if path.read_text("utf-8") != make()]
    assert old == [], f"make generated writes anew: {old}"
    assert len(files) >= 3

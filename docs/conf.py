"""How Sphinx builds the documentation: `make docs`."""

import os
import re
from importlib.metadata import version as installed_version
from typing import Any

# The reference reads docstrings: the rules are imported as plain Python, and nothing is compiled.
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

project = "rivertable"
author = "The rivertable authors"
copyright = f"2026, {author}"
release = installed_version("rivertable")
version = release

extensions = ["myst_parser", "sphinx_copybutton", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

autodoc_default_options = {
    "members": True,
    "member-order": "bysource",
    "show-inheritance": True,
    "exclude-members": "model_config",
}
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"rivertable {release}"

# The copy button takes what a reader types, without prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def setup(app: Any) -> None:
    # Before napoleon, which listens at 500.
    app.connect("autodoc-process-docstring", prepare_docstring, priority=400)


def prepare_docstring(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Make reStructuredText of the tables in a docstring, and keep an attribute's words in one piece."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]  # napoleon takes what precedes a colon in the first line for a type
    prepared: list[str] = []
    for line in lines:
        if re.fullmatch(r"\|[-|: ]+\|", line):
            continue
        if line.startswith("|"):
            if not prepared or not prepared[-1].startswith(" "):
                prepared += [".. list-table::", "   :header-rows: 1", ""]
            for number, cell in enumerate(line.strip("| ").split(" | ")):
                prepared.append(f"   {'  -' if number else '* -'} {cell.strip()}")
        else:
            prepared.append(line)
    lines[:] = prepared

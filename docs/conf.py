"""How Sphinx builds the documentation: `make docs`."""

from importlib.metadata import version as installed_version

project = "rivertable"
author = "The rivertable authors"
copyright = f"2026, {author}"
release = installed_version("rivertable")
version = release

extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"rivertable {release}"

# The copy button takes what a reader types, without prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

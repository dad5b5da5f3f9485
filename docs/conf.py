"""How the documentation is built: ``sphinx-build -n -W --keep-going docs site``."""

import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "src")]

project = "saizen"
author = "The saizen authors"
copyright = "The saizen authors, MIT licence"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
version = release

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "errata",
]
exclude_patterns = ["_build", "**/.ipynb_checkpoints"]
language = "en"

# Pages are Markdown; a heading down to the third level can be linked to as #its-words.
myst_enable_extensions = ["deflist", "attrs_inline", "attrs_block", "colon_fence", "dollarmath"]
myst_heading_anchors = 3

# Notebooks are kept without outputs and run when the pages are built; the tests run them, too.
nb_execution_mode = "cache"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True

# The reference comes from the docstrings: a page a module.
autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False}
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
default_role = "code"
# Adapters are documented where their libraries are not installed, too.
autodoc_mock_imports = [
    name
    for name in (
        "pyspiel",
        "open_spiel",
        "pettingzoo",
        "gymnasium",
        "fastapi",
        "starlette",
        "uvicorn",
        "distributed",
    )
    if find_spec(name) is None
]
add_module_names = False
python_use_unqualified_type_names = True

# Every link is checked. A type that is not on the reference page, or not ours, is a name and no link.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!saizen\.).*"),
    ("py:.*", r"saizen\.(game|solution|work\.cache|work\.tasks)\.(P|P_contra|V|Result|Task)"),
    (
        "py:class",
        r"saizen\.(store|solver|games)\..*\.(Default|Made|Graph|Known|Values|Roles|Layer|ExactLayer)",
    ),
    (
        "py:class",
        r"saizen\.games\..*\.(Solitaire|Plans|Engine|SolvedGames|ValuesOnDemand|FirstCard|EngineQuestion|RivalsLayer)",
    ),
    ("py:class", r"saizen\.balance\.walk\.PlayerMoves"),
    ("py:class", r"saizen\.kernels\.prewarm\.Prewarm"),
    ("py:class", r"saizen\.large\.(layers\.Plan|solution\.LargeSolution)"),
    ("py:class", r"saizen\.solver\.(loops\.SettlingOrder|positions\.NumberedPositions)"),
]

# A copied example has no prompts and none of the output.
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "saizen"
html_static_path = ["static"]
html_css_files = ["saizen.css"]
html_show_sphinx = False
html_copy_source = False
pygments_style = "friendly"
pygments_dark_style = "native"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1a5595", "color-brand-content": "#1a5595"},
    "dark_css_variables": {"color-brand-primary": "#8ab8ea", "color-brand-content": "#8ab8ea"},
    "top_of_page_buttons": [],
}

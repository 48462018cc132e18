"""Configuration of Sphinx for the site; site/build calls it."""

import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "site"))

project = "Schur MPC"
release = ElementTree.parse(ROOT / "pom.xml").findtext("{*}version")

extensions = ["myst_parser", "pages"]
include_patterns = [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "circuits/README.md",
    "docs/**",
    "examples/*/README.md",
]
exclude_patterns = ["**/target/**"]
root_doc = "README"

# Anchors of headings are those of code hosts.
myst_heading_anchors = 4
# Some samples leave out a part, which "..." stands for; no lexer accepts that.
suppress_warnings = ["misc.highlighting_failure"]
smartquotes = False
# Blocks without a language are commands, output and pages of text.
highlight_language = "none"

# Folder of the Javadoc from which names in code become links; given by site/build.
javadoc_folder = ""

html_theme = "furo"
html_title = project
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "reference.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "static/icon.svg"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = False

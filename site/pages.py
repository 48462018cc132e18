"""Sphinx extension: shows the project's Markdown pages as a site, without changes to the pages.

The pages stay plain Markdown with relative links, as code hosts show them. What only a site has is
added here: navigation, pages behind links to folders, and links from names in code to the Javadoc.
"""

import json
import posixpath
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

SITE = Path(__file__).resolve().parent

DECISIONS = "docs/decisions/README"

LIST_OF_DECISIONS = """
```{toctree}
:maxdepth: 1
:glob:

[0-9]*
```
"""

# A type, or a type and one of its members: `Computation`, `Computation.plan`, `Session.judge()`.
JAVA_NAME = re.compile(r"[A-Z]\w+(\.[A-Z]\w+)*(\.[a-z]\w+(\(\))?)?")


def add_navigation(app, docname, source):
    """Appends the navigation to the first page, and to the page of decisions their list."""
    if docname == app.config.root_doc:
        source[0] += "\n" + (SITE / "navigation.md").read_text()
    elif docname == DECISIONS:
        source[0] += LIST_OF_DECISIONS


def resolve_folders(app, doctree):
    """Makes a link to a folder, for example ``decisions/``, one to the folder's README.md."""
    here = app.env.docname
    for link in doctree.findall(addnodes.pending_xref):
        if link["reftype"] == "myst" and not link["refdomain"]:
            folder = posixpath.join(posixpath.dirname(here), link["reftarget"])
            page = posixpath.normpath(folder) + "/README"
            if page in app.env.found_docs:
                link["refdomain"], link["reftarget"], link["reftargetid"] = "doc", page, None


def read_index(file):
    """Returns the entries of one of Javadoc's search indexes, ``name = [...];updateSearchResults();``."""
    text = file.read_text()
    return json.loads(text[text.index("[") : text.rindex("]") + 1])


def java_names(javadoc):
    """Returns the address below the Javadoc for each type, and each member, that has a name of its own."""
    types, members = {}, {}
    for entry in read_index(javadoc / "type-search-index.js"):
        if "p" in entry:
            address = f"{entry['p'].replace('.', '/')}/{entry['l']}.html"
            types.setdefault(entry["l"], []).append(address)
    names = {name: found[0] for name, found in types.items() if len(found) == 1}
    for entry in read_index(javadoc / "member-search-index.js"):
        if entry["c"] in names:
            name = f"{entry['c']}.{entry['l'].partition('(')[0]}"
            members.setdefault(name, f"{names[entry['c']]}#{entry.get('u', entry['l'])}")
    return names | members


def read_javadoc(app):
    folder = app.config.javadoc_folder
    app.java_names = java_names(Path(folder)) if folder else {}


def link_names(app, doctree, docname):
    """Links names of types and members in the text to the Javadoc, outside of links and headings."""
    up = "../" * docname.count("/")
    for code in list(doctree.findall(nodes.literal)):
        text = code.astext()
        if not JAVA_NAME.fullmatch(text) or isinstance(code.parent, (nodes.reference, nodes.title)):
            continue
        address = app.java_names.get(text.removesuffix("()"))
        if address:
            link = nodes.reference("", "", internal=True, refuri=f"{up}javadoc/{address}")
            code.replace_self(link)
            link += code


def offer_javadoc(app, pagename, templatename, context, doctree):
    context["javadoc"] = bool(app.java_names)


def put_first_page(app, exception):
    """Copies the first page to index.html, where a web server looks for it."""
    if exception is None:
        out = Path(app.outdir)
        shutil.copyfile(out / f"{app.config.root_doc}.html", out / "index.html")


def setup(app):
    app.add_config_value("javadoc_folder", "", "env")
    app.connect("builder-inited", read_javadoc)
    app.connect("source-read", add_navigation)
    app.connect("doctree-read", resolve_folders)
    app.connect("doctree-resolved", link_names)
    app.connect("html-page-context", offer_javadoc)
    app.connect("build-finished", put_first_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

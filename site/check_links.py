"""Checks all links of a folder of HTML pages, and that the pages load nothing from elsewhere.

Usage: check_links.py FOLDER. Prints one line for each fault and exits with 1 if there is any.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser loads without being asked to.
LOADED = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}


class Page(HTMLParser):
    """The anchors and the links of one page."""

    def __init__(self, text):
        super().__init__()
        self.anchors = {"", "top"}
        self.links = set()
        self.loaded = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors.add(attributes.get("id"))
        if tag == "a":
            self.anchors.add(attributes.get("name"))
            self.links.add(attributes.get("href"))
        elif tag in LOADED:
            self.loaded.add(attributes.get(LOADED[tag]))

    handle_startendtag = handle_starttag


def check(root):
    """Returns one sentence for each fault in the pages below a folder."""
    pages = {file: Page(file.read_text()) for file in sorted(root.rglob("*.html"))}
    faults = []
    for file, page in pages.items():
        name = file.relative_to(root)
        for link in sorted((page.links | page.loaded) - {None}):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    faults.append(f"{name}: loads {link} from elsewhere")
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            if not target.is_relative_to(root) or not target.is_file():
                faults.append(f"{name}: {link} does not exist")
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                faults.append(f"{name}: {link} has no such anchor")
    return faults


def main():
    root = Path(sys.argv[1]).resolve()
    faults = check(root)
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

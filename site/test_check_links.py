"""Tests of check_links.py: what it must report, and what it must accept."""

import tempfile
import unittest
from pathlib import Path

from check_links import check


class CheckLinksTest(unittest.TestCase):
    def faults(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            (root / "sub").mkdir()
            for name, text in pages.items():
                (root / (name.replace("_", "/") + ".html")).write_text(text)
            return check(root)

    def test_accepts_what_is_there(self):
        page = '<a href="sub/page.html#%3Cinit%3E(int)">1</a><a href="sub/">2</a><a href="#here">3</a>'
        other = '<p id="&lt;init&gt;(int)"><img src="data:image/png;base64,AA"><a href="https://a.example/">4</a>'
        self.assertEqual([], self.faults(a=page + '<p id="here">', sub_page=other, sub_index=""))

    def test_reports_a_missing_page(self):
        self.assertEqual(["a.html: sub/b.html does not exist"], self.faults(a='<a href="sub/b.html">'))

    def test_reports_a_missing_anchor(self):
        self.assertEqual(["a.html: sub/b.html#x has no such anchor"],
                         self.faults(a='<a href="sub/b.html#x">', sub_b='<p id="y">'))
        self.assertEqual(["a.html: #x has no such anchor"], self.faults(a='<a href="#x">'))

    def test_reports_a_page_outside(self):
        self.assertEqual(["a.html: ../b.html does not exist"], self.faults(a='<a href="../b.html">'))

    def test_reports_what_is_loaded_from_elsewhere(self):
        for tag in ('<script src="{}">', '<link href="{}">', '<img src="{}">'):
            for address in ("https://a.example/x.js", "//a.example/x.js"):
                self.assertEqual([f"a.html: loads {address} from elsewhere"],
                                 self.faults(a=tag.format(address)))


if __name__ == "__main__":
    unittest.main()

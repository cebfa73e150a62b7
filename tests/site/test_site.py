"""The documentation site: it is complete, has no dead links, makes no requests to other servers, and no
page is wider than its window."""

import functools
import html.parser
import http.server
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from browser import CHROMIUM, Page  # noqa: E402

THEMES = {theme.name for theme in importlib.metadata.entry_points(group="mkdocs.themes")}
if Path("/usr/share/mkdocs/themes/material").is_dir():  # its place in Debian 12
    THEMES.add("material")
MISSING = [name for name, there in [
    ("mkdocs", shutil.which("mkdocs")), ("mkdocs-material", "material" in THEMES),
    ("doxygen", shutil.which("doxygen"))] if not there]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"no {', '.join(MISSING)}")


def build(folder, root=ROOT, status=0):
    done = subprocess.run([root / "scripts" / "site.sh", folder], capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    assert build(folder).stderr == ""
    return folder


class Reader(html.parser.HTMLParser):
    """A page's links, the files that it loads, and the names of its anchors."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.names = [], [], {""}
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names |= {values.get("id"), values.get("name")} - {None}
        for attribute in ("href", "src", "srcset", "data", "poster"):
            if values.get(attribute):
                (self.links if tag == "a" else self.loaded).append(values[attribute])


def pages_of(site):
    """All pages except Doxygen's, the page for missing addresses (its links begin at the server's root), and
    those of `gputest report` (their scripts make the anchors)."""
    reports = {path.name for path in (ROOT / "docs" / "results").glob("*.html")}
    return {path: Reader(path) for path in sorted(site.rglob("*.html"))
            if path.relative_to(site).parts[0] != "api" and path.name not in {"404.html", *reports}}


@functools.cache
def names_in(path):
    return Reader(path).names


def dead_links(site):
    dead = []
    for path, page in pages_of(site).items():
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path.parent / urllib.parse.unquote(parts.path) if parts.path else path
            target = Path(os.path.normpath(target))
            name = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or target.suffix == ".html" and name not in names_in(target):
                dead.append((path.relative_to(site).as_posix(), link))
    return dead


def test_no_link_is_dead(site):
    assert dead_links(site) == []


def test_a_dead_link_would_be_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="#here"><a href="#there"><a href="b.html"><a href="c.html#x">'
        '<a href="https://example.org"><img src="d.png">')
    (tmp_path / "c.html").write_text("<p>")
    assert [link for _, link in dead_links(tmp_path)] == ["#there", "b.html", "c.html#x", "d.png"]


def test_every_document_is_a_page_and_so_is_the_api(site):
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"),
                     *(ROOT / "hip").rglob("*.md"), *(ROOT / "il_reference").rglob("*.md")]:
        path = document.relative_to(ROOT).with_suffix(".html")
        if path.name == "README.html":
            path = path.with_name("index.html")
        assert (site / path).is_file(), path
    assert "api/index.html" in Reader(site / "index.html").links
    assert len(list((site / "api").glob("*.html"))) > 100


def test_the_first_page_links_to_every_page(site):
    start = Reader(site / "index.html")
    reached = {os.path.normpath(link.split("#")[0]) for link in start.links}
    pages = {path.relative_to(site).as_posix() for path in pages_of(site)}
    assert pages - reached == {"index.html"} - reached


def test_nothing_is_loaded_from_another_server(site):
    foreign = [(path.name, link) for path, page in pages_of(site).items() for link in page.loaded
               if re.match(r"(\w+:)?//", link)]
    for path in [*site.rglob("*.css")]:
        foreign += [(path.name, link) for link in re.findall(
            r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)", path.read_text("utf-8"))]
    assert foreign == []


@pytest.fixture
def served(site):
    """The site's address on a local server."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def columns_of(page):
    """Number of columns of its widest table."""
    rows = re.findall("<tr>.*?</tr>", page.read_text("utf-8"), re.DOTALL)
    return max((len(re.findall("<t[hd]", row)) for row in rows), default=0)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_wide_tables_scroll_and_no_page_complains(site, served, tmp_path):
    pages = [*sorted(pages_of(site), key=columns_of)[-9:], site / "index.html"]
    paths = [path.relative_to(site).as_posix() for path in pages]
    wide = {paths[-1], paths[-2]}
    with Page(tmp_path / "profile") as page:
        for path in paths:
            for width in (400, 800, 1600) if path in wide else (400,):
                page.open(f"{served}/{path}", width, dark=width == 800)
                assert page.run("document.documentElement.scrollWidth") <= width, (path, width)
                ours = f"asked for {served}/"
                assert [said for said in page.complaints() if not said.startswith(ours)] == []
        around = "document.querySelector('table').parentNode.parentNode"  # the element that scrolls
        assert page.run(f"getComputedStyle({around}).overflowX") == "auto"
        page.run("document.querySelector('article').style.width = '3000px'")  # a wide page would be found
        assert page.run("document.documentElement.scrollWidth") > 1600


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_the_site_is_dark_if_the_reader_prefers_dark(served, tmp_path):
    brightness = ("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3)"
                  ".reduce((sum, part) => sum + Number(part), 0) / 3")
    seen = []
    for dark in (False, True):
        # A new profile: the theme keeps its first choice, and some versions of it store the choice
        # again when the preference changes.
        with Page(tmp_path / f"profile_{dark}") as page:
            page.open(f"{served}/index.html", dark=dark)
            # The theme's script may run after the page is loaded. It colours the page, then stores the
            # choice here.
            page.wait_for("localStorage.length > 0")
            seen.append(page.run(brightness))
    assert seen[0] > 200 and seen[1] < 80


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_the_search_finds_a_word_without_another_server(served, tmp_path):
    with Page(tmp_path / "profile") as page:
        page.open(f"{served}/index.html")
        page.wait_for("document.querySelector('[data-md-component=search-query]') !== null")
        page.run("document.querySelector('#__search').click()")
        # The theme's search never starts if text is entered before it is ready.
        page.wait_for("!document.querySelector('.md-search-result__meta')"
                      ".textContent.includes('Initializing')")
        page.run("""(() => {
          const query = document.querySelector('[data-md-component=search-query]');
          query.focus(); query.value = 'glossary';
          query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
          query.dispatchEvent(new InputEvent('input', {bubbles: true})); })()""")
        page.wait_for("[...document.querySelectorAll('.md-search-result__link')]"
                      ".some((link) => link.href.includes('glossary'))")
        assert not [said for said in page.complaints()
                    if not said.startswith(f"asked for {served}/") and "blob:" not in said]


def test_a_dead_link_is_named_and_the_old_site_stays(tmp_path):
    """Runs in a copy of only the documents, with a fake Doxygen that writes nothing."""
    (tmp_path / "bin").mkdir()
    for name, script in [("doxygen", "cat"), ("dpkg-query", "echo ii")]:
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    root = tmp_path / "tree"
    for folder in ("docs", "hip", "il_reference", "scripts", "suites"):
        shutil.copytree(ROOT / folder, root / folder)
    for path in [*ROOT.glob("*.md"), ROOT / "Doxyfile", ROOT / "CITATION.cff"]:
        shutil.copy(path, root)
    page = root / "docs" / "usage.md"
    page.write_text(page.read_text() + "\n[there](nowhere.md)\n")
    old = tmp_path / "site"
    (old / "search").mkdir(parents=True)
    (old / "search" / "search_index.json").write_text("old")
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run([root / "scripts" / "site.sh", old], capture_output=True, text=True,
                          env=environment)
    assert done.returncode == 1
    assert "docs/usage.md" in done.stderr and "nowhere.md" in done.stderr
    assert (old / "search" / "search_index.json").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "site", "tree"]


def test_a_folder_that_is_no_site_is_not_replaced(tmp_path):
    (tmp_path / "kept").write_text("kept")
    done = build(tmp_path, status=4)
    assert done.stderr == f"site.sh: {tmp_path} is there, and is no site\n"
    assert (tmp_path / "kept").read_text() == "kept"

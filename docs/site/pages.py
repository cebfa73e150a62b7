"""The site's pages: every document of the tree, what they link to, and Doxygen's pages of the
source, each at the path that it has in the tree. A hook of MkDocs."""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link

ROOT = Path(__file__).resolve().parents[2]
# Folders that have documents; a build folder has copies of what it tests.
FOLDERS = ["docs", "hip", "il_reference", "suites", "tests"]
# Doxygen's folder of HTML, which scripts/site.sh makes; without it the site has none.
API = os.environ.get("GPUTEST_API_PAGES", "")


def documents():
    """The paths of all documents, from the root."""
    found = [*ROOT.glob("*.md")]
    for folder in FOLDERS:
        found += (ROOT / folder).rglob("*.md")
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def linked(document):
    """The files that a document links to or shows and that are no documents."""
    folder = (ROOT / document).parent
    for target in re.findall(r"\]\(([^)#\s]+)", (ROOT / document).read_text()):
        path = Path(os.path.normpath(folder / target))
        if "://" not in target and path.suffix != ".md" and path.is_file():
            yield path.relative_to(ROOT).as_posix()


def leaves(nav):
    """The pages that a navigation names."""
    for entry in nav:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from leaves(value) if isinstance(value, list) else [value]


def completed(nav, pages):
    """The navigation with the pages that it does not name: notes among notes, others as "More"."""
    missing = [page for page in pages if page not in set(leaves(nav))]
    notes = [page for page in missing if page.startswith("docs/notes/")]
    nav = [{"Notes": entry["Notes"] + notes} if isinstance(entry, dict) and "Notes" in entry
           else entry for entry in nav]
    others = [page for page in missing if page not in notes]
    return nav + [{"More": others}] if others else nav


def on_files(files, config):
    pages = documents()
    paths = pages + sorted({path for page in pages for path in linked(page)})
    for path in paths:
        files.append(File(path, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    if API:
        for path in sorted(Path(API).rglob("*")):
            if path.is_file():
                name = "api/" + path.relative_to(API).as_posix()
                entry = File(name, str(ROOT), config["site_dir"], config["use_directory_urls"])
                entry.abs_src_path = str(path)
                files.append(entry)
    config["nav"] = completed(config["nav"], pages)
    return files


def on_nav(nav, config, files):
    if API:
        source = next(item for item in nav.items if item.title == "The source")
        link = Link("API documentation", "api/index.html")
        link.parent = source
        source.children.append(link)
    return nav

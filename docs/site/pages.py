"""A hook of MkDocs that gathers the site's pages: every document of the tree, the files that they
link to, and Doxygen's pages of the source. Each keeps its path in the tree."""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link

ROOT = Path(__file__).resolve().parents[2]
# Build and hidden folders are left out: they have copies of documents under test.
FOLDERS = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(("build", "."))]
# Doxygen's folder of HTML, from scripts/site.sh; without it the site has no API pages.
API = os.environ.get("GPUTEST_API_PAGES", "")


def documents():
    """The paths of all documents, relative to the root."""
    found = [*ROOT.glob("*.md")]
    for folder in FOLDERS:
        found += folder.rglob("*.md")
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def linked(document):
    """The files other than documents that a document links to or shows."""
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
    """The navigation plus the pages that it lacks: notes under "Notes", others under "More"."""
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

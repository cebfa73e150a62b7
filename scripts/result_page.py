#!/usr/bin/env python3
"""Writes results as a page in docs/results, and pictures of the page (needs Chromium and Pillow).

scripts/result_page.py build/gputest docs/results/full_h100.json
scripts/result_page.py build/gputest FIRST.json LATER.json … --page FOLDER/NAME.html --pictures FOLDER

The page is that of `gputest report`, next to the first result unless --page gives a path. The pictures,
docs/img/report_{light,dark}_{400,800,1600}.png, show its beginning in windows of these widths. If the
page is larger than 3 MB or a picture larger than 150 kB, it writes nothing and exits with status 1.
"""

import argparse
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/cli"))

from PIL import Image  # noqa: E402
from browser import CHROMIUM, Page  # noqa: E402

WIDTHS = [400, 800, 1600]
SHOWN = 1600  # pixels of a page's height
MOST_OF_A_PAGE, MOST_OF_A_PICTURE = 3_000_000, 150_000  # bytes
COLOURS = 64  # enough for a page of text and bars


def small(png):
    """The picture reduced to few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def as_kept(result, scratch):
    """The name of a copy that has the time of the file's first commit; a checkout's time is later."""
    copied = scratch / result.name
    if copied.exists():
        sys.exit(f"result_page.py: two results have the name {result.name}")
    shutil.copy2(result, copied)
    git = subprocess.run(["git", "log", "--diff-filter=A", "--format=%ct", "--", result.name],
                         cwd=result.resolve().parent, capture_output=True, text=True, check=False)
    if git.returncode == 0 and git.stdout:
        os.utime(copied, (int(git.stdout.split()[-1]),) * 2)
    return result.name


def pictures_of(page, scratch):
    """A dict from a picture's name to its bytes."""
    found = {}
    with Page(scratch / "profile") as browser:
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                browser.open(page, width, dark=scheme == "dark")
                browser.draw_charts()
                browser.screenshot(scratch / "picture.png", SHOWN)
                found[f"report_{scheme}_{width}.png"] = small((scratch / "picture.png").read_bytes())
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path, nargs="+")
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / "docs/img")
    given = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("result_page.py: there is no chromium (Debian: chromium)")
    page = given.page or given.results[0].with_suffix(".html")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch_folder:
        scratch = pathlib.Path(scratch_folder)
        made = scratch / page.name
        names = [as_kept(result, scratch) for result in given.results]
        subprocess.run([given.program.resolve(), "report", *names, "-o", made.name], check=True,
                       cwd=scratch)
        files = {page: made.read_bytes()}
        for name, picture in pictures_of(made, scratch).items():
            files[given.pictures / name] = picture
    for path, content in files.items():
        most = MOST_OF_A_PAGE if path == page else MOST_OF_A_PICTURE
        if len(content) > most:
            sys.exit(f"result_page.py: {path.name} has {len(content)} bytes, more than {most}")
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{path}: {len(content)} bytes")


if __name__ == "__main__":
    main()

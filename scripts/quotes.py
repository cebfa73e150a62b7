#!/usr/bin/env python3
"""Quotes of the source in the documents, so that none is out of date.

scripts/quotes.py            # writes
scripts/quotes.py --check    # exits with status 1 and names what is out of date

A quote stands between <!-- quote PATH: FIRST ... LAST --> and <!-- end quote -->. It is the lines
of the file from the first that has FIRST to the next that has LAST, that one included, and the
lines behind it that do nothing but close braces which these have opened.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
MARKED = re.compile(r"(<!-- quote (\S+): (.+?) \.\.\. (.+?) -->\n)(.*?)(<!-- end quote -->)",
                    re.DOTALL)
LANGUAGES = {".il": "", ".toml": "toml"}


def is_open(lines):
    """Whether they open more braces than they close."""
    return sum(line.count("{") - line.count("}") for line in lines) > 0


def quoted(path, first, last):
    """Those lines. Raises ValueError where the file has none."""
    lines = (ROOT / path).read_text().splitlines()
    begin = next((k for k, line in enumerate(lines) if first in line), None)
    end = None
    if begin is not None:
        end = next((k for k in range(begin + 1, len(lines)) if last in lines[k]), None)
    if end is None:
        raise ValueError(f"{path} has no lines from '{first}' to '{last}'")
    taken, behind = lines[begin : end + 1], lines[end + 1 :]
    while behind and behind[0].strip() == "}" and is_open(taken):
        taken.append(behind.pop(0))
    return textwrap.dedent("\n".join(taken)) + "\n"


def updated(text):
    """The document with its quotes as the files have them."""

    def quote(match):
        language = LANGUAGES.get(pathlib.Path(match[2]).suffix, "c")
        return f"{match[1]}```{language}\n{quoted(match[2], match[3], match[4])}```\n{match[6]}"

    return MARKED.sub(quote, text)


def documents():
    return [path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
            if MARKED.search(path.read_text())]


def main(arguments):
    stale = [path for path in documents() if updated(path.read_text()) != path.read_text()]
    for path in stale:
        print(path.relative_to(ROOT), "is out of date" if "--check" in arguments else "updated")
        if "--check" not in arguments:
            path.write_text(updated(path.read_text()))
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Updates the quotes of the source in the documents.

scripts/quotes.py            # writes
scripts/quotes.py --check    # exits with status 1 and lists outdated documents

A quote is between <!-- quote PATH: FIRST ... LAST --> and <!-- end quote -->. It has the lines of the
file from the first that contains FIRST to the next that contains LAST, inclusive. Following lines that
only close the quote's open braces belong to it too.
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
    """Whether the lines open more braces than they close."""
    return sum(line.count("{") - line.count("}") for line in lines) > 0


def quoted(path, first, last):
    """The quoted lines. Raises ValueError if the file does not have them."""
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
    """The document with its quotes updated from the files."""

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

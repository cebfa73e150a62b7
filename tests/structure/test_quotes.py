"""Quotations of the source in documents are current."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import quotes  # noqa: E402


def test_quotes_are_current():
    stale = [path.name for path in quotes.documents()
             if quotes.updated(path.read_text()) != path.read_text()]
    assert stale == [], "run scripts/quotes.py"


def test_every_lesson_quotes_a_kernel():
    lessons = sorted((ROOT / "docs/course").glob("[01][0-9]_*.md"))
    assert len(lessons) == 10
    assert [path.name for path in lessons if path not in quotes.documents()] == []


def test_a_stale_quote_is_noticed():
    mark = "<!-- quote common/layout/load_soa.h: define GT_SOA_LOAD ... while (0) -->\n"
    text = mark + "```c\nnothing\n```\n<!-- end quote -->"
    assert "(body).x = x[j];" in quotes.updated(text)


def test_a_quote_of_missing_lines_is_an_error():
    with pytest.raises(ValueError, match="has no lines"):
        quotes.quoted("common/layout/load_soa.h", "no such line", "while (0)")

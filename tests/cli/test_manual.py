"""The manual pages, which the program generates from its help texts."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Dict, List

import pytest

from command import gputest
from test_options import SUBCOMMANDS

COMMANDS = [list(words) for words in SUBCOMMANDS]


def page_name(words: List[str]) -> str:
    return "-".join(["gputest", *words])


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Dict[str, Path]:
    folder = tmp_path_factory.mktemp("man")
    gputest("help", "--format=man", "--folder", folder)
    return {path.stem: path for path in folder.iterdir()}


def unescaped(roff: str) -> str:
    """A page's plain text, without macros and font changes."""
    text = re.sub(r"\\\[u([0-9A-F]+)\]", lambda code: chr(int(code[1], 16)), roff)
    for written, letter in (("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"),
                            ("\\(ti", "~"), ("\\(dq", '"'), ("\\&", ""), ("\\e", "\\")):
        text = text.replace(written, letter)
    return re.sub(r"\\f[BIR]|^\.(TP|SH|SS)\b ?", "", text, flags=re.MULTILINE)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_every_command_has_its_page(pages):
    assert sorted(pages) == sorted(map(page_name, COMMANDS))
    assert "gputest" in pages and "gputest-il-run" in pages


def test_a_page_can_be_printed_alone(pages):
    assert gputest("help", "--format=man", "il", "run").stdout == pages["gputest-il-run"].read_text()


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_page_agrees_with_help(words, pages):
    """The page has every option of the help text, and only explanations from help texts."""
    page = pages[page_name(words)].read_text()
    help_text = gputest("help", *(words or ["options"])).stdout
    entries = re.findall(r"^\.TP\n\\fB(.*?)\\fR.*\n((?:(?!\.).*\n)+)", page, re.MULTILINE)
    named = {name for names, _ in entries for name in unescaped(names).split(",")}
    options = re.split(r"^Examples:\n|^Exit status:\n", help_text, flags=re.MULTILINE)[0]
    shown = re.findall(r"^ +(?:(-\w)(?:, *| )|)(--[\w-]+)?", options, re.MULTILINE)
    assert {name for names in shown for name in names if name} <= named and "--help" in named
    everything = squeezed(help_text + gputest("help", "options").stdout)
    for name, text in entries:
        assert squeezed(unescaped(text)) in everything, name


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_page_has_statuses_environment_files_and_examples(words, pages):
    page = pages[page_name(words)].read_text()
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "FILES"):
        assert f".SH {section}\n" in page
    help_text = gputest("help", *words).stdout
    assert (".SH EXAMPLES\n" in page) == ("\nExamples:\n" in help_text)
    assert f"gputest-{words[0]}" in unescaped(page) if words else ".SH COMMANDS\n" in page


@pytest.mark.parametrize("words", [[], ["report"], ["il", "run"]], ids=" ".join)
def test_examples_use_only_existing_options(words):
    for line in re.findall(r"^  (gputest .*)$", gputest("help", *words).stdout, re.MULTILINE):
        example = re.split(r"  | \| ", line)[0]
        assert example.split()[1 : 1 + len(words)] == words
        for option in re.findall(r" (--[\w-]+)", example):
            assert re.search(rf"{option}\b", gputest("help", *words).stdout)


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc")
def test_mandoc_finds_nothing_in_the_pages(pages):
    done = subprocess.run(["mandoc", "-T", "lint", *pages.values()], capture_output=True, text=True,
                          check=False)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
def test_groff_has_no_warnings(pages):
    for path in pages.values():
        done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", path], capture_output=True,
                              check=False)
        assert (done.stderr, done.returncode) == (b"", 0)
        # `man` searches this line for a page's name.
        shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout.decode())
        assert re.search(rf"^NAME\n +{path.stem} +- +\w", shown, re.MULTILINE)


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc")
def test_mandoc_notices_a_wrong_page(pages, tmp_path):
    wrong = tmp_path / "wrong.1"
    wrong.write_text(pages["gputest-list"].read_text().replace(".TP", ".TQP"))
    done = subprocess.run(["mandoc", "-T", "lint", wrong], capture_output=True, text=True,
                          check=False)
    assert "TQP" in done.stdout


@pytest.mark.parametrize(
    "options, word",
    [(["--format=html"], "html"), (["--folder=."], "--format=man"),
     (["--format=man", "--folder=.", "list"], "--folder"),
     (["--format=man", "lits"], "list")],
    ids=" ".join,
)
def test_bad_options_of_help_are_refused(options, word, tmp_path):
    done = gputest("help", *options, status=2, cwd=tmp_path)
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1 and word in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
def test_a_missing_folder_is_bad_input(tmp_path):
    gputest("help", "--format=man", "--folder", tmp_path / "none", status=4)

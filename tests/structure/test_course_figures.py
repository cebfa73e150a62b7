"""The course's figures show the kept results."""

import importlib.util
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
FIGURES = ["docs/img/layouts.svg", "docs/img/past_n2.svg", *[f"docs/course/img/{path.name}"
                                     for path in (ROOT / "docs/course/img").glob("*.svg")]]


def words(path):
    """The texts of a figure, which do not depend on matplotlib's version."""
    return re.findall(r"<text[^>]*>([^<]+)</text>", path.read_text())


@pytest.mark.thorough
def test_figures_show_the_kept_results(tmp_path):
    pytest.importorskip("matplotlib")
    subprocess.run([sys.executable, ROOT / "scripts/course_figures.py", tmp_path], check=True)
    for figure in FIGURES:
        drawn = [word for word in words(tmp_path / figure) if "." in word or "," in word]
        kept = [word for word in words(ROOT / figure) if "." in word or "," in word]
        assert kept and kept == drawn, f"{figure}: run scripts/course_figures.py"


def test_the_readmes_picture_shows_the_kept_table():
    spec = importlib.util.spec_from_file_location("terminal", ROOT / "scripts/render_terminal.py")
    terminal = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(terminal)
    shown = ROOT / "docs/img/run.svg"
    command = re.search(r"\$</tspan> ([^<]+)<", shown.read_text())[1]
    kept = (ROOT / "docs/results/2026-12-01-h200-run.txt").read_text()
    assert shown.read_text() == terminal.svg(command, kept), "run scripts/render_terminal.py"


def test_every_lesson_shows_a_figure():
    assert len(FIGURES) == 12
    for lesson in (ROOT / "docs/course").glob("[01][0-9]_*.md"):
        assert re.search(r"!\[[^]]+\]\(img/\w+\.svg\)", lesson.read_text()), lesson.name

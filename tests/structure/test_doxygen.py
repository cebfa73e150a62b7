"""Doxygen finds no warnings, and no undocumented class or function."""

import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="module")
def warnings(tmp_path_factory):
    """All warnings of Doxygen about the headers, including undocumented names."""
    folder = tmp_path_factory.mktemp("docs")
    settings = (ROOT / "Doxyfile").read_text() + (
        f"OUTPUT_DIRECTORY={folder}\nWARN_IF_UNDOCUMENTED=YES\nWARN_AS_ERROR=NO\n"
    )
    done = subprocess.run(
        ["doxygen", "-"], input=settings, capture_output=True, text=True, cwd=ROOT, check=True
    )
    return [line for line in done.stderr.splitlines() if re.search("warning:|error:", line)]


pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("doxygen") is None, reason="no doxygen"),
]


def test_there_are_no_warnings(warnings):
    assert [line for line in warnings if "is not documented" not in line] == []


def test_every_class_and_every_function_outside_one_is_documented(warnings):
    """A member's name and its class's comment may suffice. Names that begin with gt_ are in the C dialect,
    which has C comments because OpenCL's kernels include it."""
    undocumented = re.compile(
        r"Compound (?!.*\bgt_).* is not documented|Member (?!gt_).*\(function\) of namespace"
    )
    assert [line for line in warnings if undocumented.search(line)] == []

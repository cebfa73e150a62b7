"""The API documentation is complete as far as Doxygen can tell, and free of its warnings."""

import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="module")
def warnings(tmp_path_factory):
    """Everything that Doxygen has to say of the headers, with what is undocumented."""
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
    """A member may be understood from its name and its class's comment. What begins with gt_ is of
    the C subset, whose comments are C's, since OpenCL's kernels carry them."""
    undocumented = re.compile(
        r"Compound (?!.*\bgt_).* is not documented|Member (?!gt_).*\(function\) of namespace"
    )
    assert [line for line in warnings if undocumented.search(line)] == []

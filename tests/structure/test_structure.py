"""The rules of the source tree that ARCHITECTURE.md states."""

import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
APIS = ["cuda", "hip", "opencl", "il_reference"]
CODE = {".cpp", ".hpp", ".h", ".cl", ".inl", ".cu"}


def sources():
    for folder in ["app", "common", "tests", *APIS]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CODE:
                yield path


def includes():
    """(including file, included path), both from the root, for every include in quotes."""
    for path in sources():
        for included in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.MULTILINE):
            yield path.relative_to(ROOT).as_posix(), included


GENERATED = {"config.hpp", "hip_config.hpp", "revision.hpp"}


def test_includes_are_written_from_the_root():
    wrong = [
        (source, target)
        for source, target in includes()
        if target not in GENERATED and not (ROOT / target).exists()
    ]
    assert wrong == []


def may_include(source_folder, target_folder):
    if target_folder == source_folder or source_folder in ("app", "tests"):
        return True
    return source_folder in APIS and target_folder == "common"


def test_arrows_point_from_app_to_apis_to_common():
    wrong = [
        (source, target)
        for source, target in includes()
        if target not in GENERATED and not may_include(source.split("/")[0], target.split("/")[0])
    ]
    assert wrong == []


def test_the_rule_on_arrows_can_fail():
    assert not may_include("common", "opencl")
    assert not may_include("opencl", "cuda")
    assert not may_include("common", "app")


def test_the_reference_shares_no_code_with_the_kernels():
    wrong = [
        (source, target)
        for source, target in includes()
        if source.startswith("common/reference/")
        and re.match(r"common/(physics|layout|cpu|simt)/", target)
    ]
    assert wrong == []


def test_every_header_is_guarded_or_says_why_not():
    for path in sources():
        if path.suffix != ".hpp":
            continue
        assert "#pragma once" in path.read_text(), path


@pytest.mark.skipif(shutil.which("clang-format-14") is None, reason="no clang-format-14")
def test_code_is_formatted():
    files = [str(path) for path in sources()]
    done = subprocess.run(
        ["clang-format-14", "--dry-run", "-Werror", *files], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[:4000]


def test_links_between_documents_lead_somewhere():
    broken = []
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
            if "://" not in link and not (document.parent / link).exists():
                broken.append((document.name, link))
    assert broken == []

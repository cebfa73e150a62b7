"""The package's wheel, types and version, and its documentation page."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="no python3-pandas")

from gputest.columns import COLUMNS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python"


@pytest.mark.thorough
def test_a_wheel_is_built_without_network_and_has_all_files(tmp_path):
    pytest.importorskip("setuptools", reason="no python3-setuptools")
    pytest.importorskip("wheel", reason="no python3-wheel")
    source = tmp_path / "tree"
    shutil.copytree(PACKAGE, source / "python", symlinks=True,
                    ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    (source / "app" / "results").mkdir(parents=True)
    shutil.copy(ROOT / "app" / "results" / "result.schema.json", source / "app" / "results")
    script = ("from setuptools import build_meta\n"
              f"print(build_meta.build_wheel({str(tmp_path)!r}))")
    subprocess.run([sys.executable, "-c", script], cwd=source / "python", check=True,
                   stdout=subprocess.DEVNULL)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        files = {name for name in archive.namelist() if name.startswith("gputest/")}
        schema = archive.read("gputest/result.schema.json")
    assert schema == (ROOT / "app" / "results" / "result.schema.json").read_bytes()
    assert files == {path.relative_to(PACKAGE).as_posix() for path in
                     (PACKAGE / "gputest").rglob("*") if path.is_file()
                     and "__pycache__" not in path.parts}


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("mypy") is None, reason="no mypy")
def test_types_are_sound(tmp_path):
    done = subprocess.run(["mypy", f"--cache-dir={tmp_path}", "-p", "gputest"], cwd=PACKAGE,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_has_every_column_with_its_unit_and_place():
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| `([\w. ]+)` \|", (
        ROOT / "docs" / "python.md").read_text(), re.MULTILINE)
    assert rows == [(column.name, column.unit, column.path.split()[0]) for column in COLUMNS]


def test_the_version_is_the_programs():
    version = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert f"GPUTEST_ENGINE_VERSION {version})" in (ROOT / "cmake/engine.cmake").read_text()
    assert f'version = "{version}"' in (PACKAGE / "pyproject.toml").read_text()
    assert f"version: {version}" in (ROOT / "CITATION.cff").read_text()

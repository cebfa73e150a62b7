"""gputest grade: a folder of students' kernels."""

import csv
import io
import json
import os
from pathlib import Path

import pytest

from command import ROOT, gputest

pytestmark = [pytest.mark.opencl, pytest.mark.unsanitized]

USAGE, BAD_INPUT = 2, 4
RIGHT = (ROOT / "docs/course/keys/coalescing.cl").read_text()


@pytest.fixture(name="folder")
def submissions(tmp_path: Path) -> Path:
    folder = tmp_path / "class"
    for student in ("anna", "ben"):
        (folder / student).mkdir(parents=True)
    (folder / "anna" / "coalescing.cl").write_text(RIGHT)
    gputest("exercise", "coalescing", "-o", folder / "ben" / "coalescing.cl")
    (folder / "coalescing_carla.cl").write_text("this is no kernel")
    (folder / "dora_coalescing.cl").write_text(RIGHT.replace("__kernel void", "__kernel vood", 1))
    (folder / "ben" / "unknown.cl").write_text(RIGHT)
    (folder / "ben" / "README.txt").write_text("not a kernel")
    return folder


def test_every_file_has_a_grade(folder: Path):
    os.utime(folder / "anna" / "coalescing.cl", (0, 0))
    text = gputest("grade", folder, "--format=csv", "--deadline=2001-02-03").stdout
    rows = {(row["student"], row["exercise"]): row for row in csv.DictReader(io.StringIO(text, newline=""))}
    assert {key: row["verdict"] for key, row in rows.items()} == {
        ("anna", "coalescing"): "passed", ("ben", "coalescing"): "not yet", ("ben", ""): "broken",
        ("carla", "coalescing"): "broken", ("dora", "coalescing"): "not yet"}
    assert {row["late"] for key, row in rows.items() if key[0] != "anna"} == {"yes"}
    assert rows["anna", "coalescing"]["late"] == "no" and rows["anna", "coalescing"]["sentence"] == ""
    assert rows["ben", "coalescing"]["sentence"].startswith("reads: 32 lines")
    assert "no exercise has this name" in rows["ben", ""]["sentence"]
    assert "does not build" in rows["dora", "coalescing"]["sentence"]
    assert "coalescing_carla.cl" in rows["carla", "coalescing"]["sentence"]


@pytest.mark.thorough
def test_a_class_is_resumed_where_it_ended(folder: Path, tmp_path: Path):
    out = tmp_path / "grades.json"
    resumed = ["grade", folder, "--format=json", f"--output={out}", "--resume"]
    gputest(*resumed)
    first = json.loads(out.read_text())["grades"]
    assert [one["student"] for one in first] == ["anna", "ben", "ben", "carla", "dora"]
    assert all(one["findings"] for one in first if one["verdict"] != "broken")
    changed = [{**one, "sentence": "kept"} for one in first]
    out.write_text(json.dumps({"grades": changed}))
    (folder / "ben" / "coalescing.cl").write_text(RIGHT)
    gputest(*resumed)
    second = {one["file"]: one for one in json.loads(out.read_text())["grades"]}
    assert second["anna/coalescing.cl"]["sentence"] == "kept"
    assert second["ben/coalescing.cl"]["verdict"] == "passed"
    page = gputest("grade", folder / "anna", "--format=html").stdout
    assert page.startswith("<!DOCTYPE html>") and "1 passed, 0 not yet, 0 broken" in page


def test_what_cannot_be_graded_is_refused_in_a_sentence(tmp_path: Path):
    for arguments, status, said in [
        ([tmp_path / "nothing"], BAD_INPUT, "cannot read"),
        ([tmp_path], BAD_INPUT, "has no kernel"),
        ([tmp_path, "--deadline=tomorrow"], BAD_INPUT, "--deadline=tomorrow is not a time"),
        ([tmp_path, "--format=xml"], USAGE, "there is no format 'xml'"),
        ([tmp_path, "--resume", "--output=x", "--format=csv"], USAGE, "--resume needs --format=json"),
        ([tmp_path, "--output=x"], USAGE, "--output needs --format"),
    ]:
        finished = gputest("grade", *arguments, status=status)
        assert said in finished.stderr and len(finished.stderr.splitlines()) == 1

"""Planted faults: wrong kernels, each one edit away from the shipped ones, must fail verification.

A kernel that fails has no speed, whatever shows it: that is what makes the speeds of others worth
reading.
"""

import csv
import io
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple

import pytest

from command import OPENCL_KERNELS, QUICK, RIGHT, gputest, opencl_source, parse_table, rows_of

pytestmark = pytest.mark.opencl

VERIFICATION_FAILED = 1
PROBLEM = ["--api=opencl", "-n", 200, "--image-width=64"]


class Fault(NamedTuple):
    name: str
    file: str
    edits: List[Tuple[str, str]]
    kernels: List[str]  # those that read the file


NAIVE, TILED, UNROLLED, BLOCKED, SYMMETRIC, TEXTURE = (
    f"gravity_{variant}.cl"
    for variant in ("naive", "tiled", "unrolled", "blocked", "symmetric", "texture2d")
)
READERS = {
    NAIVE: ["gravity_naive"],
    TILED: ["gravity_tiled"],
    UNROLLED: ["gravity_unrolled"],
    BLOCKED: ["gravity_blocked"],
    SYMMETRIC: ["gravity_symmetric"],
    TEXTURE: ["gravity_texture2d"],
    "gravity.h": sorted(
        f"gravity_{path.stem}"
        for path in (OPENCL_KERNELS / "gravity").glob("*.cl")
        if "GT_ADD(" in path.read_text()
    ),
}


def fault(name: str, file: str, *edits: Tuple[str, str]) -> Fault:
    return Fault(name, file, list(edits), READERS[file])


STORE_NAIVE = "sums[i] = (gt_real4)(ax, ay, az, w);"
STORE = f"if (i < n) {STORE_NAIVE}"
STORE_R3 = "if (i < n) sums[i] = (gt_real4)(r3_x, r3_y, r3_z, r3_w);"
ADD = "GT_ADD(ax, ay, az, w, self, other);"
ADD_TILE = "GT_ADD(ax, ay, az, w, self, tile[k]);"
WEIGHT = "weight = other.m * unit.over_r3;"
WEIGHT_TWICE = "weight = other.m * unit.over_r3 * (first + j == 7 ? 2 : 1);"
ADD_R3 = "GT_ADD(r3_x, r3_y, r3_z, r3_w, r4, other);"


def twice(add: str, condition: str) -> Tuple[str, str]:
    return add, f"{{ {add} if ({condition}) {add} }}"


FAULTS = [
    fault("null kernel", NAIVE, (STORE_NAIVE, "")),
    fault("null kernel", TILED, (STORE, "")),
    fault("null kernel", UNROLLED, (STORE, "")),
    fault("null kernel", BLOCKED, ("sums[i] = sum;", "")),
    fault("null kernel", TEXTURE, (STORE_R3, "")),
    fault("null kernel", SYMMETRIC, ("if (i < n) add_sums(", "if (n == 0) add_sums(")),
    fault("last body dropped", NAIVE, ("j < (int)n; ++j", "j + 1 < (int)n; ++j")),
    fault("last body dropped", TILED, ("(mine, first + l, n)", "(mine, first + l, n - 1)")),
    fault("last body dropped", UNROLLED, ("(mine, first + l, n)", "(mine, first + l, n - 1)")),
    fault("last body dropped", SYMMETRIC, ("(mine, j, n)", "(mine, j, n - 1)")),
    fault("last body dropped", BLOCKED, ("end = min(n, ", "end = min(n - 1, ")),
    fault("last body dropped", TEXTURE, ("while (r100 < n)", "while (r100 + 1 < n)")),
    fault("one body counted twice", NAIVE, twice(ADD, "j == 7")),
    fault("one body counted twice", TILED, twice(ADD_TILE, "first + k == 7")),
    fault("one body counted twice", UNROLLED, twice(ADD, "first + k == 7")),
    fault("one body counted twice", BLOCKED, (WEIGHT, WEIGHT_TWICE)),
    fault("one body counted twice", TEXTURE, twice(ADD_R3, "r100 == 7")),
    fault("last body's result not written", NAIVE, ("if (i >= n)", "if (i + 1 >= n)")),
    fault("last body's result not written", TILED, ("if (i < n)", "if (i + 1 < n)")),
    fault("last body's result not written", UNROLLED, ("if (i < n)", "if (i + 1 < n)")),
    fault("last body's result not written", BLOCKED, ("if (i >= n)", "if (i + 1 >= n)")),
    fault("last body's result not written", TEXTURE, ("if (i < n)", "if (i + 1 < n)")),
    fault("softening 1 % off", "gravity.h", ("(other).m, eps2,", "(other).m, 1.0201f * eps2,")),
    fault("softening 1 % off", BLOCKED, ("1, eps2,", "1, 1.0201f * eps2,")),
    fault("softening 1 % off", SYMMETRIC, ("1, eps2,", "1, 1.0201f * eps2,")),
    fault("one sign wrong", "gravity.h", ("(az) += ", "(az) -= ")),
    fault("one sign wrong", BLOCKED, ("az[k] += ", "az[k] -= ")),
    fault("one sign wrong", SYMMETRIC, ("(iz) += ", "(iz) -= ")),
    fault("row wraps a texel early", TEXTURE, ("(r100 % r77_y == 0)", "((r100 + 1) % r77_y == 0)")),
    fault("row wraps a texel late", TEXTURE, ("(r100 % r77_y == 0)", "(r100 % (r77_y + 1) == 0)")),
    fault("row pointer does not go back", TEXTURE, ("r2.x = 0;", "")),
    fault("row pointer does not go on", TEXTURE, ("r2.y += 1;", "")),
]


WRONG_NAIVE = next(f for f in FAULTS if f.name == "last body dropped" and f.file == NAIVE)


def plant(planted: Fault, folder: Path) -> Dict[str, str]:
    """Writes the faulty copy; the environment in which gputest, run in the folder, uses it.

    A relative path, since it is part of the source: OpenCL's cache then knows it again.
    """
    text = opencl_source(planted.file).read_text()
    for old, new in planted.edits:
        assert text.count(old) == 1, f"{planted.file} holds {text.count(old)} of {old!r}"
        text = text.replace(old, new)
    (folder / planted.file).write_text(text)
    return {"GPUTEST_CL_DIR": "."}


def test_the_shipped_kernels_pass_from_a_folder_too(tmp_path: Path):
    """So that what fails below fails for its fault."""
    for file in READERS:
        (tmp_path / file).write_text(opencl_source(file).read_text())
    rows = rows_of(*PROBLEM, env={"GPUTEST_CL_DIR": "."}, cwd=tmp_path)
    assert {row["status"] for row in rows} <= RIGHT, [row["reason"] for row in rows]


@pytest.mark.parametrize("planted", FAULTS, ids=lambda f: f"{f.name} in {f.file}")
def test_a_planted_fault_is_caught_and_gets_no_speed(planted: Fault, tmp_path: Path):
    env = plant(planted, tmp_path)
    kernels = "--kernel=" + ",".join(planted.kernels)
    rows = rows_of(*PROBLEM, kernels, env=env, cwd=tmp_path, status=VERIFICATION_FAILED)
    assert sorted(row["kernel"] for row in rows) == planted.kernels
    for row in rows:
        assert row["status"] == "failed"
        assert row["time"] is None and row["rate"] is None
        assert row["reason"].startswith(("body ", "the result of body "))
        error = row["verify"]["max_error"]  # null: a result was not written
        assert error is None or error > 10 * row["verify"]["tolerance"], "no near miss"


WITH_A_RIGHT_ONE = [*PROBLEM, "--kernel=gravity_naive,gravity_tiled"]
BASELINE = "--baseline=opencl:gravity_naive"


@pytest.fixture
def wrong_naive(tmp_path: Path) -> Dict[str, Any]:
    """How to run gputest so that gravity_naive gives a wrong answer."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    return {"env": plant(WRONG_NAIVE, folder), "cwd": folder, "status": VERIFICATION_FAILED}


def test_the_table_shows_it_failed_without_a_speed_and_the_right_one_with(wrong_naive):
    finished = gputest(*QUICK, *WITH_A_RIGHT_ONE, **wrong_naive)
    wrong, right = parse_table(finished.stdout)
    assert wrong["status"] == "failed"
    assert right["status"] in RIGHT
    for column in ("Ginter/s", "GFLOP/s", "time", "noise"):
        assert wrong[column] == ""
        assert right[column] != ""
    assert "gravity_naive float4 fp32 n=200 failed: body " in finished.stdout


def test_csv_and_markdown_show_no_speed_either(wrong_naive):
    text = gputest(*QUICK, *WITH_A_RIGHT_ONE, "--format=csv", **wrong_naive).stdout
    wrong, right = csv.DictReader(io.StringIO(text, newline=""))
    for column in ("median_s", "min_s", "interactions_per_s", "gflops", "gbytes_per_s"):
        assert wrong[column] == "" and right[column] != ""
    text = gputest(*QUICK, *WITH_A_RIGHT_ONE, "--format=md", **wrong_naive).stdout
    cells = next(line for line in text.splitlines() if "| gravity_naive |" in line).split("|")
    assert [cell.strip() for cell in cells[7:11]] == ["", "", "", ""]


def test_a_wrong_baseline_gives_no_ratios(wrong_naive):
    rows = rows_of(*WITH_A_RIGHT_ONE, BASELINE, **wrong_naive)
    assert all("rate_over_baseline" not in row for row in rows)


def test_wrong_forces_are_not_written(wrong_naive, tmp_path: Path):
    path = tmp_path / "forces"
    rows_of(*PROBLEM, "--kernel=gravity_naive", f"--forces={path}", **wrong_naive)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kernels"]


def test_a_wrong_answer_outweighs_other_trouble_in_the_exit_status(wrong_naive):
    """A kernel that does not build is status 4 by itself."""
    (wrong_naive["cwd"] / TILED).write_text("not OpenCL C")
    rows = rows_of(*WITH_A_RIGHT_ONE, **wrong_naive)
    assert [row["status"] for row in rows] == ["failed", "error"]

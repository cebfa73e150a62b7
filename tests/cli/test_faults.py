"""Planted faults: wrong kernels, each one edit away from a shipped one, must fail verification.

No output shows a speed of a kernel that fails, so users can trust the speeds that are shown.
"""

import csv
import io
import os
import re
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Set

import pytest

from command import (OCLGRIND, QUICK, RIGHT, ROOT, copy_opencl_sources, gputest, on_oclgrind, opencl_source,
                     parse_table, rows_of, scaled)

sys.path.insert(0, str(ROOT / "tests" / "faults"))
import planted  # noqa: E402

pytestmark = pytest.mark.opencl
PLANTED = os.environ.get("GPUTEST_PLANTED")

VERIFICATION_FAILED = 1
PROBLEM = ["--api=opencl", "-n", 200]
IN_ROWS = "--image-width=64"  # only for 2D resources


NAIVE, TILED = "gravity_naive.cl", "gravity_tiled.cl"
FAULTS = planted.all_faults()
WRONG_NAIVE = next(
    fault for fault in FAULTS if fault.name == "last_body_dropped" and fault.file.endswith("naive.cl")
)


def unoptimised(fault: planted.Fault) -> Dict[str, Optional[str]]:
    """PoCL compiles in a sixth of the time without optimisation; a fault of speed needs the optimised
    kernel."""
    return {"POCL_EXTRA_BUILD_FLAGS": None if fault.timed else "-cl-opt-disable"}


def plant(folder: Path, *faults: planted.Fault) -> Dict[str, Optional[str]]:
    """Writes the faulty copies; returns the environment in which gputest, run in the folder, uses them.

    The path is relative because it is part of the source: OpenCL's cache then finds it again.
    """
    for fault in faults:
        fault.plant(folder)
    return {"GPUTEST_CL_DIR": ".", **unoptimised(faults[0])}


def test_the_shipped_kernels_pass_from_a_folder_too(tmp_path: Path):
    """So a test below fails because of its fault, not because of the folder."""
    copy_opencl_sources(tmp_path)
    rows = rows_of(*PROBLEM, IN_ROWS, env={"GPUTEST_CL_DIR": "."}, cwd=tmp_path)
    assert {row["status"] for row in rows} <= RIGHT, [row["reason"] for row in rows]


def has_probe(fault: planted.Fault) -> bool:
    return re.search(r"^ \*   probe ", (ROOT / fault.file).read_text(), re.MULTILINE) is not None


def where_it_runs(fault: planted.Fault, options: Dict[str, Any]) -> Dict[str, Any]:
    """The options with which PoCL runs the kernel. PoCL has two methods to form work-groups; if a probe
    finds one wrong and skips the kernel, the other is used."""
    if not has_probe(fault):
        return options
    for method in ({}, {"POCL_WORK_GROUP_METHOD": "cbs"}):
        (row,) = rows_of("--api=opencl", f"--kernel={fault.kernel}", "-n", 64, env={**unoptimised(fault), **method})
        if row["status"] != "skipped":
            return {**options, "env": {**options["env"], **method}}
    pytest.skip(row["reason"])


def check(faults: List[planted.Fault], **options: Any) -> None:
    """Checks that each fault is caught and has no speed, or, if its file says so, that it is missed. The faults
    have the same n and options, and no kernel in common."""
    first = faults[0]
    options = where_it_runs(first, options)
    if first.steps is not None:
        said = gputest(*first.command, "-n", first.n, "--isolate=off", status=VERIFICATION_FAILED, **options)
        assert "at step " in said.stderr and "M particle-steps/s" not in said.stdout
        return
    of_kernel = {kernel: fault for fault in faults for kernel in fault.planted_kernel.split(",")}
    rows = rows_of(*first.without_kernel, f"--kernel={','.join(of_kernel)}", "-n", first.n, "--isolate=off", measure=[],
                   status=0 if all(fault.missed for fault in faults) else VERIFICATION_FAILED, **options)
    assert sorted(row["kernel"] for row in rows) == sorted(of_kernel)
    for row in rows:
        fault = of_kernel[row["kernel"]]
        if fault.missed:
            assert row["status"] in RIGHT, fault
            continue
        assert row["status"] == "failed", (fault, row["reason"])
        assert row["time"] is None and row["rate"] is None
        if fault.beyond:
            assert row["reason"] == f"the kernel writes beyond the end of {fault.beyond}"
            continue
        if "the kernel skips work" in row["reason"]:  # its first result is right
            continue
        error = row["verify"]["max_error"]  # None: a result was not written
        assert error is None or error > 2 * row["verify"]["tolerance"], (fault, "no near miss")


# OpenCL's compiler takes a second for most faults, and ten for some. Thirty that compile quickly run in every
# tier: one of each folder, then others. Faults that only times show need a machine that does nothing else.
LONG_TO_COMPILE = re.compile(r"/(ewald|fmm|octree|simulate|tree)/|/neighbour/mask")
OF_OPENCL = [fault for fault in FAULTS
             if fault.api == "opencl" and not fault.timed and not LONG_TO_COMPILE.search(fault.file)]
FIRST = list({Path(fault.file).parent: fault for fault in reversed(OF_OPENCL)}.values())
OTHERS = [fault for fault in OF_OPENCL if fault not in FIRST]
STEP = max(1, len(OTHERS) // max(1, 30 - len(FIRST)))
ALWAYS = [*FIRST, *OTHERS[::STEP]][:30]


def is_alone(fault: planted.Fault) -> bool:
    """Whether no other fault can be in its run: other kernels share its file, or it needs options of its own."""
    is_shared = planted.kernel_of(fault.file) != fault.kernel
    return (fault.timed or fault.steps is not None or fault.beyond
            or not fault.compiled and (is_shared or is_undefined(fault) or has_probe(fault)))


def is_undefined(fault: planted.Fault) -> bool:
    """On PoCL; Oclgrind runs it."""
    return fault.name.startswith("no_barrier") and not fault.missed


def names_of(fault: planted.Fault) -> Set[str]:
    return {*fault.planted_kernel.split(","), *([] if fault.compiled else [fault.file])}


def of(*apis: str) -> List[Any]:
    """Lists of faults, each for one run, because the first kernel that PoCL compiles in a process takes four times
    as long as another. A list has at most 8, of the same n and options, and no kernel, nor file that is replaced,
    twice."""
    runs: Dict[Any, List[List[planted.Fault]]] = {}
    for fault in FAULTS:
        if fault.api not in apis:
            continue
        key = id(fault) if is_alone(fault) else (*fault.without_kernel, fault.n, fault in ALWAYS)
        alike = runs.setdefault(key, [])
        free = (run for run in alike
                if len(run) < 8 and names_of(fault).isdisjoint(set().union(*map(names_of, run))))
        run = next(free, None)
        if run is None:
            alike.append([fault])
        else:
            run.append(fault)
    return [
        pytest.param(
            run,
            id=f"{run[0].file}:{run[0].name}" + (f" and {len(run) - 1} more" if len(run) > 1 else ""),
            marks=[pytest.mark.idle] if run[0].timed
            else [] if run[0] in ALWAYS
            else [pytest.mark.thorough],
        )
        for alike in runs.values() for run in alike
    ]


@pytest.mark.every_case
@pytest.mark.parametrize("faults", of("opencl"))
def test_a_planted_fault_is_caught_and_gets_no_speed(faults: List[planted.Fault], tmp_path: Path):
    env = plant(tmp_path, *faults)
    if is_undefined(faults[0]):
        if not OCLGRIND.exists():
            pytest.skip("a kernel without its barrier is undefined, and Oclgrind is not installed")
        env.update(on_oclgrind(tmp_path))
    check(faults, env=env, cwd=tmp_path)


@pytest.mark.thorough
@pytest.mark.skipif(PLANTED is None, reason="gputest_planted takes half a minute to compile")
@pytest.mark.parametrize("faults", of("cpu", "hip", "il"))
def test_a_compiled_planted_fault_is_caught_and_gets_no_speed(faults: List[planted.Fault]):
    check(faults, binary=PLANTED)


def test_an_outlier_of_the_method_itself_is_no_fault():
    """One of these 4096 bodies is off by 11 times the accuracy, on the device and on the host alike."""
    (row,) = rows_of("--api=cpu", "--kernel=tree_walk_group", "-n", 20000, "--theta=0.26171875", "--accuracy=8.6e-4",
                     "--salt=2611724151")
    assert row["status"] in RIGHT, row["reason"]
    assert row["problem"]["errors"]["max"] < 5e-3


WITH_A_RIGHT_ONE = [*PROBLEM, "--kernel=gravity_naive,gravity_tiled"]
BASELINE = "--baseline=opencl:gravity_naive"


@pytest.fixture
def wrong_naive(tmp_path: Path) -> Dict[str, Any]:
    """Options to run gputest with a gravity_naive that gives wrong forces."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    return {"env": plant(folder, WRONG_NAIVE), "cwd": folder, "status": VERIFICATION_FAILED}


def test_the_table_shows_a_failed_row_without_a_speed_and_a_right_one_with_its_speed(wrong_naive):
    finished = gputest(*QUICK, *WITH_A_RIGHT_ONE, "--wide", **wrong_naive)
    wrong, right = parse_table(finished.stdout)
    assert wrong["status"] == "failed"
    assert right["status"] in RIGHT
    for unit in ("inter/s", "FLOP/s", "s", "noise"):
        assert scaled(wrong, unit) == ""
        assert scaled(right, unit) != ""
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


def test_a_wrong_result_determines_the_exit_status(wrong_naive):
    """A kernel that does not build would give status 4."""
    (wrong_naive["cwd"] / TILED).write_text("not OpenCL C")
    rows = rows_of(*WITH_A_RIGHT_ONE, **wrong_naive)
    assert [row["status"] for row in rows] == ["failed", "error"]


@pytest.mark.thorough
def test_a_right_result_faster_than_the_device_can_compute_fails(tmp_path: Path):
    """Bodies without mass exert no force, so a kernel that skips all work is right. There are so many
    bodies that computing takes longer than other processes can delay the launch."""
    few, many, text = 16384, 262144, opencl_source(NAIVE).read_text()
    for n in (few, many):
        bodies = (f"0 {k % 32} {k // 32 % 32} {k // 1024} 0 0 0\n" for k in range(n))
        (tmp_path / f"{n}").write_text("".join(bodies))
    run = ["--api=opencl", "--kernel=gravity_naive"]
    (row,) = rows_of(*run, f"--input={few}", cwd=tmp_path)
    assert row["status"] in RIGHT
    loop = "j < (int)n; ++j"
    assert text.count(loop) == 1
    (tmp_path / NAIVE).write_text(text.replace(loop, "j < 0; ++j"))
    (row,) = rows_of(*run, f"--input={many}", env={"GPUTEST_CL_DIR": "."}, cwd=tmp_path,
                     status=VERIFICATION_FAILED)
    assert row["verify"]["max_error"] == 0 and row["time"] is None
    assert "arithmetic instructions a second" in row["reason"]

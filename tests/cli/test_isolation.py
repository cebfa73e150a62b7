"""Cases in separate processes: a kernel that ends its process, hangs or writes out of bounds costs only
its own row. All other rows are the same as without it."""

import os
import re
import shutil
import signal
import time
from pathlib import Path
from typing import Any, Dict

import pytest

from command import (
    BARELY, RIGHT, Terminal, children_of, gputest, opencl_source, parse_result, rows_of,
)
from physics import read_forces
from processes import has_ended, wait_until, wait_until_it_has_computed

VERIFICATION_FAILED, USAGE, BAD_INPUT, OUT_OF_MEMORY = 1, 2, 4, 5
TIMEOUT, DEVICE_LOST, INTERRUPTED = 6, 7, 130

STORE = "sums[i] = (gt_real4)(ax, ay, az, w);"
NAIVE, TILED, UNROLLED = "gravity_naive.cl", "gravity_tiled.cl", "gravity_unrolled.cl"

FAR_OUT = f"{STORE} if (i == 0) sums[1L << 44] = 0;"
ENDLESS = f"{STORE} volatile int for_ever = 1; while (for_ever) {{ }}"
BEYOND_THE_END = f"{STORE} if (i == 0) for (int k = 0; k < 64; ++k) sums[n + k] = 1;"


def plant(folder: Path, file: str, fault: str) -> None:
    text = opencl_source(file).read_text()
    assert text.count(STORE) == 1
    (folder / file).write_text(text.replace(STORE, fault))


def without_what_differs(row: Dict[str, Any]) -> Dict[str, Any]:
    """A row without the fields that differ from run to run."""
    kept = {key: value for key, value in row.items() if key not in ("time", "rate", "monitor")}
    kept["status"] = "right" if row["status"] in RIGHT else row["status"]
    if row["api"] == "opencl" and row["kernel"] == "gravity_symmetric":  # adds in any order
        of_worst = ("max_error", "rms_error", "tolerance", "worst_index")
        kept["verify"] = {**row["verify"], **dict.fromkeys(of_worst, 0)}
    if kept["status"] == "right":
        kept["reason"] = ""
    return kept


def worker_of(run: Terminal) -> int:
    """The only child process of a run."""
    (worker,) = wait_until(lambda: children_of(run.process.pid))
    return worker


CASES = ["--api=cpu,opencl", "--kernel=gravity_*", "-n", 200, "--image-width=64"]


@pytest.mark.thorough
@pytest.mark.opencl
def test_three_planted_faults_cost_three_rows(tmp_path: Path):
    sound = {row["api"] + row["kernel"]: row for row in rows_of(*CASES)}
    assert len(sound) > 6
    plant(tmp_path, NAIVE, FAR_OUT)
    plant(tmp_path, UNROLLED, ENDLESS)
    plant(tmp_path, TILED, BEYOND_THE_END)
    rows = rows_of(*CASES, "--timeout=30", env={"GPUTEST_CL_DIR": "."}, cwd=tmp_path,
                   status=VERIFICATION_FAILED)
    assert [row["api"] + row["kernel"] for row in rows] == list(sound)
    bad = {row["kernel"]: row for row in rows if row["status"] not in RIGHT}
    assert sorted(bad) == ["gravity_naive", "gravity_tiled", "gravity_unrolled"]
    assert {kernel: row["status"] for kernel, row in bad.items()} == {
        "gravity_naive": "error", "gravity_unrolled": "error", "gravity_tiled": "failed"}
    assert bad["gravity_naive"]["reason"] == (
        "the kernel ended its process: SIGSEGV (Segmentation fault)")
    assert "not finished after 30 s (--timeout)" in bad["gravity_unrolled"]["reason"]
    assert bad["gravity_tiled"]["reason"] == "the kernel writes beyond the end of sums"
    for row in rows:
        whole = sound[row["api"] + row["kernel"]]
        assert row["problem"] == whole["problem"] and row["work"] == whole["work"]
        if row["status"] in RIGHT:
            assert without_what_differs(row) == without_what_differs(whole)


def run_endless(tmp_path: Path, *args: Any) -> Terminal:
    """Two cases on OpenCL; the second never ends. It has most likely been launched when this returns: a
    test cannot see whether a GPU computes."""
    plant(tmp_path, UNROLLED, ENDLESS)
    run = Terminal(*BARELY, "--api=opencl", "--kernel=gravity_naive,gravity_unrolled", "-n", 200,
                   *args, stream="stderr", env={"GPUTEST_CL_DIR": str(tmp_path)})
    run.read_until("[2/2]")
    time.sleep(2)
    assert run.process.poll() is None
    return run


@pytest.mark.opencl
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_hung_kernel_and_keeps_the_rows_before(tmp_path: Path, how):
    run = run_endless(tmp_path, "--format=json")
    worker = worker_of(run)
    run.process.send_signal(how)
    finished = run.finish(status=INTERRUPTED)
    (row,) = parse_result(finished.stdout)["results"]
    assert row["kernel"] == "gravity_naive" and row["status"] in RIGHT
    assert finished.stderr.count("interrupted after 1 of 2 cases") == 1
    assert has_ended(worker)


@pytest.mark.thorough
@pytest.mark.opencl
def test_nothing_outlives_a_run_that_is_killed(tmp_path: Path):
    run = run_endless(tmp_path)
    worker = worker_of(run)
    run.process.kill()
    run.finish(status=-signal.SIGKILL)
    wait_until(lambda: has_ended(worker))


LONG = ["--api=cpu", "--kernel=gravity_simd", "-n", "100,101", "--max-time=4", "--min-time=4"]


@pytest.mark.parametrize("k", [0, 1])
def test_a_process_killed_from_outside_is_an_error_or_replaced(k: int):
    """No earlier case can have caused the failure of the first; the second is run again."""
    run = Terminal(*LONG, "--format=json", stream="stderr")
    run.read_until(f"[{k + 1}/2]")
    worker = worker_of(run)
    # A worker starts in 0.1 s of CPU time; each case takes 4 s of wall-clock time.
    wait_until_it_has_computed(worker, 0.4 if k == 0 else 0.2)
    os.kill(worker, signal.SIGKILL)
    finished = run.finish(status=DEVICE_LOST if k == 0 else 0)
    rows = parse_result(finished.stdout)["results"]
    assert [row["n"] for row in rows] == [100, 101]
    assert rows[1]["status"] in RIGHT
    if k == 0:
        assert rows[0]["status"] == "error" and rows[0]["time"] is None
        assert rows[0]["reason"] == "its process was ended from outside: SIGKILL (Killed)"
    else:
        assert rows[0]["status"] in RIGHT
        assert "right in a new process" in finished.stderr


@pytest.mark.thorough
def test_a_case_beyond_the_memory_limit_costs_its_row():
    rows = rows_of("--api=cpu", "--kernel=stencil_plain,gravity_simd", "-n", "64,4000000",
                   "--memory-limit=8", status=None)
    large = [row for row in rows if row["n"] > 64]
    assert len(rows) == 4 and len(large) == 2
    for row in rows:
        if row in large:
            assert row["status"] == "error" and row["time"] is None
            assert row["reason"] in (
                "host memory is exhausted: the process of the case may use 8.00 MiB (--memory-limit)",
                "the operating system refused a call: Resource temporarily unavailable",  # a thread
            )
        else:
            assert row["status"] in RIGHT
    args = ["--api=cpu", "--kernel=gravity_simd", "-n", 4000000, "--memory-limit=8"]
    finished = gputest(*BARELY, *args, status=OUT_OF_MEMORY)
    assert "host memory is exhausted" in finished.stderr


def test_a_memory_limit_needs_a_separate_process():
    args = ["--api=cpu", "--kernel=gravity_simd", "-n", 50]
    finished = gputest(*args, "--isolate=off", "--memory-limit=100", status=USAGE)
    assert "--memory-limit" in finished.stderr
    for bad in ("0", "-1", "1.5", "much"):
        gputest(*args, f"--memory-limit={bad}", status=BAD_INPUT)


def test_linux_ends_the_worker_first_if_memory_runs_out():
    run = Terminal(*LONG, stream="stderr")
    run.read_until("[1/2]")
    score = Path(f"/proc/{worker_of(run)}/oom_score_adj")
    wait_until(lambda: int(score.read_text()) >= 500)
    run.process.send_signal(signal.SIGINT)
    run.finish(status=INTERRUPTED)


@pytest.mark.thorough
def test_isolated_rows_equal_the_others():
    args = ["--api=cpu,il", "--kernel=gravity_*,lj_*,stencil_*,roofline_*", "-n", "64,100",
            "--image-width=8", "--precision=all"]
    alone, together = (rows_of(*args, f"--isolate={how}") for how in ("on", "off"))
    assert len(alone) > 10
    assert [*map(without_what_differs, alone)] == [*map(without_what_differs, together)]
    for one, other in zip(alone, together):
        for part in ("time", "rate", "monitor"):
            assert (one[part] is None) == (other[part] is None)
            if one[part] is not None:
                assert one[part].keys() == other[part].keys()


@pytest.mark.thorough
def test_one_case_may_be_isolated_and_writes_its_forces(tmp_path: Path):
    args = [*BARELY, "--api=cpu", "--kernel=gravity_simd", "-n", 100]
    for how in ("on", "off"):
        gputest(*args, f"--isolate={how}", f"--forces={tmp_path / how}")
    assert (tmp_path / "on").read_text() == (tmp_path / "off").read_text()
    assert len(read_forces(tmp_path / "on")) == 100


@pytest.mark.thorough
def test_a_trace_is_shown_once():
    args = [*BARELY, "--api=il", "--device=il:interpreter", "--kernel=gravity_texture2d",
            "-n", 64, "--image-width=8", "--trace=0,0"]
    alone, together = (gputest(*args, f"--isolate={how}").stderr for how in ("on", "off"))
    assert alone == together != ""


@pytest.mark.opencl
def test_a_build_log_is_shown_once(tmp_path: Path):
    (tmp_path / NAIVE).write_text(
        opencl_source(NAIVE).read_text().replace(STORE, "sums[i] = nonsense_here;"))
    finished = gputest(*BARELY, "--api=opencl", "--kernel=gravity_naive,gravity_tiled", "-n", 50,
                       env={"GPUTEST_CL_DIR": str(tmp_path)}, status=BAD_INPUT)
    assert finished.stderr.count("message of clBuildProgram:") == 1
    assert "nonsense_here" in finished.stderr


def test_a_warning_of_the_input_is_shown_once(tmp_path: Path):
    path = tmp_path / "bodies.xyz"
    path.write_text("2\nProperties=species:S:1:pos:R:3:charge:R:1\nA 0 0 0 1\nA 1 0 0 1\n")
    args = [*BARELY, "--api=cpu", "--kernel=gravity_*", f"--input={path}"]
    together = gputest(*args, "--isolate=off").stderr
    assert gputest(*args).stderr == together


def test_a_timeout_includes_the_hosts_work():
    """The list of all pairs, built before the kernel, takes many seconds."""
    rows = rows_of("--api=cpu", "--kernel=lj_naive,lj_simd", "-n", 60000, "--cutoff=1e9",
                   "--periodic=off", "--timeout=0.2", status=TIMEOUT)
    assert [row["status"] for row in rows] == ["error", "error"]
    for row in rows:
        assert "not finished after 0.2 s (--timeout)" in row["reason"]


def test_an_unknown_value_of_isolate_is_refused():
    finished = gputest("--api=cpu", "--isolate=sometimes", status=2)
    assert "--isolate" in finished.stderr and "auto" in finished.stderr


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_wrong_kernel_after_others_fails_without_a_warning(tmp_path: Path):
    """Its result is wrong in a new process too, so no earlier case is to blame."""
    plant(tmp_path, UNROLLED, STORE.replace("ax", "2 * ax"))
    finished = gputest(*BARELY, "--api=opencl", "--kernel=gravity_naive,gravity_unrolled,gravity_*",
                       "-n", 100, "--image-width=64", "--format=json",
                       env={"GPUTEST_CL_DIR": str(tmp_path)}, status=VERIFICATION_FAILED)
    wrong = {row["kernel"] for row in parse_result(finished.stdout)["results"]
             if row["status"] == "failed"}
    assert wrong == {"gravity_unrolled"}
    assert "warning" not in finished.stderr


@pytest.mark.skipif(shutil.which("c++") is None, reason="no compiler")
@pytest.mark.parametrize("status", [0, 3])
def test_a_kernel_that_exits_is_named_with_its_exit_status(status: int, tmp_path: Path):
    path = tmp_path / "gravity_leaves.cpp"
    gputest("template", "gravity", "-o", path)
    text = path.read_text()
    assert "#pragma omp" in text
    path.write_text("#include <unistd.h>\n" + text.replace("#pragma omp", f"_exit({status});\n#pragma omp", 1))
    finished = gputest(f"--my-kernel={path}", "-n", "100", "--format=json", status=DEVICE_LOST)
    (row,) = parse_result(finished.stdout)["results"]
    assert row["reason"].startswith("the kernel ended its process")
    assert row["reason"].endswith(f": exit status {status}")


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("c++") is None, reason="no compiler")
def test_a_case_that_harms_its_process_does_not_harm_the_next(tmp_path: Path):
    """A CPU kernel asks Linux for a signal after 0.1 s more of CPU time. The process uses this time in the
    next case."""
    paths = [tmp_path / "gravity_first.cpp", tmp_path / "gravity_second.cpp"]
    for path in paths:
        gputest("template", "gravity", "-o", path)
    ask = "itimerval soon{{0, 0}, {0, 100000}};\nsetitimer(ITIMER_PROF, &soon, nullptr);\n"
    text = paths[0].read_text().replace("#pragma omp", f"{ask}#pragma omp", 1)
    paths[0].write_text(f"#include <sys/time.h>\n{text}")
    finished = gputest(*(f"--my-kernel={path}" for path in paths), "-n", "100",
                       "--min-time=3", "--max-time=3", "--format=json", status=None)
    first, second = parse_result(finished.stdout)["results"]
    assert (first["kernel"], second["kernel"]) == ("gravity_first", "gravity_second")
    assert first["status"] in RIGHT and second["status"] in RIGHT and finished.status == 0
    assert re.search("gravity_second .*SIGPROF.*right in a new process", finished.stderr)


@pytest.mark.thorough
def test_an_icd_file_that_begins_with_a_null_byte_costs_only_opencl(tmp_path: Path):
    (tmp_path / "nul.icd").write_bytes(b"\0libnothing.so\n")
    env = {"OCL_ICD_VENDORS": str(tmp_path)}
    rows = rows_of("--kernel=gravity_simd", "-n", 50, env=env)
    assert any(row["api"] == "cpu" and row["status"] in RIGHT for row in rows)
    finished = gputest("--api=opencl", "-n", 50, env=env, status=3)
    assert "nul.icd" in finished.stderr or "no OpenCL loader" in finished.stderr

"""Ctrl-C and --timeout: finished rows are shown, and no half-written file is left."""

import os
import re
import signal
from pathlib import Path

import pytest

from command import (
    RIGHT, Finished, Terminal, children_of, gputest, parse_result, parse_table, writes_in,
)
from physics import read_forces
from processes import processor_seconds, wait_until, wait_until_it_has_computed

INTERRUPTED, TIMEOUT = 130, 6

# Each case takes at least 0.1 s, and no test waits for all of them.
MANY = ["--api=cpu", "--kernel=gravity_simd", "-n", ",".join(["100"] * 300)]
MANY += ["--min-time=0.1", "--samples=3"]

# One case of many short launches, which takes longer than any test.
LONG = ["--api=cpu", "--kernel=gravity_simd", "-n", "100", "--min-time=1000", "--samples=10000"]


def of_children() -> float:
    """CPU time of the processes that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def interrupt(run: Terminal, begun: float) -> Finished:
    """Sends SIGINT; the processes since `begun` may use little CPU time after it."""
    pid = run.process.pid
    before = wait_until(lambda: sum(map(processor_seconds, [pid, *children_of(pid)])))
    run.process.send_signal(signal.SIGINT)
    finished = run.finish(status=INTERRUPTED)
    assert of_children() - begun - before < 2 + 2 * (os.cpu_count() or 1)
    return finished


def interrupt_after_two_cases(*args) -> Finished:
    begun = of_children()
    run = Terminal(*MANY, *args, stream="stderr")
    run.read_until("[3/300]")
    finished = interrupt(run, begun)
    assert re.search(r"gputest: interrupted after \d+ of 300 cases$", finished.stderr.strip())
    return finished


def assert_whole(rows) -> None:
    assert 2 <= len(rows) < 300
    assert {row["status"] for row in rows} <= RIGHT


@pytest.mark.parametrize("args, rows_in", [
    (["--format=json"], lambda text: parse_result(text)["results"]), ([], parse_table)], ids=["json", "table"])
def test_an_interrupted_result_has_the_finished_rows(args, rows_in):
    assert_whole(rows_in(interrupt_after_two_cases(*args).stdout))


def test_an_interrupted_output_file_is_whole_and_the_only_file(tmp_path: Path):
    path = tmp_path / "result"
    finished = interrupt_after_two_cases("--format=json", f"--output={path}")
    assert finished.stdout == ""
    assert_whole(parse_result(path.read_text())["results"])
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_in_the_first_case_leaves_an_empty_result():
    run = Terminal(*LONG, "--format=json", stream="stderr")
    run.read_until("[1/1]")
    run.process.send_signal(signal.SIGINT)
    assert parse_result(run.finish(status=INTERRUPTED).stdout)["results"] == []


def test_forces_written_before_an_interrupt_are_whole(tmp_path: Path):
    path = tmp_path / "forces"
    run = Terminal(*LONG, f"--forces={path}", stream="stderr")
    wait_until(path.exists)
    run.process.send_signal(signal.SIGINT)
    run.finish(status=INTERRUPTED)
    assert len(read_forces(path)) == 100
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_stops_the_computation_of_the_reference():
    """On a CPU, the reference of many bodies takes longer than a kernel."""
    begun = of_children()
    run = Terminal("--api=cpu", "--kernel=gravity_simd", "-n", 32768, stream="stderr")
    run.read_until("[1/1]")
    interrupt(run, begun)


ENDLESS_IL = """il_ps_2_0
dcl_output_generic o0
whileloop
  add r0, r0, r0
endloop
mov o0, r0
end
"""


def test_an_interrupt_stops_an_il_kernel_at_once(tmp_path: Path):
    """One launch of the interpreter would take hours; it begins in far less than a second."""
    kernel, output = tmp_path / "endless.il", tmp_path / "o0"
    kernel.write_text(ENDLESS_IL)
    args = ["il", "run", kernel, "--domain=64x64", "--step-limit=1000000000000"]
    begun = of_children()
    run = Terminal(*args, f"--output=o0={output}", stream="stderr")
    wait_until_it_has_computed(run.process.pid, 1)
    finished = interrupt(run, begun)
    assert "gputest: interrupted" in finished.stderr
    assert list(tmp_path.iterdir()) == [kernel]


@pytest.mark.thorough
def test_an_interrupt_stops_the_il_interpreters_launch():
    begun = of_children()
    args = ["--api=il", "--device=il:interpreter", "--kernel=gravity_texture2d", "-n", 262144]
    run = Terminal(*args, "--format=json", stream="stderr")
    run.read_until("[1/1]")
    wait_until_it_has_computed(run.process.pid, 4)  # after the reference, during the first launch
    assert parse_result(interrupt(run, begun).stdout)["results"] == []


def test_a_case_beyond_the_timeout_is_an_error_and_the_next_still_runs():
    args = [*LONG[:3], "100,101", *LONG[4:], "--timeout=0.05", "--format=json"]
    rows = parse_result(gputest(*args, status=TIMEOUT).stdout)["results"]
    assert [row["n"] for row in rows] == [100, 101]
    for row in rows:
        assert row["status"] == "error"
        assert "0.05 s" in row["reason"] and "--timeout" in row["reason"]
        assert row["time"] is None and row["rate"] is None


@pytest.mark.thorough
def test_a_timeout_that_is_long_enough_changes_nothing():
    args = ["--api=cpu", "--kernel=gravity_simd", "-n", "100", "--min-time=0.01", "--samples=3"]
    assert parse_table(gputest(*args, "--timeout=200").stdout)[0]["status"] in RIGHT


@pytest.mark.unsanitized
def test_generate_leaves_no_part_of_a_file(tmp_path: Path):
    path = tmp_path / "bodies"
    run = Terminal("generate", "plummer", "-n", 1000000, "-o", path, stream="stderr")
    wait_until(lambda: writes_in(tmp_path, run.process.pid))
    run.process.send_signal(signal.SIGINT)
    finished = run.finish(status=INTERRUPTED)
    assert "gputest: interrupted" in finished.stderr
    assert list(tmp_path.iterdir()) == []

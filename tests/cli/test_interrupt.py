"""Ctrl-C and --timeout: what was finished is shown whole, and nothing half-written is left."""

import re
import signal
import time
from pathlib import Path

from command import RIGHT, Finished, Terminal, gputest, parse_result, parse_table, writes_in
from physics import read_forces

INTERRUPTED, TIMEOUT = 130, 6

# Each case takes 0.1 s or more, and there are more of them than any test waits for.
MANY = ["--api=cpu", "--kernel=gravity_simd", "-n", ",".join(["100"] * 300)]
MANY += ["--min-time=0.1", "--samples=3"]

# A single case that takes minutes in many short launches.
LONG = ["--api=cpu", "--kernel=gravity_simd", "-n", "100", "--min-time=100", "--samples=1000"]


def interrupt_after_two_cases(*args) -> Finished:
    run = Terminal(*MANY, *args, stream="stderr")
    run.read_until("[3/300]")
    run.process.send_signal(signal.SIGINT)
    start = time.monotonic()
    finished = run.finish(status=INTERRUPTED)
    assert time.monotonic() - start < 2
    assert re.search(r"gputest: interrupted after \d+ of 300 cases$", finished.stderr.strip())
    return finished


def assert_whole(rows) -> None:
    assert 2 <= len(rows) < 300
    assert {row["status"] for row in rows} <= RIGHT


def test_interrupted_json_holds_the_rows_that_were_finished():
    assert_whole(parse_result(interrupt_after_two_cases("--format=json").stdout)["results"])


def test_an_interrupted_table_holds_the_rows_that_were_finished():
    assert_whole(parse_table(interrupt_after_two_cases().stdout))


def test_an_interrupted_output_file_is_whole_and_alone(tmp_path: Path):
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
    deadline = time.monotonic() + 30
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    run.process.send_signal(signal.SIGINT)
    run.finish(status=INTERRUPTED)
    assert len(read_forces(path)) == 100
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_stops_the_reference_too():
    """The reference of many bodies on a processor takes longer than a kernel."""
    run = Terminal("--api=cpu", "--kernel=gravity_simd", "-n", 32768, stream="stderr")
    run.read_until("[1/1]")
    run.process.send_signal(signal.SIGINT)
    start = time.monotonic()
    run.finish(status=INTERRUPTED)
    assert time.monotonic() - start < 5


ENDLESS_IL = """il_ps_2_0
dcl_output_generic o0
whileloop
  add r0, r0, r0
endloop
mov o0, r0
end
"""


def test_an_interrupt_stops_an_il_kernel_at_once(tmp_path: Path):
    """One launch of the interpreter, of hours."""
    kernel, output = tmp_path / "endless.il", tmp_path / "o0"
    kernel.write_text(ENDLESS_IL)
    args = ["il", "run", kernel, "--domain=64x64", "--step-limit=1000000000000"]
    run = Terminal(*args, f"--output=o0={output}", stream="stderr")
    time.sleep(0.5)
    assert run.process.poll() is None
    run.process.send_signal(signal.SIGINT)
    start = time.monotonic()
    finished = run.finish(status=INTERRUPTED)
    assert time.monotonic() - start < 2
    assert "gputest: interrupted" in finished.stderr
    assert list(tmp_path.iterdir()) == [kernel]


def test_an_interrupt_stops_the_il_interpreters_launch():
    args = ["--api=il", "--device=il:interpreter", "--kernel=gravity_texture2d", "-n", 262144]
    run = Terminal(*args, "--format=json", stream="stderr")
    run.read_until("[1/1]")
    time.sleep(4)  # beyond the reference, within the first launch
    assert run.process.poll() is None
    run.process.send_signal(signal.SIGINT)
    start = time.monotonic()
    assert parse_result(run.finish(status=INTERRUPTED).stdout)["results"] == []
    assert time.monotonic() - start < 2


def test_a_case_that_takes_too_long_is_an_error_that_says_so():
    start = time.monotonic()
    finished = gputest(*LONG, "--timeout=0.05", "--format=json", status=TIMEOUT)
    assert time.monotonic() - start < 5
    row = parse_result(finished.stdout)["results"][0]
    assert row["status"] == "error"
    assert "0.05 s" in row["reason"] and "--timeout" in row["reason"]
    assert row["time"] is None and row["rate"] is None


def test_a_timeout_is_for_one_case_and_the_next_still_runs():
    args = [*LONG[:3], "100,101", *LONG[4:], "--timeout=0.05"]
    rows = parse_table(gputest(*args, status=TIMEOUT).stdout)
    assert [row["n"] for row in rows] == ["100", "101"]
    assert [row["status"] for row in rows] == ["error", "error"]


def test_a_timeout_that_is_long_enough_changes_nothing():
    args = ["--api=cpu", "--kernel=gravity_simd", "-n", "100", "--min-time=0.01", "--samples=3"]
    assert parse_table(gputest(*args, "--timeout=50").stdout)[0]["status"] in RIGHT


def test_generate_leaves_no_part_of_a_file(tmp_path: Path):
    path = tmp_path / "bodies"
    run = Terminal("generate", "plummer", "-n", 1000000, "-o", path, stream="stderr")
    deadline = time.monotonic() + 30
    while not writes_in(tmp_path, run.process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    run.process.send_signal(signal.SIGINT)
    finished = run.finish(status=INTERRUPTED)
    assert "gputest: interrupted" in finished.stderr
    assert list(tmp_path.iterdir()) == []

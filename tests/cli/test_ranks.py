"""mpirun: several processes compute one case."""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from command import (BINARY, RIGHT, TIME_LIMIT, children_of, environment, gputest,
                     parse_result)
from processes import processor_seconds, wait_until

USAGE, UNAVAILABLE, BAD_INPUT, TIMEOUT = 2, 3, 4, 6
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
MODULE = Path(BINARY).parent / "gputest-mpi.so"
BLOCKED = ["--kernel=gravity_blocked", "--strategy=single"]

pytestmark = [
    pytest.mark.skipif(shutil.which("mpirun") is None, reason="there is no mpirun"),
    pytest.mark.skipif(not MODULE.exists(), reason="built without MPI"),
]


@functools.lru_cache(maxsize=None)
def starts_two_programs():
    """Whether mpirun can start two programs. That of Open MPI 5.0.7 ends with SIGSEGV."""
    return subprocess.run([*MPIRUN, "-n", "1", "true", ":", "-n", "1", "true"], check=False,
                          capture_output=True).returncode == 0


def start(ranks, *args, others=(), env=None):
    """Starts ranks with that command line. `others` holds mpirun's words for further programs."""
    if others and not starts_two_programs():
        pytest.skip("this mpirun cannot start two programs")
    words = [*MPIRUN, "-n", str(ranks), BINARY, *map(str, args)]
    for other in others:
        words += [":", *map(str, other)]
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            env=environment({"OMP_NUM_THREADS": "1", **(env or {})}))


def ended(process):
    """Its output. A process that does not end in time is terminated."""
    try:
        return process.communicate(timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        process.terminate()
        raise


def finished(process, status=0):
    stdout, stderr = ended(process)
    assert process.returncode == status, f"{process.returncode}\n{stdout}\n{stderr}"
    return stdout, [line for line in stderr.splitlines() if line.startswith("gputest: ")]


def rows_of_ranks(ranks, *args):
    stdout, _ = finished(start(ranks, *BLOCKED, "--format=json", *args))
    return parse_result(stdout)["results"]


def refused(process, status, *words):
    """Asserts that it ends with that status and one sentence."""
    _, sentences = finished(process, status)
    assert len(sentences) == 1, sentences
    assert all(word in sentences[0] for word in words), sentences


@pytest.mark.parametrize("ranks", [2, 1, 4])
@pytest.mark.parametrize("api, device", [
    pytest.param("hip", "hip:host", marks=pytest.mark.hip),
    ("cpu", "cpu:0"),
    pytest.param("opencl", "opencl:0", marks=pytest.mark.opencl),
])
def test_ranks_share_a_prime_number_of_bodies(ranks, api, device):
    rows = rows_of_ranks(ranks, f"--api={api}", "--kernel=gravity_symmetric", "-n", "1009,16",
                         "--precision=all")
    assert sorted(row["n"] for row in rows) == [16, 16, 16, 16, 1009, 1009, 1009, 1009]
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["verify"]["checked"] == row["n"]
        shared = row["shared"]
        pinned = "" if api == "cpu" else "pinned "
        assert shared["copies"] == ("none: one device" if ranks == 1 else
                                    f"through the hosts' {pinned}memory and MPI: "
                                    f"on rank 0, {device} is no GPU that NCCL takes")
        assert [one["rank"] for one in shared["devices"]] == list(range(ranks))
        assert {one["host"] for one in shared["devices"]} == {os.uname().nodename}
        assert {one["id"] for one in shared["devices"]} == {device}
        assert sum(one["items"] for one in shared["devices"]) == row["n"]


@pytest.mark.parametrize("ranks", [2, 4])
def test_ranks_send_each_other_ghosts(ranks):
    rows = rows_of_ranks(ranks, "--devices=cpu:0*2", "--kernel=lj_unrolled,tree_walk_group",
                         "-n", 1009, "--precision=all")
    assert len(rows) == 2 + 2 + 2  # BLOCKED names gravity_blocked
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert sum(one["items"] for one in row["shared"]["devices"]) == 1009


@pytest.mark.thorough
@pytest.mark.opencl
def test_ranks_simulate_and_a_different_number_of_ranks_restarts(tmp_path):
    checkpoint = tmp_path / "run.ckpt"
    options = ["--kernel=lj_unrolled", "--steps=20", "--every=20", "--precision=fp64",
               f"--checkpoint={checkpoint}"]
    finished(start(2, "simulate", "--api=cpu", "-n", 500, *options))
    stdout, sentences = finished(start(3, "simulate", "--api=opencl", f"--restart={checkpoint}",
                                       *options))
    assert "3 devices of 3 ranks" in stdout and "      40 " in stdout
    assert not [line for line in sentences if "hint" not in line]
    by_ranks = [line for line in stdout.splitlines() if line.startswith("      40 ")]
    alone = gputest("simulate", "--api=cpu", "--kernel=lj_simd", "-n", 500, "--steps=40",
                    "--every=40", "--precision=fp64").stdout
    (of_one,) = [line for line in alone.splitlines() if line.startswith("      40 ")]
    assert [float(x) for x in by_ranks[0].split()] == pytest.approx(
        [float(x) for x in of_one.split()], rel=1e-8)


def test_each_rank_may_have_several_devices_with_times_of_their_kernels():
    rows = rows_of_ranks(2, "--devices=cpu:0*2", "--kernel=gravity_symmetric", "-n", 101,
                         "--eps=0")
    assert [row["kernel"] for row in rows] == ["gravity_blocked", "gravity_symmetric"]
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["device"]["id"] == "many:cpu:0*4"
        assert [one["rank"] for one in row["shared"]["devices"]] == [0, 0, 1, 1]
        assert all(one["kernels_s"] > 0 for one in row["shared"]["devices"])


@pytest.mark.thorough
@pytest.mark.opencl
def test_ranks_with_devices_of_two_kinds_share_by_measured_speed():
    (row,) = rows_of_ranks(2, "--devices=opencl:0,cpu:0", "-n", 211)
    assert row["status"] in RIGHT, row["reason"]
    assert row["shared"]["split"] == "measured speed"
    assert [one["kernel"] for one in row["shared"]["devices"]] == 2 * ["gravity_blocked",
                                                                       "gravity_simd"]


def test_one_rank_prints_one_table():
    stdout, sentences = finished(start(2, *BLOCKED, "--api=cpu", "-n", 64))
    assert len(re.findall("^gravity_blocked ", stdout, re.MULTILINE)) == 1
    assert not sentences


@pytest.mark.parametrize("args, status, words", [
    (["--api=cpu", "-n", 1], BAD_INPUT, ["1 bodies", "2 devices"]),
    (["--api=cpu", "-n", "x"], BAD_INPUT, ["x"]),
    (["--devices=cpu:7"], UNAVAILABLE, ["rank 0", "cpu:7"]),
    (["--api=cpu,opencl"], USAGE, ["rank 0", "one API"]),
    (["--api=cpu", "--isolate=on"], USAGE, ["--isolate"]),
    (["--devices=il:interpreter"], UNAVAILABLE, ["il:interpreter"]),
    (["--nonsense"], USAGE, ["--nonsense"]),
])
def test_bad_arguments_of_ranks_are_refused_in_one_sentence(args, status, words):
    refused(start(2, *BLOCKED, *args), status, *words)


@pytest.mark.thorough
def test_other_commands_are_refused_under_mpirun():
    refused(start(2, "generate", "plummer", "-n", 10), USAGE, "generate", "mpirun")


@pytest.mark.thorough
def test_ranks_with_another_command_line_are_refused():
    other = ["-n", 1, BINARY, *BLOCKED, "--api=cpu", "-n", 65]
    refused(start(1, *BLOCKED, "--api=cpu", "-n", 64, others=[other]), USAGE, "command line",
            "rank 1")


@pytest.mark.thorough
def test_ranks_with_another_program_are_refused(tmp_path):
    program = tmp_path / "gputest"
    shutil.copy(BINARY, program)
    with program.open("ab") as file:
        file.write(b"\0")
    (tmp_path / MODULE.name).symlink_to(MODULE)
    args = [*BLOCKED, "--api=cpu", "-n", 64]
    refused(start(1, *args, others=[["-n", 1, program, *args]]), USAGE, "same program", "rank 1")


def test_a_program_without_its_module_says_so(tmp_path):
    program = tmp_path / "gputest"
    shutil.copy(BINARY, program)
    done = subprocess.run([*MPIRUN, "-n", "2", str(program), *BLOCKED, "--api=cpu"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          timeout=TIME_LIMIT)
    assert done.returncode == UNAVAILABLE
    sentences = [line for line in done.stderr.splitlines() if line.startswith("gputest: ")]
    assert len(sentences) == 1 and "MPI" in sentences[0], done.stderr


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_rank_without_a_device_ends_all_with_its_message(tmp_path):
    args = [*BLOCKED, "--api=opencl", "-n", 64]
    other = ["-n", 1, "-x", f"OCL_ICD_VENDORS={tmp_path}", BINARY, *args]
    refused(start(1, *args, others=[other]), UNAVAILABLE, "rank 1", "opencl")


def ranks_of(process):
    """The two ranks, once both compute: each has used 1 s of CPU time, more than a rank needs to start."""
    def computing():
        if process.poll() is not None:
            raise AssertionError("mpirun has ended")
        busy = [pid for pid in children_of(process.pid)
                if MODULE.name in Path(f"/proc/{pid}/maps").read_text() and processor_seconds(pid) > 1]
        return busy if len(busy) == 2 else None

    try:
        return wait_until(computing)
    except AssertionError:
        process.terminate()
        raise


# Takes longer than any test waits.
LONG = ["--kernel=gravity_blocked", "--api=cpu", "-n", 20000, f"--min-time={4 * TIME_LIMIT}",
        f"--max-time={8 * TIME_LIMIT}", "--no-verify"]


@pytest.mark.thorough
@pytest.mark.parametrize("stopped", [0, 1])
def test_a_rank_that_hangs_is_a_timeout(stopped):
    """The rank must be stopped before the case's time is over, even on a busy machine."""
    process = start(2, *LONG, "--timeout=20")
    os.kill(ranks_of(process)[stopped], signal.SIGSTOP)
    _, sentences = finished(process, TIMEOUT)
    assert f"rank {1 - stopped} has waited" in sentences[0] and "--timeout" in sentences[0]
    # mpirun wakes the stopped rank before ending it; that rank may then report its own timeout.
    assert all("not finished after 20 s" in sentence for sentence in sentences[1:]), sentences


def test_a_rank_that_is_killed_ends_all():
    process = start(2, *LONG)
    os.kill(ranks_of(process)[1], signal.SIGKILL)
    ended(process)
    assert process.returncode == 128 + signal.SIGKILL


@pytest.mark.thorough
def test_a_rank_that_is_killed_in_a_simulation_leaves_the_checkpoint(tmp_path):
    checkpoint = tmp_path / "run.ckpt"
    process = start(2, "simulate", "--api=cpu", "--kernel=lj_unrolled", "-n", 500,
                    "--steps=1000000000", f"--checkpoint={checkpoint}", "--checkpoint-every=5")
    wait_until(checkpoint.exists)
    os.kill(ranks_of(process)[1], signal.SIGKILL)
    ended(process)
    assert process.returncode == 128 + signal.SIGKILL
    again = gputest("simulate", "--devices=cpu:0*3", "--kernel=lj_unrolled",
                    f"--restart={checkpoint}", "--steps=5", "--every=5").stdout
    assert "3 devices" in again


def test_a_program_without_mpirun_loads_no_mpi():
    done = subprocess.run(["ldd", BINARY], capture_output=True, text=True, check=True)
    assert "mpi" not in done.stdout
    done = subprocess.run([BINARY, "--strategy=single", "--kernel=gravity_simd", "--device=cpu:0",
                           "-n", "64", "--format=json"],
                          env=environment({"LD_DEBUG": "files"}), capture_output=True, text=True,
                          check=True)
    assert json.loads(done.stdout)["results"]
    assert MODULE.name not in done.stderr

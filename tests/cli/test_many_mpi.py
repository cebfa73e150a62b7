"""mpirun with GPU-aware MPI. The memory of hip:host is host memory, which every MPI accepts."""

import os
import subprocess

import pytest

from command import BINARY, RIGHT, TIME_LIMIT, environment, parse_result
from test_many_nccl import FAKE, SHARED, WITH_GHOSTS
from test_ranks import MPIRUN, finished, pytestmark as needs_mpi, refused, start

VERIFICATION_FAILED, BAD_INPUT = 1, 4
LOSSY = os.environ.get("GPUTEST_LOSSY_MPI", "")
AWARE = {"GPUTEST_GPU_AWARE_MPI": "yes"}

pytestmark = [pytest.mark.hip, pytest.mark.unsanitized, *needs_mpi]


def arguments(kernel, n):
    return ["--strategy=single", "--format=json", f"--kernel={kernel}", "-n", n]


def rows_of_ranks(ranks, kernel, n, *args, env):
    stdout, _ = finished(start(ranks, *arguments(kernel, n), *args, env=env))
    return parse_result(stdout)["results"]


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_ranks_send_each_other_their_devices_memory_and_are_right(ranks):
    rows = rows_of_ranks(ranks, ",".join(SHARED + WITH_GHOSTS), "1009,16", "--api=hip",
                         "--precision=all", env=AWARE)
    assert len(rows) == 4 * 4
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["verify"]["checked"] == row["n"]
        assert row["shared"]["copies"].startswith("GPU-aware MPI (")
        assert [one["rank"] for one in row["shared"]["devices"]] == list(range(ranks))
        assert sum(one["items"] for one in row["shared"]["devices"]) == row["n"]


@pytest.mark.thorough
@pytest.mark.skipif(not LOSSY, reason="GPUTEST_LOSSY_MPI names no library")
@pytest.mark.parametrize("kernel", [*SHARED, *WITH_GHOSTS])
@pytest.mark.parametrize("aware", ["yes", "no"])
def test_lost_messages_are_found(kernel, aware):
    words = [*MPIRUN, "-n", "2", "env", f"LD_PRELOAD={LOSSY}", BINARY,
             *map(str, arguments(kernel, 1009)), "--api=hip"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, timeout=TIME_LIMIT,
                          env=environment({"OMP_NUM_THREADS": "1",
                                           "GPUTEST_GPU_AWARE_MPI": aware}))
    assert done.returncode == VERIFICATION_FAILED, done.stderr
    (row,) = parse_result(done.stdout)["results"]
    assert row["status"] == "failed", row["reason"]


@pytest.mark.parametrize("env, devices, copies", [
    ({"GPUTEST_GPU_AWARE_MPI": "no"}, "hip:host", "through the hosts' pinned memory and MPI: "),
    (AWARE, "hip:host*2", "through the hosts' pinned memory and MPI: "),
    (AWARE, "cpu:0", "through the hosts' memory and MPI: on rank 0, cpu:0 is no GPU"),
    ({**AWARE, "GPUTEST_NCCL": FAKE}, "hip:host", "NCCL 2.28.3"),
])
def test_other_ways_of_copying_are_reported(env, devices, copies, tmp_path):
    (row,) = rows_of_ranks(2, "gravity_symmetric", 64, f"--devices={devices}",
                           env={"TMPDIR": str(tmp_path), **env})
    assert row["status"] in RIGHT, row["reason"]
    assert row["shared"]["copies"].startswith(copies)


@pytest.mark.thorough
def test_an_invalid_value_of_the_variable_is_refused():
    refused(start(2, *arguments("gravity_symmetric", 64), "--api=hip",
                  env={"GPUTEST_GPU_AWARE_MPI": "maybe"}),
            BAD_INPUT, "GPUTEST_GPU_AWARE_MPI", "yes or no", "'maybe'")


@pytest.mark.thorough
def test_scaling_over_ranks_is_right():
    stdout, _ = finished(start(2, "scale", "--min-time=0.001", "--api=hip", "-n", 101, env=AWARE))
    assert "data between devices: GPU-aware MPI (" in stdout
    assert "failed" not in stdout

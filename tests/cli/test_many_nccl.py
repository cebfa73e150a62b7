"""--devices and mpirun with NCCL. The memory of hip:host is host memory; a fake NCCL library sends it."""

import os
import shutil

import pytest

from command import RIGHT, gputest, parse_result
from test_ranks import MODULE, finished, start

VERIFICATION_FAILED, UNAVAILABLE, TIMEOUT = 1, 3, 6
FAKE = os.environ.get("GPUTEST_FAKE_NCCL", "")
SHARED = ["gravity_blocked", "gravity_symmetric"]
WITH_GHOSTS = ["lj_unrolled", "tree_walk_group"]

pytestmark = [pytest.mark.hip,
              pytest.mark.skipif(not FAKE, reason="GPUTEST_FAKE_NCCL names no library")]


def rows_by_nccl(tmp_path, *args, fault="", library=FAKE, status=None):
    env = {"GPUTEST_NCCL": library, "FAKE_NCCL_FAULT": fault, "TMPDIR": str(tmp_path)}
    done = gputest("--strategy=single", "--isolate=off", "--format=json", *args, env=env,
                   status=status)
    return parse_result(done.stdout)["results"]


@pytest.mark.parametrize("devices", [3, 2, 4, 8])
def test_devices_send_to_each_other_and_are_right(devices, tmp_path):
    rows = rows_by_nccl(tmp_path, f"--kernel={','.join(SHARED + WITH_GHOSTS)}",
                        f"--devices=hip:host*{devices}", "-n", "1009,16", "--precision=all", status=0)
    assert len(rows) == 4 * 4
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["verify"]["checked"] == row["n"]
        assert row["shared"]["copies"] == "NCCL 2.28.3"
        assert sum(one["items"] for one in row["shared"]["devices"]) == row["n"]
    assert not list(tmp_path.iterdir())  # everything that was sent was received


def test_one_device_sends_nothing(tmp_path):
    rows = rows_by_nccl(tmp_path, f"--kernel={','.join(SHARED)}", "--devices=hip:host", "-n", 101)
    assert len(rows) == 2
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["shared"]["copies"] == "none: one device"


@pytest.mark.parametrize("kernel, fault", [
    ("gravity_symmetric", "lost_sums"),
    ("gravity_symmetric", "lost_part"),
    ("gravity_blocked", "lost_part"),
])
@pytest.mark.parametrize("devices", [3, 2])
def test_lost_data_are_found(kernel, fault, devices, tmp_path):
    (row,) = rows_by_nccl(tmp_path, f"--kernel={kernel}", f"--devices=hip:host*{devices}", "-n",
                          101, fault=fault, status=VERIFICATION_FAILED)
    assert row["status"] == "failed" and "is not finite" in row["reason"], row["reason"]


@pytest.mark.thorough
@pytest.mark.parametrize("kernel", WITH_GHOSTS)
@pytest.mark.parametrize("devices, fault", [(2, "lost_sums"), (3, "lost_part")])
def test_lost_ghosts_are_found(kernel, devices, fault, tmp_path):
    """With two devices, each receives one transfer; with three, each receives two."""
    (row,) = rows_by_nccl(tmp_path, f"--kernel={kernel}", f"--devices=hip:host*{devices}", "-n",
                          1009, fault=fault, status=VERIFICATION_FAILED)
    assert row["status"] == "failed", row["reason"]


@pytest.mark.parametrize("fault, words", [
    ("late", ["NCCL 2.28.3", "error 6", "remote process exited"]),
    ("init", ["NCCL 2.28.3", "ncclCommInitRank", "error 2", "a planted fault"]),
    ("send", ["NCCL 2.28.3", "ncclSend", "error 2", "a planted fault"]),
])
def test_a_failing_call_ends_all_devices_with_its_message(fault, words, tmp_path):
    rows = rows_by_nccl(tmp_path, f"--kernel={','.join(SHARED)}", "--devices=hip:host*4", "-n", "101,64",
                        fault=fault, status=UNAVAILABLE)
    assert len(rows) == 4
    for row in rows:
        assert row["status"] == "error"
        assert all(word in row["reason"] for word in words), row["reason"]
        assert "another device" not in row["reason"]


@pytest.mark.parametrize("library, fault, why", [
    (FAKE, "version", f"{FAKE} has version 3.1.2, and version 2 is needed"),
    ("/nonesuch/libnccl.so.2", "", "/nonesuch/libnccl.so.2 is not there"),
    ("libm.so.6", "", "libm.so.6 lacks ncclGetVersion"),
])
def test_without_nccl_the_host_copies_and_the_row_says_why(library, fault, why, tmp_path):
    for row in rows_by_nccl(tmp_path, "--kernel=gravity_symmetric", "--devices=hip:host*2", "-n",
                            101, fault=fault, library=library):
        assert row["status"] in RIGHT, row["reason"]
        assert row["shared"]["copies"] == f"through the host's pinned memory: {why}"


def test_a_note_below_the_table_says_how_data_are_copied(tmp_path):
    env = {"GPUTEST_NCCL": FAKE, "TMPDIR": str(tmp_path)}
    table = gputest("--strategy=single", "--kernel=gravity_symmetric", "--devices=hip:host*2",
                    "-n", 64, env=env).stdout
    assert "many:hip:host*2: data between devices go by NCCL 2.28.3" in table


@pytest.mark.thorough
def test_devices_that_nccl_does_not_take_are_named(tmp_path):
    (row,) = rows_by_nccl(tmp_path, "--kernel=gravity_symmetric", "--devices=hip:host,cpu:0", "-n",
                          101)
    assert row["status"] in RIGHT, row["reason"]
    assert row["shared"]["copies"] == "through the host's pinned memory: cpu:0 is no GPU that NCCL takes"


@pytest.mark.thorough
@pytest.mark.unsanitized
@pytest.mark.skipif(shutil.which("mpirun") is None or not MODULE.exists(),
                    reason="there is no mpirun, or no MPI was built")
@pytest.mark.parametrize("ranks, devices", [(2, 2), (2, 1), (3, 1)])
def test_ranks_send_to_each_other(ranks, devices, tmp_path):
    stdout, _ = finished(start(ranks, "--strategy=single", "--format=json", "-n", "1009,16",
                               f"--devices=hip:host*{devices}", f"--kernel={','.join(SHARED)}",
                               env={"GPUTEST_NCCL": FAKE, "TMPDIR": str(tmp_path)}))
    rows = parse_result(stdout)["results"]
    assert len(rows) == 4
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["shared"]["copies"] == "NCCL 2.28.3"
        assert [one["rank"] for one in row["shared"]["devices"]] == [
            rank for rank in range(ranks) for _ in range(devices)]


@pytest.mark.unsanitized
@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("mpirun") is None or not MODULE.exists(),
                    reason="there is no mpirun, or no MPI was built")
def test_ranks_without_nccl_say_so(tmp_path):
    stdout, _ = finished(start(2, "--strategy=single", "--format=json", "--api=hip", "-n", 64,
                               "--kernel=gravity_symmetric",
                               env={"GPUTEST_NCCL": "/nonesuch", "TMPDIR": str(tmp_path)}))
    (row,) = parse_result(stdout)["results"]
    assert row["status"] in RIGHT, row["reason"]
    assert row["shared"]["copies"] == \
        "through the hosts' pinned memory and MPI: on rank 0, /nonesuch is not there"


@pytest.mark.thorough
def test_scaling_by_nccl_is_right(tmp_path):
    env = {"GPUTEST_NCCL": FAKE, "TMPDIR": str(tmp_path)}
    table = gputest("scale", "--min-time=0.001", "--devices=hip:host*4", "-n", 101, env=env).stdout
    assert "data between devices: NCCL 2.28.3" in table
    assert table.count(" ok") >= 6

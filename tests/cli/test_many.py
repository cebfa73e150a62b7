"""--devices: several devices share a case."""

import resource

import pytest

from command import RIGHT, gputest, rows_of

USAGE, UNAVAILABLE, BAD_INPUT, OUT_OF_MEMORY = 2, 3, 4, 5
BLOCKED = ["--kernel=gravity_blocked"]
SHARED = ["gravity_blocked", "gravity_symmetric"]


@pytest.mark.hip
@pytest.mark.parametrize("devices", [2, 4, 8])
@pytest.mark.parametrize("kernel", SHARED)
def test_devices_of_hip_host_share_a_prime_number_of_bodies(kernel, devices):
    rows = rows_of(f"--kernel={kernel}", f"--devices=hip:host*{devices}", "-n", "1009,16",
                   "--precision=all", "--isolate=off")
    assert len(rows) == 4
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["verify"]["checked"] == row["n"]
        assert row["device"]["id"] == f"many:hip:host*{devices}"
        shared = row["shared"]
        assert shared["copies"] == "through the host: hip:host is no GPU that NCCL takes"
        assert shared["split"] == "equal"
        assert [one["id"] for one in shared["devices"]] == ["hip:host"] * devices
        assert {one["kernels_s"] for one in shared["devices"]} == {None}  # it is emulated
        assert sum(one["items"] for one in shared["devices"]) == row["n"]


@pytest.mark.opencl
@pytest.mark.parametrize("kernel, of_the_processor", [("gravity_blocked", "gravity_simd"),
                                                      ("gravity_symmetric", "gravity_symmetric")])
def test_devices_of_two_kinds_share_by_measured_speed(kernel, of_the_processor):
    (row,) = rows_of(f"--kernel={kernel}", "--devices=opencl:0,cpu:0", "-n", 1009)
    assert row["status"] in RIGHT, row["reason"]
    assert row["device"]["id"] == "many:opencl:0+cpu:0"
    assert row["shared"]["split"] == "measured speed"
    assert [one["kernel"] for one in row["shared"]["devices"]] == [kernel, of_the_processor]
    assert all(one["kernels_s"] > 0 for one in row["shared"]["devices"])


@pytest.mark.parametrize("kernel", SHARED)
def test_without_softening_no_body_meets_itself_and_workers_know_the_devices(kernel):
    rows = rows_of(f"--kernel={kernel}", "--devices=cpu:0*3", "-n", "64,101", "--eps=0",
                   "--isolate=on")
    assert [row["status"] in RIGHT for row in rows] == [True, True]


@pytest.mark.parametrize("options, status, words", [
    (["--devices=cpu:0*4", "-n", 3], BAD_INPUT, ["3 bodies", "4 devices"]),
    (["--devices=cpu:7"], UNAVAILABLE, ["cpu:7"]),
    (["--devices=cpu:0*"], USAGE, ["--devices", "cpu:0*"]),
    (["--devices=cpu:0*65"], USAGE, ["64"]),
    (["--devices=il:interpreter*2", "-n", 64], UNAVAILABLE, ["il:interpreter"]),
    (["--devices=cpu:0*2", "--device=cpu:0"], USAGE, ["--devices", "--device"]),
])
def test_what_cannot_be_shared_is_refused_in_a_sentence(options, status, words):
    done = gputest("--strategy=single", *BLOCKED, "--quiet", *options, status=status)
    assert all(word in done.stdout + done.stderr for word in words), done.stderr


def bound_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


@pytest.mark.unsanitized
def test_threads_that_the_system_does_not_start_are_refused_in_a_sentence():
    """Stacks of 64 threads, of which OpenMP's run-time would end the process."""
    done = gputest("--strategy=single", *BLOCKED, "--devices=cpu:0*64", "-n", 128, "--isolate=off",
                   env={"OMP_NUM_THREADS": "2", "OMP_STACKSIZE": "100M"},
                   preexec_fn=bound_address_space, status=OUT_OF_MEMORY)
    assert "of 65 threads with stacks of" in done.stdout + done.stderr
    assert "--devices" in done.stdout + done.stderr

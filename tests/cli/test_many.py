"""--devices: several devices compute one case."""

import os
import resource

import pytest

from command import RIGHT, copy_opencl_sources, gputest, rows_of

VERIFICATION_FAILED = 1
USAGE, UNAVAILABLE, BAD_INPUT, OUT_OF_MEMORY = 2, 3, 4, 5
BLOCKED = ["--kernel=gravity_blocked"]
SHARED = ["gravity_blocked", "gravity_symmetric"]
WITH_GHOSTS = ["lj_unrolled", "tree_walk_group"]
SHARED_CUDART = os.environ.get("GPUTEST_SHARED_CUDART", "")
FAKE_CUDART = os.environ.get("GPUTEST_FAKE_CUDART", "")


@pytest.mark.hip
@pytest.mark.parametrize("devices", [4, 2, 8])
def test_devices_of_hip_host_share_a_prime_number_of_bodies(devices):
    rows = rows_of(f"--kernel={','.join(SHARED)}", f"--devices=hip:host*{devices}", "-n", "1009,16",
                   "--precision=all", "--isolate=off")
    assert len(rows) == 2 * 4
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["verify"]["checked"] == row["n"]
        assert row["device"]["id"] == f"many:hip:host*{devices}"
        shared = row["shared"]
        assert shared["copies"] == "through the host's pinned memory: hip:host is no GPU that NCCL takes"
        assert shared["split"] == "equal"
        assert [one["id"] for one in shared["devices"]] == ["hip:host"] * devices
        assert {one["kernels_s"] for one in shared["devices"]} == {None}  # it is emulated
        assert sum(one["items"] for one in shared["devices"]) == row["n"]


@pytest.mark.hip
@pytest.mark.parametrize("devices", [2, 8])
def test_devices_of_hip_host_read_ghosts_of_each_other(devices):
    """With ten particles on eight devices, some devices need all of their particles from others, some none."""
    kernels = ",".join(WITH_GHOSTS)
    rows = rows_of(f"--kernel={kernels}", f"--devices=hip:host*{devices}", "-n", "1009,10",
                   "--precision=all", "--list=all", "--multipole=all", "--isolate=off")
    assert len(rows) == 2 * (4 + 6)
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["shared"]["split"] == "equal"
        items = [one["items"] for one in row["shared"]["devices"]]
        assert len(items) == devices and sum(items) == row["n"]
        assert max(items) - min(items) <= 64


@pytest.mark.skipif(not SHARED_CUDART or not FAKE_CUDART, reason="there is no fake CUDA library")
@pytest.mark.parametrize("kernel", SHARED + WITH_GHOSTS)
def test_threads_access_only_the_memory_of_their_gpu(kernel):
    """The fake CUDA library computes nothing, and lets a thread reach only the memory of its current device.
    Pinning memory for another device once changed the current device."""
    (row,) = rows_of("--devices=cuda:0,cuda:1", f"--kernel={kernel}", "-n", 1000, "--no-verify",
                     binary=SHARED_CUDART,
                     env={"LD_LIBRARY_PATH": FAKE_CUDART, "FAKE_CUDA_DEVICES": "2",
                          "GPUTEST_NCCL": "/none"})
    assert row["status"] in RIGHT, row["reason"]
    assert row["shared"]["copies"] == "through the host's pinned memory: /none is not there"


@pytest.mark.parametrize("options", [["--periodic=on", "--pair=morse"], ["--periodic=on"],
                                     ["--sort=off", "--energy=off"]])
def test_pair_forces_of_any_box_are_shared(options):
    (row,) = rows_of("--kernel=lj_unrolled", "--devices=cpu:0*4", "-n", 2197, *options)
    assert row["status"] in RIGHT, row["reason"]


@pytest.mark.thorough
@pytest.mark.opencl
def test_wrong_ghosts_are_found(tmp_path):
    """With two devices, the ghosts would be the first particles in the other's memory, so nothing would be
    picked. The test uses four."""
    copy_opencl_sources(tmp_path)
    kernel = tmp_path / "simulate_step_pick.cl"
    right = kernel.read_text()
    wrong = right.replace("particles[places[k]]", "particles[k]")
    assert wrong != right
    kernel.write_text(wrong)
    (row,) = rows_of("--kernel=lj_unrolled", "--devices=opencl:0*4", "-n", 1009,
                     status=VERIFICATION_FAILED, env={"GPUTEST_CL_DIR": str(tmp_path)})
    assert row["status"] == "failed" and "is wrong by" in row["reason"]


@pytest.mark.hip
@pytest.mark.parametrize("kernel", ["lj_unrolled", "tree_walk_group", "gravity_symmetric"])
def test_several_devices_move_particles_like_one(kernel, tmp_path):
    """During the run the list is rebuilt, and particles move to other devices."""
    exact = ["--theta=0"] if kernel.startswith("tree") else []

    def total(*where):
        done = gputest("simulate", f"--kernel={kernel}", *where, "-n", 250, "--steps=40",
                       "--every=40", "--precision=fp64", "--isolate=off", *exact)
        lines = done.stdout.splitlines()
        return [line.split()[1:4] for line in lines if line.startswith("      40 ")]
    (one,), (several,) = total("--api=hip", "--device=hip:host"), total("--devices=hip:host*3")
    assert [float(x) for x in several] == pytest.approx([float(x) for x in one], rel=1e-9)


@pytest.mark.unsanitized
@pytest.mark.thorough
def test_bodies_that_moved_far_are_divided_again():
    """Before the next regular division is due, the data to send outgrow their buffer."""
    done = gputest("simulate", "--devices=cpu:0*2", "--kernel=tree_walk_group", "-n", 9000,
                   "--steps=14", "--every=14", "--time-step=0.1")
    drift = float(done.stdout.split("energy drift at most ")[1].split()[0])
    assert drift < 1e-3


@pytest.mark.thorough
@pytest.mark.opencl
def test_devices_of_two_kinds_share_by_measured_speed():
    rows = rows_of(f"--kernel={','.join(SHARED + WITH_GHOSTS)}", "--devices=opencl:0,cpu:0", "-n", 1009)
    assert sorted(row["kernel"] for row in rows) == sorted(SHARED + WITH_GHOSTS)
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert row["device"]["id"] == "many:opencl:0+cpu:0"
        shares = row["shared"]["devices"]
        assert row["shared"]["split"] == "measured speed" and sum(one["items"] for one in shares) == 1009
        if row["kernel"] in SHARED:
            on_cpu = "gravity_simd" if row["kernel"] == "gravity_blocked" else row["kernel"]
            assert [one["kernel"] for one in shares] == [row["kernel"], on_cpu]
            assert all(one["kernels_s"] > 0 for one in shares)


def test_without_softening_no_body_acts_on_itself_in_workers_too():
    rows = rows_of(f"--kernel={','.join(SHARED)}", "--devices=cpu:0*3", "-n", "64,101", "--eps=0",
                   "--isolate=on")
    assert [row["status"] in RIGHT for row in rows] == [True] * 4


@pytest.mark.parametrize("options, status, words", [
    (["--devices=cpu:0*4", "-n", 3], BAD_INPUT, ["3 bodies", "4 devices"]),
    (["--devices=cpu:7"], UNAVAILABLE, ["cpu:7"]),
    (["--devices=cpu:0*"], USAGE, ["--devices", "cpu:0*"]),
    (["--devices=cpu:0*65"], USAGE, ["64"]),
    (["--devices=il:interpreter*2", "-n", 64], UNAVAILABLE, ["il:interpreter"]),
    (["--devices=cpu:0*2", "--device=cpu:0"], USAGE, ["--devices", "--device"]),
])
def test_bad_device_lists_are_refused_in_a_sentence(options, status, words):
    done = gputest("--strategy=single", *BLOCKED, "--quiet", *options, status=status)
    assert all(word in done.stdout + done.stderr for word in words), done.stderr


def bound_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


@pytest.mark.unsanitized
def test_too_many_threads_are_refused_in_a_sentence():
    """OpenMP's run-time would end the process, because the stacks of 64 threads do not fit."""
    done = gputest("--strategy=single", *BLOCKED, "--devices=cpu:0*64", "-n", 128, "--isolate=off",
                   env={"OMP_NUM_THREADS": "2", "OMP_STACKSIZE": "100M"},
                   preexec_fn=bound_address_space, status=OUT_OF_MEMORY)
    assert "of 65 threads with stacks of" in done.stdout + done.stderr
    assert "--devices" in done.stdout + done.stderr

"""Every OpenCL kernel under Oclgrind: no access out of bounds, no race, no misuse of the API."""

import json
import os
import pathlib
import subprocess

import pytest

BINARY = os.environ["GPUTEST_BINARY"]
SIMULATOR = pathlib.Path("/usr/lib/oclgrind/liboclgrind-rt-icd.so")
KERNELS = pathlib.Path(__file__).parents[2] / "opencl" / "kernels"

pytestmark = pytest.mark.skipif(not SIMULATOR.exists(), reason="Oclgrind is not installed")


@pytest.fixture
def simulate(tmp_path):
    """Runs gputest on the simulator and returns its exit status, its output and what it found."""
    vendors = tmp_path / "vendors"
    vendors.mkdir()
    (vendors / "oclgrind.icd").write_text(f"{SIMULATOR}\n")

    def run(*arguments, api=("--api=opencl", "--block=32,64"), **environment):
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        done = subprocess.run(
            [BINARY, "--strategy=single", *api, *arguments],
            env={**os.environ, "OCL_ICD_VENDORS": str(vendors), "OCLGRIND_LOG": str(log), **environment},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr, log.read_text() if log.exists() else ""

    return run


CHECKS = {"OCLGRIND_DATA_RACES": "1", "OCLGRIND_CHECK_API": "1"}


def kernel_names(api):
    listing = subprocess.run(
        [BINARY, "list", "kernels", "--format=json"], capture_output=True, text=True, check=True
    ).stdout
    return [kernel["kernel"] for kernel in json.loads(listing) if kernel["api"] == api]


@pytest.mark.parametrize("device", ["il:opencl:0", "il:opencl:0:strict"])
@pytest.mark.parametrize("kernel", kernel_names("il"))
def test_translated_il_is_clean(simulate, kernel, device):
    api = ("--api=il", f"--device={device}")
    status, output, found = simulate(f"--kernel={kernel}", "-n", "130", api=api, **CHECKS)
    assert status == 0, output
    assert found == ""
    assert "emulated" in output


@pytest.mark.parametrize("kernel", kernel_names("opencl"))
def test_kernel_is_clean(simulate, kernel):
    # LU's solution takes minutes in each of its forms.
    alone = kernel.startswith("lu_")
    status, output, found = simulate(
        f"--kernel={kernel}",
        *([] if alone else ["--layout=all", "--precision=all", "--newton3=all", "--list=all"]),
        "-n",
        "81",  # a square, and two groups of 64, the last of which is not full
        api=("--api=opencl", "--block=64" if alone else "--block=32,64"),
        **CHECKS,
    )
    assert status == 0, output
    assert found == ""
    assert "emulated" in output


def source(kernel):
    family, _, variant = kernel.partition("_")
    return KERNELS / family / f"{variant}.cl"


def is_followed(kernel):
    """Oclgrind does not follow what clEnqueueWriteImage initialises, what a kernel writes to global
    memory and reads back itself, as every wavefront of a sweep and of lu does, nor that sums to which
    a kernel adds atomically were zeroed by the pass before: the answers are right there. Of the
    vectors of lj_simd and roofline_fma it dies of a segmentation fault of its own."""
    text = source(kernel).read_text()
    texts = ("read_image", "volatile __global", "opencl/kernels/sweep/sweep.h",
             "opencl/kernels/lu/lu.h")
    return not any(word in text for word in texts) and kernel not in {"lj_simd", "roofline_fma"}


@pytest.mark.parametrize("kernel", filter(is_followed, kernel_names("opencl")))
def test_kernel_reads_nothing_uninitialised(simulate, kernel):
    # The lengths of a csr list are summed by atomic additions, which it does not follow either.
    lists = ["--list=ell"] if kernel.startswith("neighbour_") else []
    # Of a tree it reports the sort in the second case of a process, whatever that is, and never in
    # the first: so it has one block. That is a fault of Oclgrind's own: of PoCL's program of the
    # same two cases in one process Valgrind's memcheck reports nothing, and it does report the sort
    # where tree_keys leaves keys out.
    blocks = ["64"] if kernel in ("tree_walk_group", "fmm_lists") else ["32,64"]
    for block in blocks:
        status, output, found = simulate(
            f"--kernel={kernel}",
            *lists,
            "-n",
            "70",
            api=("--api=opencl", f"--block={block}"),
            OCLGRIND_UNINITIALIZED="1",
            OCLGRIND_BUILD_OPTIONS="-cl-opt-disable",
        )
        assert status == 0, output
        assert found == ""


def with_fault(folder, kernel, old, new):
    """A copy of a kernel with a fault planted."""
    text = source(kernel).read_text()
    assert old in text
    (folder / f"{kernel}.cl").write_text(text.replace(old, new, 1))


def test_a_missing_barrier_is_found(simulate, tmp_path):
    with_fault(tmp_path, "gravity_tiled", "barrier(CLK_LOCAL_MEM_FENCE);", ";")
    _, _, found = simulate("--kernel=gravity_tiled", "-n", "130", GPUTEST_CL_DIR=str(tmp_path), **CHECKS)
    assert "data race" in found


def test_a_read_past_the_end_is_found(simulate, tmp_path):
    with_fault(tmp_path, "gravity_naive", "j < (int)n", "j <= (int)n")
    _, _, found = simulate("--kernel=gravity_naive", "-n", "130", GPUTEST_CL_DIR=str(tmp_path), **CHECKS)
    assert "Invalid read" in found

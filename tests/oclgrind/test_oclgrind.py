"""Every OpenCL kernel under Oclgrind: no access out of bounds, no data race, no misuse of the API."""

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
    """Runs gputest on Oclgrind; returns the exit status, the output and Oclgrind's findings."""
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


def is_long(kernel):
    """Each instance of LU takes minutes. ThreadSanitizer runs the same kernels, hip:host's, with --all."""
    return kernel.startswith("lu_")


SIZE = ["-n", "81"]  # a square; two groups of 64, the second one partly filled
LAYOUTS = ["--layout=all", "--newton3=all", "--list=all"]


def assert_clean(simulate, kernel, *axes):
    status, output, found = simulate(f"--kernel={kernel}", *axes, *SIZE, **CHECKS)
    assert status == 0, output
    assert found == ""
    assert "emulated" in output


@pytest.mark.parametrize("kernel", [
    pytest.param(name, marks=[pytest.mark.nightly] if is_long(name) else []) for name in kernel_names("opencl")])
def test_kernel_is_clean(simulate, kernel):
    """In each layout, and in each precision."""
    assert_clean(simulate, kernel, *([] if is_long(kernel) else LAYOUTS))
    if not is_long(kernel):
        assert_clean(simulate, kernel, "--precision=all")


@pytest.mark.nightly
@pytest.mark.parametrize("kernel", [name for name in kernel_names("opencl") if not is_long(name)])
def test_kernel_is_clean_in_each_layout_and_precision(simulate, kernel):
    assert_clean(simulate, kernel, *LAYOUTS, "--precision=all")


def source(kernel):
    family, _, variant = kernel.partition("_")
    return KERNELS / family / f"{variant}.cl"


def is_followed(kernel):
    """Oclgrind reports false errors for three kinds of memory: memory that clEnqueueWriteImage initialises;
    global memory that a kernel writes and reads back, as in every wavefront of sweep and lu; and sums
    that one pass zeroes and the next adds to atomically. It crashes on the vectors of lj_simd and
    roofline_fma."""
    text = source(kernel).read_text()
    texts = ("read_image", "volatile __global", "opencl/kernels/sweep/sweep.h",
             "opencl/kernels/lu/lu.h")
    return not any(word in text for word in texts) and kernel not in {"lj_simd", "roofline_fma"}


@pytest.mark.parametrize("kernel", filter(is_followed, kernel_names("opencl")))
def test_kernel_reads_nothing_uninitialised(simulate, kernel):
    # The lengths of a csr list are summed by atomic additions, which give false errors too.
    lists = ["--list=ell"] if kernel.startswith("neighbour_") else []
    # For trees, Oclgrind reports the sort in the second case of any process and never in the first, so
    # trees run with one block size. This is an error of Oclgrind: Valgrind's memcheck reports nothing
    # for the same two cases on PoCL, but does report the sort if tree_keys omits keys.
    block = "64" if kernel in ("tree_walk_group", "fmm_lists") else "32,64"
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
    """Writes a copy of a kernel with a planted fault."""
    text = source(kernel).read_text()
    assert old in text
    (folder / f"{kernel}.cl").write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("kernel, old, new, error", [
    ("gravity_tiled", "barrier(CLK_LOCAL_MEM_FENCE);", ";", "data race"),
    ("gravity_naive", "j < (int)n", "j <= (int)n", "Invalid read"),
], ids=["missing barrier", "read past the end"])
def test_a_planted_fault_is_found(simulate, tmp_path, kernel, old, new, error):
    with_fault(tmp_path, kernel, old, new)
    _, _, found = simulate(f"--kernel={kernel}", "-n", "130", GPUTEST_CL_DIR=str(tmp_path), **CHECKS)
    assert error in found

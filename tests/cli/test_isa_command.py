"""gputest isa: users' machine code for AMD's GPUs."""

import json
import re
import shutil
import struct
import subprocess

import pytest

from command import ROOT, gputest

SAMPLES = ROOT / "hip" / "isa" / "tests" / "samples"
TARGETS = ("gfx906", "gfx90a", "gfx1030")
LAUNCH = ("--grid=8", "--block=128", "--arg", "1=4096", "--arg", "2=1024")

COMPILED = """
#include <hip/hip_runtime.h>
extern "C" __global__ void forever(volatile unsigned* out) {
  while (*out == 0) {}
}
extern "C" __global__ void strided(const float* from, float* to, unsigned stride) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i * stride];
}
extern "C" __global__ void places(unsigned* out) { *out = blockIdx.x; }
extern "C" __global__ void leftovers(float* out) {
  extern __shared__ float own[];
  out[threadIdx.x] = own[threadIdx.x];
}
__global__ void scale(double* numbers, double by) { numbers[threadIdx.x] *= by; }
"""


def sample(target):
    return SAMPLES / f"reverse_{target}.co"


def can_execute():
    run = gputest("isa", "run", sample("gfx906"), "leave", "--block=64", "--arg", "0=256",
                  status=None)
    return run.status == 0


needs_llvm = pytest.mark.skipif(not can_execute(), reason="there is no LLVM with AMD's GPUs")


@pytest.fixture(name="numbers")
def numbers_file(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(struct.pack("<1024f", *range(1024)))
    return path


def reversed_sums():
    return [i + i // 128 * 128 + 127 - i % 128 for i in range(1024)]


@pytest.mark.parametrize("target", TARGETS)
def test_list_shows_kernels_and_their_arguments(target):
    table = gputest("isa", "list", sample(target)).stdout
    assert "reverse" in table and "0 buffer, 1 buffer, 2 4 bytes" in table
    kernels = json.loads(gputest("isa", "list", sample(target), "--format=json").stdout)
    reverse = next(kernel for kernel in kernels if kernel["kernel"] == "reverse")
    assert reverse["target"] == target
    assert reverse["wavefront"] == (32 if target == "gfx1030" else 64)
    assert reverse["shared_bytes"] == 512
    assert [argument["bytes"] for argument in reverse["arguments"]] == [8, 8, 4]


@needs_llvm
@pytest.mark.parametrize("target", TARGETS)
def test_run_writes_and_prints_the_kernels_results(target, numbers, tmp_path):
    out = tmp_path / "out"
    gputest("isa", "run", sample(target), "reverse", *LAUNCH, "--arg", f"0={numbers}",
            "--output", f"1={out}")
    assert list(struct.unpack("<1024f", out.read_bytes())) == reversed_sums()
    shown = gputest("isa", "run", sample(target), "reverse", *LAUNCH, "--arg", f"0={numbers}",
                    "--output", "1=-:3:float1").stdout
    assert shown == "1[0] = 127\n1[1] = 127\n1[2] = 127\n"


@needs_llvm
def test_an_output_that_cannot_be_written_costs_no_other(numbers, tmp_path):
    out = tmp_path / "out"
    gputest("isa", "run", sample("gfx906"), "reverse", *LAUNCH, "--arg", f"0={numbers}",
            "--output", "0=/dev/full", "--output", f"1={out}", status=4)
    assert list(struct.unpack("<1024f", out.read_bytes())) == reversed_sums()


@needs_llvm
def test_count_shows_each_instruction_and_the_sums(numbers):
    text = gputest("isa", "run", sample("gfx906"), "reverse", *LAUNCH, "--arg", f"0={numbers}",
                   "--count", "--wide").stdout
    assert re.search(r"16 +64 +LDS +2 +ds_read_b32", text)
    assert re.search(r"global load +16 +64 +4096 +", text)
    assert re.search(r"LDS read +16 +32 +32 +1\.00 +1\n", text)


@needs_llvm
def test_trace_shows_the_values_that_a_wavefront_or_a_lane_writes(numbers):
    launch = (sample("gfx906"), "reverse", *LAUNCH, "--arg", f"0={numbers}")
    lane = gputest("isa", "trace", *launch, "--of-block=1", "--wavefront=1", "--lane=3").stdout
    # Thread 128 + 64 + 3 reads that number, and stores its sum with thread 188 of its block.
    assert re.search(r"global_load_dword .*; v\d+ = 0x43430000 \(195\)", lane)
    assert re.search(r"ds_read_b32 .*; v\d+ = 0x433c0000 \(188\)", lane)
    assert re.search(r"v_add_f32.*; v\d+ = 0x43bf8000 \(383\)", lane)
    assert "s_endpgm" in lane
    whole = gputest("isa", "trace", *launch).stdout
    load = next(line for line in whole.splitlines() if "global_load_dword" in line)
    assert load.count("(") == 63  # 0 is shown without a decimal form


@needs_llvm
def test_a_wrong_access_of_a_kernel_gives_a_sentence(numbers):
    beyond = gputest("isa", "run", sample("gfx906"), "reverse", "--grid=8", "--block=128",
                     "--arg", f"0={numbers}", "--arg", "1=4096", "--arg", "2=1025", status=0)
    assert "no output is printed by default" in beyond.stderr
    wrong = gputest("isa", "run", sample("gfx906"), "reverse", "--grid=9", "--block=128",
                    "--arg", f"0={numbers}", "--arg", "1=4096", "--arg", "2=1025", status=4)
    assert "global_load_dword" in wrong.stderr and "argument 0 of 4096 bytes" in wrong.stderr


@pytest.mark.parametrize("options, status, sentence", [
    ((), 2, "argument 0 of reverse is not given"),
    (("--arg", "0=64", "--arg", "1=64"), 2, "argument 2 of reverse is not given"),
    (("--arg", "3=64"), 2, "has 3 arguments, numbered from 0; there is no argument 3"),
    (("--arg", "0=64", "--arg", "0=64"), 2, "is given twice"),
    (("--arg", "x=64"), 4, "begins with the number of an argument"),
    (("--arg", "0=no-such-file"), 4, "no-such-file"),
    (("--arg", "2=1,2"), 4, "has 4 bytes, but 1,2 has 8"),
    (("--arg", "2=5000000000"), 4, "too few for 5000000000"),
    (("--arg", "2=abc"), 4, "takes numbers"),
    (("--arg", "0=64", "--arg", "1=64", "--arg", "2=1", "--output", "2=-"), 2, "no buffer"),
    (("--block=2000", "--arg", "0=64", "--arg", "1=64", "--arg", "2=1"), 4, "1 to 1024 threads"),
    (("--grid=0",), 4, "--grid takes"),
    (("--lds=70000",), 4, "--lds"),
    (("--lds=65536", "--arg", "0=64", "--arg", "1=64", "--arg", "2=1"), 4,
     "need 66048 bytes of LDS, but there are 65536"),
    (("--timeout=abc",), 4, "--timeout"),
    (("--target=gfx90a",), 2, "has no code for gfx90a"),
])
def test_bad_launches_are_refused(options, status, sentence):
    if status == 4 and ("--block=2000" in options or "--lds=65536" in options):
        if not can_execute():
            pytest.skip("there is no LLVM with AMD's GPUs")
    refused = gputest("isa", "run", sample("gfx906"), "reverse", *options, status=status)
    assert sentence in refused.stderr
    assert len(refused.complaints) == 1


def test_files_that_are_no_code_objects_are_refused(tmp_path):
    code = sample("gfx906").read_bytes()

    def refused(content):
        path = tmp_path / "bad.co"
        path.write_bytes(content)
        listed = gputest("isa", "list", path, status=4)
        run = gputest("isa", "run", path, "reverse", status=4)
        assert listed.complaints == run.complaints and len(run.complaints) == 1
        return run.stderr

    assert "neither a code object (ELF) nor a bundle" in refused(b"hello")
    assert "cannot be loaded" in refused(b"")
    for size in (20, 64, 500, len(code) // 2, len(code) - 100):
        assert "cannot be loaded" in refused(code[:size])
    assert code.count(b".kernarg_segment_size") > 0
    for key in (b".name", b".symbol", b"amdhsa.kernels"):
        said = refused(code.replace(key, key[:-1] + b"_"))
        assert "metadata has no member '" + key.decode() + "'" in said and "json" not in said
    assert "of another machine" in refused(code[:18] + b"\x3e\x00" + code[20:])  # x86-64
    flags = bytearray(code)
    flags[48] = 0x30  # gfx908
    assert "but only gfx906, gfx90a, gfx1030" in refused(bytes(flags))
    assert "did you mean reverse" in gputest("isa", "run", sample("gfx906"), "revers",
                                             status=2).stderr


# Code that hipcc compiles


@pytest.fixture(name="compiled", scope="module")
def compiled_file(tmp_path_factory):
    if shutil.which("hipcc") is None:
        pytest.skip("there is no hipcc")
    folder = tmp_path_factory.mktemp("isa")
    source, code = folder / "x.hip", folder / "x.co"
    source.write_text(COMPILED)
    subprocess.run(["hipcc", "--genco", "-O2", "--offload-arch=gfx906", "--offload-arch=gfx1030",
                    str(source), "-o", str(code)], check=True,
                   env={"PATH": "/usr/bin:/bin:/usr/local/bin:/opt/rocm/bin",
                        "HIP_PLATFORM": "amd", "HOME": str(folder)})
    return code


@pytest.mark.thorough
@needs_llvm
def test_a_bundle_of_hipcc_is_run(compiled, tmp_path):
    assert "choose one with --target" in gputest("isa", "run", compiled, "scale", status=2).stderr
    assert gputest("isa", "list", compiled).stdout.count("scale(double*, double)") == 2
    numbers = tmp_path / "doubles"
    numbers.write_bytes(struct.pack("<64d", *range(64)))
    text = gputest("isa", "run", compiled, "scale", "--target=gfx906", "--arg", f"0={numbers}",
                   "--arg", "1=0.5d", "--output", "0=-:4:double1").stdout
    assert text == "0[0] = 0\n0[1] = 0.5\n0[2] = 1\n0[3] = 1.5\n"


@pytest.mark.thorough
@needs_llvm
@pytest.mark.parametrize("target, lanes", [("gfx906", 64), ("gfx1030", 32)])
def test_a_stride_of_16_floats_touches_a_line_for_each_lane(compiled, target, lanes):
    for stride, lines in ((1, lanes // 16), (16, lanes)):
        text = gputest("isa", "run", compiled, "strided", f"--target={target}", f"--block={lanes}",
                       "--arg", "0=8192", "--arg", "1=4096", "--arg", f"2={stride}",
                       "--count").stdout
        row = next(line for line in text.splitlines() if " global load " in line).split()
        assert int(row[-2]) == lines  # of 64 bytes


@pytest.mark.thorough
@needs_llvm
def test_a_kernel_that_never_ends_is_stopped(compiled):
    stopped = gputest("isa", "run", compiled, "forever", "--target=gfx906", "--arg", "0=4",
                      "--timeout=0.2", status=6)
    assert "did not finish within 0.2 s" in stopped.stderr


@pytest.mark.thorough
@needs_llvm
def test_blocks_that_store_to_the_same_address_are_named(compiled):
    run = ["isa", "run", compiled, "places", "--target=gfx906", "--arg", "0=4"]
    gputest(*run, "--grid=1", "--output", "0=-")
    race = gputest(*run, "--grid=2", "--output", "0=-", status=4)
    assert "places" in race.stderr and "block" in race.stderr and len(race.complaints) == 1


@pytest.mark.thorough
@needs_llvm
def test_uninitialised_values_are_no_result(compiled):
    undefined = gputest("isa", "run", compiled, "leftovers", "--target=gfx906", "--block=64",
                        "--lds=256", "--arg", "0=256", "--output", "0=-", status=4)
    assert "leftovers" in undefined.stderr and len(undefined.complaints) == 1

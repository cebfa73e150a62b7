"""gputest isa: code objects that clang compiles from OpenCL C, in every version of the format."""

import struct

import pytest

from command import gputest
from opencl_code import CodeObjects, needs_clang
from test_isa_command import TARGETS, needs_llvm

# Without OpenCL's library: only the compiler's built-in functions.
SOURCE = """
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void sums(global const int* from, global int* to, local int* first, local long* second,
                 int more) {
  local int fixed[3];
  const int i = __builtin_amdgcn_workitem_id_x();
  if (i == 0) fixed[1] = 7;
  first[i] = from[i];
  second[i] = more;
  __builtin_amdgcn_s_barrier();
  to[i] = first[63 - i] + (int)second[63 - i] + fixed[1];
}
kernel void beyond(global int* to, local int* own, int at) {
  own[at] = at;
  *to = own[at];
}
kernel void hidden(global ulong* to, int count) {
  constant ulong* const from = (constant ulong*)__builtin_amdgcn_implicitarg_ptr();
  const int i = __builtin_amdgcn_workitem_id_x();
  if (i < count) to[i] = from[i];
}
kernel void of_image(global int* to, read_only image2d_t image) { *to = 1; }
kernel void of_sampler(global int* to, sampler_t sampler) { *to = 1; }
kernel void of_queue(global int* to, queue_t queue) { *to = 1; }
kernel void of_pipe(global int* to, read_only pipe int items) { *to = 1; }
"""

VERSIONS = (3, 4, 5)


@pytest.fixture(name="compiled", scope="module")
def compiled_files(tmp_path_factory):
    return CodeObjects(tmp_path_factory.mktemp("opencl"), SOURCE)


@pytest.fixture(name="numbers")
def numbers_file(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(struct.pack("<64i", *range(64)))
    return path


@needs_clang
@needs_llvm
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("target", TARGETS)
def test_local_pointers_follow_the_kernels_static_lds(compiled, numbers, tmp_path, target, version):
    out = tmp_path / "out"
    gputest("isa", "run", compiled(target, version), "sums", "--block=64", "--arg", f"0={numbers}",
            "--arg", "1=256", "--arg", "2=256", "--arg", "3=512", "--arg", "4=1000",
            "--output", f"1={out}")
    assert list(struct.unpack("<64i", out.read_bytes())) == [63 - i + 1007 for i in range(64)]


@pytest.mark.thorough
@needs_clang
@needs_llvm
def test_a_local_pointer_has_its_size_and_its_place(compiled):
    run = ["isa", "run", compiled("gfx906", 4), "beyond", "--arg", "0=4", "--arg", "1=64"]
    gputest(*run, "--arg", "2=15", "--output", "0=-")
    wrong = gputest(*run, "--arg", "2=16", status=4)
    assert "accesses 4 bytes of LDS at 64, of 64" in wrong.stderr
    # The bytes of --lds come first.
    wrong = gputest(*run, "--arg", "2=16", "--lds=100", status=4)
    assert "accesses 4 bytes of LDS at 164, of 164" in wrong.stderr
    # Two pointers, the second to numbers of eight bytes: 4, 4 + 256, 260 rounded up to 264.
    short = gputest("isa", "run", compiled("gfx90a", 4), "sums", "--block=64", "--arg", "0=256",
                    "--arg", "1=256", "--arg", "2=256", "--arg", "3=504", "--arg", "4=0", status=4)
    assert "lane 63 accesses 8 bytes of LDS at 768, of 768" in short.stderr


@needs_clang
@needs_llvm
def test_hidden_arguments_have_their_values(compiled):
    words = gputest("isa", "run", compiled("gfx1030", 5), "hidden", "--block=32x2", "--grid=1",
                    "--arg", "0=256", "--arg", "1=32", "--output", "0=-:64:uint1").stdout
    values = [int(line.split("=")[1], 0) for line in words.splitlines()]
    # Blocks along each axis, threads of a block as three 16-bit words, remainders, offsets.
    assert values[:3] == [1, 1, 1]
    assert values[3] == 32 | 2 << 16 and values[4] == 1
    assert values[5:16] == [0] * 11 and values[16] & 0xffff == 1
    of_v4 = gputest("isa", "run", compiled("gfx906", 4), "hidden", "--block=64", "--arg", "0=56",
                    "--arg", "1=7", "--output", "0=-:14:uint1").stdout
    assert {line.split("=")[1].strip() for line in of_v4.splitlines()} == {"0"}


@needs_clang
@needs_llvm
@pytest.mark.parametrize("kind", ["image", "sampler", "queue", "pipe"])
def test_arguments_that_need_a_run_time_are_refused_by_name(compiled, kind):
    refused = gputest("isa", "run", compiled("gfx90a", 4), f"of_{kind}", "--arg", "0=4",
                      "--arg", "1=4", status=4)
    assert f"argument 1 of of_{kind} is of kind {kind}, which is not implemented" in refused.stderr
    assert len(refused.complaints) == 1


@needs_clang
@pytest.mark.parametrize("options, status, sentence", [
    ((), 2, "argument 1 of beyond is not given: --arg 1=a number of bytes of LDS"),
    (("--arg", "1=0"), 4, "takes 1 to 65536 bytes of LDS, not '0'"),
    (("--arg", "1=65537"), 4, "takes 1 to 65536 bytes of LDS, not '65537'"),
    (("--arg", "1=-4"), 4, "takes 1 to 65536 bytes of LDS"),
    (("--arg", "1=x.bin"), 4, "takes 1 to 65536 bytes of LDS, not 'x.bin'"),
    (("--arg", "1=64", "--output", "1=-"), 2, "has no buffer as argument 1"),
])
def test_bad_local_pointers_are_refused(compiled, options, status, sentence):
    refused = gputest("isa", "run", compiled("gfx906", 4), "beyond", "--arg", "0=4", "--arg", "2=1",
                      *options, status=status)
    assert sentence in refused.stderr and len(refused.complaints) == 1


@pytest.mark.thorough
@needs_clang
@needs_llvm
def test_a_block_with_too_much_lds_is_refused(compiled):
    refused = gputest("isa", "run", compiled("gfx906", 4), "beyond", "--arg", "0=4", "--arg", "2=1",
                      "--arg", "1=65536", "--lds=4", status=4)
    assert "need 65540 bytes of LDS, but there are 65536" in refused.stderr


@needs_clang
def test_list_names_the_kinds(compiled):
    text = gputest("isa", "list", compiled("gfx90a", 5)).stdout
    assert "0 buffer, 1 buffer, 2 LDS, 3 LDS, 4 4 bytes" in text
    assert "0 buffer, 1 image" in text


@pytest.mark.thorough
@needs_clang
def test_an_invalid_alignment_is_refused(compiled, tmp_path):
    code, key = compiled("gfx906", 4).read_bytes(), b".pointee_align"
    assert code.count(key + b"\x08") == 1
    bad = tmp_path / "bad.co"
    for alignment in (b"\x00", b"\x03", b"\xff"):  # the last is -1
        bad.write_bytes(code.replace(key + b"\x08", key + alignment))
        refused = gputest("isa", "list", bad, status=4)
        assert "an argument of a kernel is aligned to" in refused.stderr
        assert len(refused.complaints) == 1

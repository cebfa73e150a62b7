"""gputest isa run: kernels that access arrays through their own buffer descriptors."""

import re
import struct

import pytest

from command import gputest
from opencl_code import CodeObjects, needs_clang
from test_isa_command import TARGETS, needs_llvm

# LLVM's intrinsics, by their names.
SOURCE = """
typedef int words __attribute__((ext_vector_type(4)));
float load(words, int, int, int) __asm("llvm.amdgcn.raw.buffer.load.f32");
void store(float, words, int, int, int) __asm("llvm.amdgcn.raw.buffer.store.f32");
float load_of(words, int, int, int, int) __asm("llvm.amdgcn.struct.buffer.load.f32");
int add(int, words, int, int, int) __asm("llvm.amdgcn.raw.buffer.atomic.add.i32");
int load_scalar(words, int, int) __asm("llvm.amdgcn.s.buffer.load.i32");

words describe(global void* at, int records, int stride) {
  words all;
  all.x = (int)(ulong)at;
  all.y = ((int)((ulong)at >> 32) & 0xffff) | stride << 16;
  all.z = records;
#ifdef __gfx1030__
  all.w = 22 << 12 | (stride != 0 ? 1 : 3) << 28;
#else
  all.w = 7 << 12 | 4 << 15;
#endif
  return all;
}
int number() {
  return __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
}
kernel void twice(global float* from, global float* to, int bytes) {
  const int at = 4 * number();
  store(2 * load(describe(from, bytes, 0), at, 0, 0), describe(to, bytes, 0), at, 0, 0);
}
kernel void seconds(global float* from, global float* to, int records) {
  to[number()] = load_of(describe(from, records, 8), number(), 4, 0, 0);
}
kernel void counts(global int* from, global int* to) {
  add(from[number()], describe(to, 16, 0), 4 * (number() % 8), 0, 0);
}
kernel void overlapping(global float* to, int bytes) {
  const int group = __builtin_amdgcn_workgroup_id_x();
  store(1.0f, describe(to, bytes, 0), 4 * number() - 4 * group, 0, 0);
}
kernel void one(global int* from, global int* to, int bytes, int at) {
  *to = load_scalar(describe(from, bytes, 0), at, 0);
}
"""


@pytest.fixture(name="compiled", scope="module")
def compiled_files(tmp_path_factory):
    return CodeObjects(tmp_path_factory.mktemp("buffers"), SOURCE)


@pytest.fixture(name="floats")
def floats_file(tmp_path):
    path = tmp_path / "floats"
    path.write_bytes(struct.pack("<128f", *range(128)))
    return path


@needs_clang
@needs_llvm
@pytest.mark.parametrize("target", TARGETS)
def test_loads_beyond_the_range_are_zero_and_stores_are_dropped(compiled, floats, tmp_path, target):
    ones, out = tmp_path / "ones", tmp_path / "out"
    ones.write_bytes(struct.pack("<128f", *[1] * 128))
    gputest("isa", "run", compiled(target), "twice", "--grid=2", "--block=64", "--arg",
            f"0={floats}", "--arg", f"1={ones}", "--arg", "2=400", "--output", f"1={out}")
    assert list(struct.unpack("<128f", out.read_bytes())) == [
        2 * i if i < 100 else 1 for i in range(128)]
    gputest("isa", "run", compiled(target), "seconds", "--grid=2", "--block=64", "--arg",
            f"0={floats}", "--arg", f"1={ones}", "--arg", "2=30", "--output", f"1={out}")
    assert list(struct.unpack("<128f", out.read_bytes())) == [
        2 * i + 1 if i < 30 else 0 for i in range(128)]


@pytest.mark.thorough
@needs_clang
@needs_llvm
@pytest.mark.parametrize("target", TARGETS)
def test_atomics_of_all_blocks_are_summed(compiled, tmp_path, target):
    integers, out = tmp_path / "integers", tmp_path / "out"
    integers.write_bytes(struct.pack("<128i", *range(128)))
    gputest("isa", "run", compiled(target), "counts", "--grid=2", "--block=64", "--arg",
            f"0={integers}", "--arg", "1=32", "--output", f"1={out}")
    assert list(struct.unpack("<8i", out.read_bytes())) == [
        sum(range(k, 128, 8)) if k < 4 else 0 for k in range(8)]


@needs_clang
@needs_llvm
@pytest.mark.parametrize("target", TARGETS)
def test_an_access_beyond_the_array_within_the_range_is_named(compiled, floats, target):
    wrong = gputest("isa", "run", compiled(target), "twice", "--grid=3", "--block=64", "--arg",
                    f"0={floats}", "--arg", "1=1000", "--arg", "2=516", status=4)
    assert re.search(r'"buffer_load_dword .*block \(2, 0, 0\), wavefront 0: lane 0, within the '
                     r"buffer's range: it accesses 4 bytes at 0x[0-9a-f]+, 512 bytes from the "
                     r"beginning of argument 0 of 512 bytes", wrong.stderr)
    assert len(wrong.complaints) == 1


@pytest.mark.thorough
@needs_clang
@needs_llvm
def test_blocks_that_store_the_same_word_are_named(compiled):
    # The last word of a block is the first of the next one.
    run = ["isa", "run", compiled("gfx90a"), "overlapping", "--block=64", "--arg", "0=1024"]
    gputest(*run, "--arg", "1=1024", "--grid=1", "--output", "0=-:1:float1")
    race = gputest(*run, "--arg", "1=1024", "--grid=2", status=4)
    assert "buffer_store_dword" in race.stderr and "a race: lane" in race.stderr
    # A store beyond the range is dropped, so it is no race.
    gputest(*run, "--arg", "1=252", "--grid=2", "--output", "0=-:1:float1")


@pytest.mark.thorough
@needs_clang
@needs_llvm
@pytest.mark.parametrize("target", TARGETS)
def test_scalar_loads_have_a_range_too(compiled, floats, target):
    def loaded(at):
        return gputest("isa", "run", compiled(target), "one", "--arg", f"0={floats}", "--arg",
                       "1=4", "--arg", "2=64", "--arg", f"3={at}", "--output",
                       "1=-:1:float1").stdout
    assert loaded(60) == "1[0] = 15\n"
    assert loaded(64) == "1[0] = 0\n"


@needs_clang
@needs_llvm
def test_count_includes_only_accesses_within_the_range(compiled, floats):
    text = gputest("isa", "run", compiled("gfx906"), "twice", "--grid=2", "--block=64", "--arg",
                   f"0={floats}", "--arg", "1=512", "--arg", "2=400", "--count", "--wide").stdout
    # Two wavefronts, 100 lanes, 400 bytes in 7 lines of 64.
    assert re.search(r"global load +2 +50 +400 +448 ", text)
    assert re.search(r"global store +2 +50 +400 +448 ", text)

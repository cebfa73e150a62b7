"""Follows CONTRIBUTING's steps in a copy of the tree. Added parts run and removed families are not missed.
Only a new value of a row needs edits."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The conformance tests of a copy. The copy has a new variant for OpenCL and the CPU, a new layout and a
    new pair force, and lacks half of the families. The command gputest is not built."""
    tree = tmp_path_factory.mktemp("tree") / "gputest"
    builds = {path.parent.name for path in ROOT.glob("*/CMakeCache.txt")}
    shutil.copytree(
        ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(".git", "__pycache__", *builds)
    )

    def add(new, start_from, *renamed):
        text = (tree / start_from).read_text()
        for old, name in renamed:
            assert old in text
            text = text.replace(old, name)
        assert not (tree / new).exists()
        (tree / new).write_text(text)

    for folder, ending in (("opencl/kernels/gravity", "cl"), ("common/gravity/cpu", "cpp")):
        add(f"{folder}/pairwise.{ending}", f"{folder}/naive.{ending}", ("naive", "pairwise"))
    layout = [("aosoa", "packed"), ("AOSOA", "PACKED")]
    add("common/layout/load_packed.h", "common/layout/load_aosoa.h", *layout)
    add("common/layout/layout_packed.cpp", "common/layout/layout_aosoa.cpp", *layout)
    for ending in ("h", "cpp"):
        add(f"common/lj/pair/screened.{ending}", f"common/lj/pair/yukawa.{ending}",
            ("yukawa", "screened"))

    # A new value of a row: its struct, its name in JSON, and the schema.
    for path, after, more in (
            ("common/run/result.hpp", "std::vector<LaunchPart> parts;", "std::optional<double> warmup;"),
            ("common/run/row_fields.hpp", " !parts", " !warmup_s"),
            ("common/run/row_fields.hpp", "shared, parts", ", warmup"),
            ("app/results/result.schema.json", '"path": "bound.share" }',
             ', { "name": "warmup_s", "path": "warmup_s", "unit": "s" }'),
            ("app/results/result.schema.json", '"price": { "$ref": "#/$defs/price" },',
             '"warmup_s": { "description": "How long the device took to warm up.", "type": "number" },')):
        text = (tree / path).read_text()
        assert after in text, path
        (tree / path).write_text(text.replace(after, after + more))
    with (tree / "tests/CMakeLists.txt").open("a") as file:
        file.write("add_executable(new_value contributing/new_value.cpp "
                   "${PROJECT_SOURCE_DIR}/app/results/row_columns.cpp)\n"
                   "target_link_libraries(new_value PRIVATE gputest_settings gputest_common)\n")

    for family in ("central", "hermite", "memory", "neighbour", "roofline", "stencil", "sweep"):
        shutil.rmtree(tree / "common" / family)
        shutil.rmtree(tree / "opencl/kernels" / family)

    build = tree / "build"
    settings = ["-DGPUTEST_TESTS=ON", "-DGPUTEST_CUDA=OFF", "-DGPUTEST_HIP=OFF",
                "-DGPUTEST_OPENCL=ON", "-DGPUTEST_LIBRARIES=OFF", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24",
                # The fastest to compile: nothing is timed.
                "-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_CXX_FLAGS_RELEASE=", "-DGPUTEST_SIMD_TARGET=least",
                "-DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC"]
    subprocess.run(["cmake", "-S", tree, "-B", build, "-G", "Ninja", *settings],
                   check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["cmake", "--build", build, "--target", "conformance_tests", "new_value"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:]
    return build / "tests/conformance_tests"


def passed(program, cases):
    """The device, kernel, layout and precision of each case that ran; a wrong one fails."""
    done = subprocess.run([program, f"--gtest_filter={cases}"], capture_output=True, text=True,
                          env={**os.environ, "GPUTEST_CL_DIR": ""})
    assert done.returncode == 0, done.stdout[-6000:]
    return set(re.findall(r"^\[ +OK \] (\w+)(?::\d+)?\.(\w+)/(\w+)/(\w+)", done.stdout, re.MULTILINE))


def test_a_variant_is_a_file(program):
    found = passed(program, "*.gravity_pairwise/*block64*:cpu*.gravity_pairwise/*")
    assert {(device, precision) for device, _, _, precision in found} == {
        (device, precision) for device in ("cpu", "opencl") for precision in ("fp32", "fp64")}


def test_a_value_of_a_row_is_three_edits(program):
    """JSON, the message between processes, CSV, the table's --columns and the Python frame have it."""
    tree = program.parents[2]
    done = subprocess.run([program.parent / "new_value"], capture_output=True, text=True, check=True,
                          stdin=(tree / "app/results/result.schema.json").open())
    assert done.stdout == "warmup_s 0.25 s: How long the device took to warm up.\n"
    frame = subprocess.run([sys.executable, "-c", "from gputest.columns import COLUMNS; print(COLUMNS[-1])"],
                           cwd=tree / "python", capture_output=True, text=True, check=True)
    assert "name='warmup_s'" in frame.stdout and "unit='s'" in frame.stdout


def test_a_layout_is_two_files(program):
    found = passed(program, "*.gravity_pairwise/packed/*:*.gravity_tiled/packed/*:*.lj_naive/packed/*")
    assert {(device, kernel) for device, kernel, _, _ in found} >= {
        ("cpu", "gravity_pairwise"), ("opencl", "gravity_pairwise"), ("opencl", "gravity_tiled"),
        ("cpu", "lj_naive")}


def test_a_pair_force_is_two_files(program):
    found = passed(program, "*.lj_naive/*pair=screened*")
    assert {device for device, _, _, _ in found} == {"cpu", "opencl"}

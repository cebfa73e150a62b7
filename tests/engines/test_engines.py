"""The engines as separate projects: each is built and installed without the rest of the tree, and programs
of another project find it."""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
# The parts of the tree that each engine needs.
NEEDED = {"il_reference": ["cmake", "common/core", "il_reference"],
          "hip/isa": ["cmake", "common/core", "common/codeobject", "hip/isa"]}
# The fastest to compile: nothing is timed.
SETTINGS = ["-G", "Ninja", "-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DGPUTEST_SIMD_TARGET=least",
            "-DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC", "-DBUILD_TESTING=OFF"]


def run(*words) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> pathlib.Path:
    """The build folder of the examples, which find both installed engines."""
    folder = tmp_path_factory.mktemp("engines")
    for engine, parts in NEEDED.items():
        tree, build = folder / "tree" / engine, folder / "build" / engine
        for part in parts:
            shutil.copytree(ROOT / part, tree / part)
        run("cmake", "-S", tree / engine, "-B", build, *SETTINGS, f"-DCMAKE_INSTALL_PREFIX={folder / 'installed'}")
        run("cmake", "--build", build)
        run("cmake", "--install", build)
        shutil.rmtree(folder / "tree")  # the installed files must not need it
    run("cmake", "-S", ROOT / "examples/engines", "-B", folder / "examples", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={folder / 'installed'}")
    run("cmake", "--build", folder / "examples")
    return folder / "examples"


def test_il_runs_in_a_program_of_another_project(programs):
    assert run(programs / "il_square").split() == ["2.25", "6.25", "12.25", "20.25"]


def test_amds_machine_code_runs_in_a_program_of_another_project(programs):
    sample = ROOT / "hip/isa/tests/samples/reverse_gfx90a.co"
    assert run(programs / "isa_reverse", sample, "gfx90a").startswith("42 42, ")

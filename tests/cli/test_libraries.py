"""The accelerator libraries as `cmake --install` gives them: what clients compile, link and run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from command import BINARY, ROOT

BUILD = Path(BINARY).resolve().parent
EXAMPLES = ROOT / "examples"
LIBRARIES = {"g5": "gp5util.h", "g6": "gp6util.h", "mr3": "mr3.h"}
pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None or shutil.which("pkg-config") is None
    or not all((BUILD / f"libraries/libgputest-{name}.{kind}").is_file()
               for name in LIBRARIES for kind in ("so", "a")),
    reason="no libraries are built here, or no C compiler")

FIVE_LINES = """#include <gp5util.h>
#include <stdio.h>
int main(void) { double x[2][3] = {{0, 0, 0}, {2, 0, 0}}, m[2] = {4, 8}, a[2][3], p[2];
  g5_open(); g5_set_xmj(0, 2, x, m); g5_set_n(2); g5_calculate_force_on_x(x, a, p, 2); g5_close();
  printf("%g %g %g %g\\n", a[0][0], a[1][0], p[0], p[1]); return 0; }
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    prefix = tmp_path_factory.mktemp("installed") / "prefix"
    subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], stdout=subprocess.DEVNULL,
                   check=True)
    return prefix


def pkg_config(tree, *words) -> list:
    folder = next(tree.rglob("gputest-g5.pc")).parent
    return subprocess.run(["pkg-config", *words], env={**os.environ, "PKG_CONFIG_PATH": folder},
                          capture_output=True, text=True, check=True).stdout.split()


def run(program, tree, api="cpu", **variables):
    folder = next(tree.rglob("libgputest-g5.so")).parent
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder), "GPUTEST_API": api, **variables}
    return subprocess.run(program, env=environment, capture_output=True, text=True)


def names_of(library: str) -> set:
    """A library's calls in C and Fortran, of which MR3's have two."""
    text = (ROOT / "libraries" / library / LIBRARIES[library]).read_text()
    c_names = set(re.findall(r"^(?:void|int) (g\w+|MR3\w+)\(", text, re.MULTILINE))
    of_both = {name.lower() for name in c_names if not name.endswith("_set_error_handler")}
    if library == "mr3":
        of_both = of_both - {"mr3settable"} | {"mr3settable_nf"}
    ends = ["_", "__"] if library == "mr3" else ["_"]
    return c_names | {name + end for name in of_both for end in ends}


@pytest.mark.parametrize("name", LIBRARIES)
def test_nothing_but_the_calls_is_exported(tree, name):
    shared = next(tree.rglob(f"libgputest-{name}.so"))
    lines = subprocess.run(["nm", "-D", "--defined-only", shared], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    node = f"GPUTEST_{name.upper()}_1"
    exported = {line.split()[2] for line in lines} - {f"{node}@@{node}", node}
    assert exported == {f"{call}@@{node}" for call in names_of(name)}
    static = next(tree.rglob(f"libgputest-{name}.a"))
    lines = subprocess.run(["nm", "-g", "--defined-only", static], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    symbols = {line.split()[2]: line.split()[1] for line in lines if len(line.split()) == 3}
    assert {symbol for symbol, kind in symbols.items() if kind != "u"} == names_of(name)


@pytest.mark.parametrize("kind", ["shared", "static"])
def test_a_program_of_five_lines_is_linked_by_pkg_config(tree, tmp_path, kind):
    (tmp_path / "five.c").write_text(FIVE_LINES)
    flags = pkg_config(tree, "--cflags", "--libs", "gputest-g5")
    if kind == "static":
        flags = [next(tree.rglob("libgputest-g5.a")) if flag == "-lgputest-g5" else flag
                 for flag in pkg_config(tree, "--static", "--cflags", "--libs", "gputest-g5")]
    subprocess.run(["cc", "-Wall", "-Werror", "-pedantic", tmp_path / "five.c", *flags, "-o",
                    tmp_path / "five"], check=True)
    assert run(tmp_path / "five", tree).stdout == "2 -1 4 2\n"
    lost = run(tmp_path / "five", tree, api="no such API")
    assert (lost.returncode, lost.stdout) == (3, "")
    assert lost.stderr == ("libgputest-g5: g5_open: there is no device for "
                           "GPUTEST_API=no such API\n")


def test_cmake_finds_the_libraries(tree, tmp_path):
    (tmp_path / "five.c").write_text(FIVE_LINES)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(client C)\n"
        "find_package(gputest 0.2 REQUIRED COMPONENTS g5 g6 mr3)\nadd_executable(five five.c)\n"
        "target_link_libraries(five PRIVATE gputest::g5)\n")
    for words in (["-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={tree}"],
                  ["--build", tmp_path / "build"]):
        subprocess.run(["cmake", *words], stdout=subprocess.DEVNULL, check=True)
    assert run(tmp_path / "build/five", tree).stdout == "2 -1 4 2\n"


def numbers(text) -> list:
    return [float(word) for word in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text)]


CLIENTS = {
    "hermite_g6.c": ("g6", ["cc", "-O2"], ["256", "0.25"], 2e-6),
    "treecode_g5.c": ("g5", ["cc", "-O2"], ["1500", "8"], 1e-5),
    "direct_g5.f90": ("g5", ["gfortran"], [], 1e-5),
    "argon_mr3.c": ("mr3", ["cc", "-O2"], ["3", "60"], 2e-5),
    "ions_mr3.f90": ("mr3", ["gfortran"], [], 1e-5),
}


@pytest.mark.parametrize("client", CLIENTS)
def test_clients_agree_with_their_host_builds(tree, tmp_path, client):
    name, compiler, arguments, allowed = CLIENTS[client]
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"no {compiler[0]}")
    on_library, on_host = tmp_path / "on_library", tmp_path / "on_host"
    host = [f"-I{EXAMPLES / 'host'}"] if compiler[0] == "cc" else []
    subprocess.run(["cc", "-O2", "-c", f"-I{EXAMPLES / 'host'}",
                    EXAMPLES / "host" / f"{name}_host.c", "-o", tmp_path / "calls.o"], check=True)
    subprocess.run([*compiler, *host, EXAMPLES / client, tmp_path / "calls.o", "-lm", "-o",
                    on_host], check=True)
    flags = pkg_config(tree, "--cflags", "--libs", f"gputest-{name}")
    subprocess.run([*compiler, EXAMPLES / client, *flags, "-lm", "-o", on_library], check=True)
    right = numbers(run([on_host, *arguments], tree).stdout)
    assert len(right) > 10
    for precision in ("fp32", "fp64"):
        if name == "g6" and precision == "fp32":
            continue  # time steps that a rounding changes are other trajectories
        result = run([on_library, *arguments], tree, GPUTEST_PRECISION=precision)
        assert (result.returncode, result.stderr.count("error")) == (0, 0), result.stderr
        assert numbers(result.stdout) == pytest.approx(right, rel=allowed, abs=allowed)


def test_manual_pages_are_there(tree):
    for name in LIBRARIES:
        text = (tree / f"share/man/man3/gputest-{name}.3").read_text()
        assert f"gputest-{name} \\- the calls" in text
        for title in ("ERRORS", "ENVIRONMENT", "SEE ALSO"):
            assert f"\n.SH {title}\n" in text

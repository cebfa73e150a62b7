"""The accelerator libraries as `cmake --install` installs them: clients compile, link and run."""

import math
import os
import re
import shutil
import subprocess
import sys
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


def test_without_libraries_nothing_is_installed_for_clients(tmp_path):
    """As after a build of the program only."""
    text = (BUILD / "libraries/cmake_install.cmake").read_text()
    script, prefix = tmp_path / "install.cmake", tmp_path / "prefix"
    assert text.count(f"{BUILD}/libraries/libgputest-") > 6
    for removed, kept in [("", set()), ("g5", {"g6", "mr3"})]:
        script.write_text(text.replace(f"{BUILD}/libraries/libgputest-{removed}",
                                       f"{tmp_path}/libgputest-{removed}"))
        subprocess.run(["cmake", f"-DCMAKE_INSTALL_PREFIX={prefix}", "-P", script],
                       stdout=subprocess.DEVNULL, check=True)
        files = [path for path in prefix.rglob("*") if path.is_file()]
        assert {path.name for path in files if path.suffix in (".pc", ".3")} == {
            f"gputest-{name}{end}" for name in kept for end in (".pc", ".3")}
        assert any(path.name == "gputest-config.cmake" for path in files) == bool(kept)
        assert any(path.name == "gp5util.h" for path in files) is False


def pkg_config(tree, *words) -> list:
    folder = next(tree.rglob("gputest-g5.pc")).parent
    return subprocess.run(["pkg-config", *words], env={**os.environ, "PKG_CONFIG_PATH": folder},
                          capture_output=True, text=True, check=True).stdout.split()


def run(program, tree, api="cpu", **variables):
    folder = next(tree.rglob("libgputest-g5.so")).parent
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder), "GPUTEST_API": api, **variables}
    return subprocess.run(program, env=environment, capture_output=True, text=True)


def names_of(library: str) -> set:
    """A library's calls in C and Fortran; MR3 has two Fortran names for each."""
    text = (ROOT / "libraries" / library / LIBRARIES[library]).read_text()
    c_names = set(re.findall(r"^(?:void|int|float) (p?g\w+|MR3\w+|vg\w+)\b(?<!_)\(", text, re.MULTILINE))
    of_both = {name.lower() for name in c_names
               if not name.endswith("_set_error_handler") and not name.startswith("vg_")}
    if library == "mr3":
        of_both = of_both - {"mr3settable"} | {"mr3settable_nf"}
    ends = ["_", "__"] if library == "mr3" else ["_"]
    return c_names | {name + end for name in of_both for end in ends}


@pytest.mark.parametrize("name", LIBRARIES)
def test_only_the_calls_are_exported(tree, name):
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


# Short clients of calls that few programs make, each with its first output line.
SHORT_CLIENTS = {
    # P3M's share of 1/r^2 at R = r/eta = 1.6 is 0.00767941 by Hockney's and Eastwood's polynomial.
    "treepm": ("g5", """#include <gp5util.h>
#include <pg5_table.h>
#include <stdio.h>
int main(void) { double x[2][3] = {{0, 0, 0}, {0.4, 0, 0}}, m[2] = {1, 1}, a[2][3], p[2];
  double etas[4] = {0, 0.25, 0.05, 0}; int k;
  g5_open(); g5_set_range(0, 1, 1); g5_set_xmj(0, 2, x, m); g5_set_n(2);
  for (k = 0; k < 4; k++) { g5_set_eta(etas[k]);
    if (k == 3) pg5_gen_s2_force_table(0.01, 0.5);
    g5_calculate_force_on_x(x, a, p, 2); printf("%.5f ", a[0][0]); }
  printf("\\n"); g5_close(); return 0; }
""", "6.25000 0.04800 0.00000 0.04800"),
    "fortran_names": ("g6", """#include <gp6util.h>
#include <stdio.h>
int main(void) { int devices[1] = {0}, zero = 0, opened = g6_open_(0), closed = g6_close_(&zero);
  printf("%d %d %d\\n", opened, closed, g6_open_special(1, devices)); return g6_close(0); }
""", "0 0 0"),
    # Two ions at distance 2; a third one acts on neither.
    "both_forces": ("mr3", """#include <mr3.h>
#include <stdio.h>
int main(void) { double x[9] = {0, 0, 0, 2, 0, 0, 0, 2, 0}, q[3] = {1, -2, 9}, f[9] = {0};
  double gf[1] = {24}, gp[1] = {4}, r[1] = {1}, c = 0, v = 0; int type[3] = {0}, numex[3] = {1, 1, 0}, natex[2] = {2, 2};
  MR3init(); MR3calccoulomb_vdw_ij_exlist(3, x, q, type, f, 3, x, q, type, 1, gf, gp, r, 1, 0, 50, &c, &v, 0, 1, 0, numex,
    natex); MR3free();
  printf("%.4f %.4f %.4f\\n", f[0], c, v); return 0; }
""", "0.6816 -2.0000 -0.1230"),
}


@pytest.mark.parametrize("client", SHORT_CLIENTS)
def test_short_clients_in_c(tree, tmp_path, client):
    name, text, right = SHORT_CLIENTS[client]
    (tmp_path / "client.c").write_text(text)
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-pedantic", tmp_path / "client.c",
                    *pkg_config(tree, "--cflags", "--libs", f"gputest-{name}"), "-o", tmp_path / "client"], check=True)
    done = run(tmp_path / "client", tree)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, right, "")


@pytest.mark.thorough
def test_cmake_finds_the_libraries(tree, tmp_path):
    (tmp_path / "five.c").write_text(FIVE_LINES)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(client C)\n"
        "find_package(gputest 0.2 REQUIRED COMPONENTS g5 g6 mr3)\nadd_executable(five five.c)\n"
        "target_link_libraries(five PRIVATE gputest::g5)\n")
    build = tmp_path / "build"
    for words in (["-G", "Ninja", "-S", tmp_path, "-B", build, f"-DCMAKE_PREFIX_PATH={tree}"],
                  ["--build", build]):
        subprocess.run(["cmake", *words], stdout=subprocess.DEVNULL, check=True)
    assert run(build / "five", tree).stdout == "2 -1 4 2\n"


def numbers(text) -> list:
    return [float(word) for word in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text)]


CLIENTS = {
    "hermite_g6.c": ("g6", ["cc", "-O2"], ["256", "0.25"], 2e-6),
    "treecode_g5.c": ("g5", ["cc", "-O2"], ["1500", "8"], 1e-5),
    "direct_g5.f90": ("g5", ["gfortran"], [], 1e-5),
    "argon_mr3.c": ("mr3", ["cc", "-O2"], ["3", "60"], 2e-5),
    "ions_mr3.f90": ("mr3", ["gfortran"], [], 1e-5),
}


def builds_of(client, name, compiler, tree, folder):
    """Builds the client with the library, and with the same calls in plain C."""
    on_library, on_host = folder / "on_library", folder / "on_host"
    host = [f"-I{EXAMPLES / 'host'}"] if compiler[0] == "cc" else []
    subprocess.run(["cc", "-O2", "-c", f"-I{EXAMPLES / 'host'}",
                    EXAMPLES / "host" / f"{name}_host.c", "-o", folder / "calls.o"], check=True)
    subprocess.run([*compiler, *host, EXAMPLES / client, folder / "calls.o", "-lm", "-o",
                    on_host], check=True)
    flags = pkg_config(tree, "--cflags", "--libs", f"gputest-{name}")
    subprocess.run([*compiler, EXAMPLES / client, *flags, "-lm", "-o", on_library], check=True)
    return on_library, on_host


@pytest.mark.parametrize("client", CLIENTS)
def test_clients_agree_with_their_host_builds(tree, tmp_path, client):
    name, compiler, arguments, allowed = CLIENTS[client]
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"no {compiler[0]}")
    on_library, on_host = builds_of(client, name, compiler, tree, tmp_path)
    right = numbers(run([on_host, *arguments], tree).stdout)
    assert len(right) > 10
    for precision in ("fp32", "fp64"):
        if name == "g6" and precision == "fp32":
            continue  # rounding changes the time steps, and so the trajectories
        result = run([on_library, *arguments], tree, GPUTEST_PRECISION=precision)
        assert (result.returncode, result.stderr.count("error")) == (0, 0), result.stderr
        assert numbers(result.stdout) == pytest.approx(right, rel=allowed, abs=allowed)


@pytest.fixture(scope="module")
def protein(tree, tmp_path_factory):
    """The client's builds, and a helix of 12 residues."""
    folder = tmp_path_factory.mktemp("protein")
    data = folder / "protein.data"
    with data.open("w") as out:
        subprocess.run([sys.executable, EXAMPLES / "protein.py", "1", "12"], stdout=out, check=True)
    return *builds_of("protein_mr3.c", "mr3", ["cc", "-O2", "-Wall", "-Wextra", "-Werror"], tree, folder), data


# In fp32 the library has coordinates of some 10 angstrom with 24 bits. It computes the forces of excluded pairs
# and subtracts them; they are a hundred times those of other pairs.
@pytest.mark.thorough
@pytest.mark.parametrize("precision, allowed", [("fp32", 2e-4), ("fp64", 1e-6)])
def test_a_protein_moves_as_in_its_host_build(tree, protein, precision, allowed):
    on_library, on_host, data = protein
    right = numbers(run([on_host, data, "40"], tree).stdout)
    result = run([on_library, data, "40"], tree, GPUTEST_PRECISION=precision)
    assert result.returncode == 0 and "ms per step: charges" in result.stderr, result.stderr
    assert len(right) == 11 * 7 + 4 * 3
    assert numbers(result.stdout) == pytest.approx(right, rel=allowed, abs=allowed)
    # The thermostat's conserved energy; the kinetic energy of the 120 atoms is some 50 kcal/mol.
    conserved = [float(word) for word in re.findall(r"conserved (\S+)", result.stdout)]
    assert conserved == pytest.approx([conserved[0]] * len(conserved), abs=0.5)


@pytest.mark.thorough
def test_a_proteins_forces_are_the_slopes_of_its_energy(tree, protein):
    on_library, _, data = protein
    lines = run([on_library, data, "slopes"], tree, GPUTEST_PRECISION="fp64").stdout.splitlines()
    pairs = [numbers(line) for line in lines]
    assert len(pairs) == 28 and max(abs(force) for force, _ in pairs) > 10
    for force, slope in pairs:
        assert force == pytest.approx(slope, abs=1e-5)


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("lmp") is None, reason="no LAMMPS")
def test_a_proteins_energies_agree_with_lammps(tree, protein, tmp_path):
    on_library, _, data = protein
    first = run([on_library, data, "0"], tree, GPUTEST_PRECISION="fp64").stdout.splitlines()[0]
    sections = data.read_text().split("Pair Coeffs")[1].split("Bond Coeffs")[0].split("\n")
    kinds = [tuple(map(float, line.split()[1:])) for line in sections if line]
    pairs = [f"pair_coeff {i + 1} {j + 1} {math.sqrt(kinds[i][0] * kinds[j][0]):.15g} {size:.15g} {8 * size:.15g} 500"
             for i in range(len(kinds)) for j in range(i, len(kinds))
             for size in [(kinds[i][1] + kinds[j][1]) / 2]]
    script = tmp_path / "in.lmp"
    script.write_text("\n".join([
        "units real", "atom_style full", "boundary f f f", "bond_style harmonic", "angle_style harmonic",
        "dihedral_style harmonic", "pair_style lj/cut/coul/cut 12 500",
        "special_bonds lj 0 0 0.5 coul 0 0 0.833333333333333", f"read_data {data}", *pairs,
        "thermo_style custom ebond eangle edihed ecoul evdwl", "thermo_modify format float %.9g",
        "comm_modify cutoff 600", "neigh_modify one 20000 page 200000", "run 0", ""]))
    done = subprocess.run(["lmp", "-in", script, "-log", "none"], capture_output=True, text=True, cwd=tmp_path)
    line = re.search(r"E_coul E_vdwl *\n([^\n]+)", done.stdout)
    assert line, done.stdout + done.stderr
    right = [float(word) for word in line[1].split()]
    # LAMMPS prints nine digits, the client six decimals.
    assert numbers(first)[:5] == pytest.approx(right, rel=1e-7, abs=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("damage, words", [
    (lambda text: text.replace("Dihedral Coeffs", "Improper Coeffs"), "a section that this program does not read"),
    (lambda text: text.replace("152 dihedrals", "152 dihedrals\n3 impropers"), "impropers"),
    (lambda text: text[:text.index("Bonds")].rstrip().rpartition("\n")[0] + "\n", "ends too early"),
    (lambda text: text.replace("120 atoms", "130 atoms"), "is not between 1 and 130"),
    (lambda text: text.replace("120 atoms", "-1 atoms"), "a number of the file's head is out of range"),
    (lambda text: "", "cannot be read"),
])
def test_a_broken_protein_file_is_refused(tree, protein, tmp_path, damage, words):
    path = tmp_path / "broken.data"
    path.write_text(damage(protein[2].read_text()))
    result = run([protein[0], path, "1"], tree)
    assert (result.returncode, result.stdout) == (4, ""), result.stdout
    assert words in result.stderr and result.stderr.count("\n") == 1


def test_manual_pages_are_installed(tree):
    for name in LIBRARIES:
        text = (tree / f"share/man/man3/gputest-{name}.3").read_text()
        assert f"gputest-{name} \\- the calls" in text
        for title in ("ERRORS", "ENVIRONMENT", "SEE ALSO"):
            assert f"\n.SH {title}\n" in text

"""The family ewald: parts, accuracies, charges of files, refusals."""

import pytest

from command import RIGHT, gputest, rows_of

BAD_INPUT = 4
CPU = ["--api=cpu", "--kernel=ewald_*"]


def refused(*arguments, words):
    done = gputest(*arguments, status=BAD_INPUT)
    told = [line for line in done.stderr.splitlines() if "warning" not in line]
    assert done.stdout == "" and len(told) == 1, done.stderr
    assert all(word in done.stderr for word in words), done.stderr


@pytest.fixture
def salt(tmp_path):
    """A dozen charges, not on a lattice, in an oblong box."""
    path = tmp_path / "salt.xyz"
    lines = ["12", 'Lattice="4 0 0 0 5 0 0 0 6" Properties=species:S:1:pos:R:3:charge:R:1 pbc="T T T"']
    for k in range(12):
        place = ((0.1 + 3.7 * k) % 4, (0.2 + 2.9 * k) % 5, (0.3 + 1.7 * k) % 6)
        lines.append("X {:.3f} {:.3f} {:.3f} {}".format(*place, (-1) ** k * (1 + k % 3)))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("accuracy", [1e-5, 1e-2])
def test_every_part_has_the_requested_accuracy(accuracy):
    rows = rows_of(*CPU, "-n", 512, f"--accuracy={accuracy}", "--precision=fp64", "--spread=all")
    assert {row["status"] for row in rows} <= RIGHT
    assert {row["problem"]["part"] for row in rows} == {"real", "wave", "mesh"}
    assert len({(row["problem"]["alpha"], row["problem"]["cutoff"]) for row in rows}) == 1
    for row in rows:
        assert row["verify"]["max_error"] <= accuracy
        assert row["verify"]["tolerance"] < 1.01 * accuracy


def test_charges_of_a_file_are_summed(salt):
    rows = rows_of(*CPU, f"--input={salt}", "--precision=all", "--accuracy=1e-5")
    assert {row["status"] for row in rows} <= RIGHT
    assert {row["problem"]["particles"] for row in rows} == {"file"}
    assert all(row["n"] == 12 and len(row["problem"]["checksum"]) == 16 for row in rows)


@pytest.mark.thorough
def test_a_finer_mesh_or_a_higher_order_serves_a_higher_accuracy():
    def mesh(*options):
        (row,) = rows_of("--api=cpu", "--kernel=ewald_pme", "-n", 512, *options)
        return row["problem"]["mesh"][0]

    assert mesh("--accuracy=1e-5") > mesh("--accuracy=1e-3")
    assert mesh("--spline-order=8") < mesh("--spline-order=4")


def test_particles_without_charges_or_a_periodic_box_are_refused(salt, tmp_path):
    text = salt.read_text()
    open_box = tmp_path / "open.xyz"
    open_box.write_text(text.replace('pbc="T T T"', 'pbc="T T F"'))
    refused(*CPU, f"--input={open_box}", words=["periodic along all axes"])
    uncharged = tmp_path / "uncharged.xyz"
    uncharged.write_text(text.replace("charge:R:1", "colour:R:1"))
    refused(*CPU, f"--input={uncharged}", words=["charges", "none"])


@pytest.mark.parametrize("options, words", [
    (["--cutoff=5"], ["--cutoff=5", "half"]),
    (["--accuracy=0"], ["--accuracy", "above 0"]),
    (["--spline-order=9"], ["--spline-order", "4 to 8", "9"]),
])
def test_bad_options_are_refused_in_a_sentence(options, words):
    refused(*CPU, "-n", 512, *options, words=words)

"""Alkali halides: the law tosi-fumi of the family central, crystals that generate makes, and simulations
of ions within walls and in periodic boxes."""

import csv

import pytest

from command import RIGHT, gputest, rows_of

BAD_INPUT = 4
USAGE = 2
SALT = ["simulate", "--halide=NaCl", "-n", 64, "--precision=fp64"]


on_every_api = pytest.mark.parametrize("api", [
    "cpu", pytest.param("opencl", marks=pytest.mark.opencl),
    pytest.param("hip", marks=pytest.mark.hip)])


def refused(*arguments, words, status=BAD_INPUT):
    done = gputest(*arguments, status=status)
    assert done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert all(word in done.stderr for word in words), done.stderr


def last_line_of_numbers(done):
    lines = [line.split() for line in done.stdout.splitlines() if line[:8].strip().isdigit()]
    return [float(number) for number in lines[-1]]


@on_every_api
def test_the_law_is_right_with_every_summation(api):
    device = ["--device=hip:host"] if api == "hip" else []
    rows = rows_of(f"--api={api}", *device, "--kernel=central_direct", "-n", 200, "--law=tosi-fumi",
                   "--halide=KBr", "--sum=all", "--precision=all")
    ran = [row for row in rows if row["status"] != "skipped"]
    assert {row["status"] for row in ran} <= RIGHT
    assert {row["problem"]["halide"] for row in ran} <= {"KBr"}
    if api == "cpu":
        assert len(ran) == 8


@pytest.mark.thorough
@on_every_api
def test_virials_and_forces_without_charges_are_right(api):
    device = ["--device=hip:host"] if api == "hip" else []
    rows = rows_of(f"--api={api}", *device, "--kernel=central_direct", "-n", 200,
                   "--law=tosi-fumi-virial", "--charges=off", "--periodic=on", "--precision=all")
    ran = [row for row in rows if row["status"] != "skipped"]
    assert ran and {row["status"] for row in ran} <= RIGHT
    assert all(row["problem"]["charges"] is False for row in ran)


def test_tosi_fumi_has_no_table_and_says_so():
    rows = rows_of("--api=cpu", "--kernel=central_table_global", "-n", 64, "--law=tosi-fumi",
                   status=BAD_INPUT)
    assert all("form=function" in row["reason"] for row in rows)
    refused("law", "tosi-fumi", words=["not a function of one argument"])


@pytest.mark.parametrize("name", ["nacl.data", "nacl.xyz"])
def test_a_generated_crystal_equals_the_one_of_simulate(tmp_path, name):
    path = tmp_path / name
    gputest("generate", "rock-salt", "--halide=NaCl", "-n", 64, "-o", path)
    from_file = gputest("simulate", "--halide=NaCl", "--input", path, "--precision=fp64", "--steps=5",
                        "--temperature=300")
    own = gputest(*SALT, "--steps=5", "--temperature=300")
    # The file rounds numbers to its digits.
    assert last_line_of_numbers(from_file)[:4] == pytest.approx(last_line_of_numbers(own)[:4], rel=1e-6)


@pytest.mark.thorough
def test_pair_tosi_fumi_is_another_name():
    own = gputest(*SALT, "--steps=3", "--temperature=300")
    pair = gputest("simulate", "--pair=tosi-fumi", "-n", 64, "--precision=fp64", "--steps=3",
                   "--temperature=300")
    assert last_line_of_numbers(own) == last_line_of_numbers(pair)
    assert "units: eV, K, GPa" in pair.stdout


def test_a_run_with_a_thermostat_restarts_bit_for_bit(tmp_path):
    checkpoint, first, second = tmp_path / "run", tmp_path / "first.xyz", tmp_path / "second.xyz"
    ramp = ["--temperature=300:900", "--thermostat=30", "--ramp=40", "--trajectory-every=40"]
    gputest(*SALT, *ramp, "--steps=40", f"--trajectory={first}")
    gputest(*SALT, *ramp[:3], "--steps=13", f"--checkpoint={checkpoint}")
    gputest("simulate", "--halide=NaCl", "--precision=fp64", f"--restart={checkpoint}", "--steps=27",
            f"--trajectory={second}", "--trajectory-every=27")
    frame = 64 + 2  # lines
    assert first.read_text().splitlines()[-frame:] == second.read_text().splitlines()[-frame:]


@on_every_api
def test_a_periodic_crystal_is_the_same_with_every_api(api):
    device = ["--device=hip:host"] if api == "hip" else []
    done = gputest("simulate", "--halide=NaCl", "--periodic=on", "-n", 64, "--precision=fp64",
                   f"--api={api}", *device, "--steps=4", "--temperature=800", "--accuracy=1e-6")
    assert "charges by ewald_real and ewald_" in done.stdout
    step, potential, kinetic, total, temperature, pressure = last_line_of_numbers(done)
    on_cpu = last_line_of_numbers(gputest("simulate", "--halide=NaCl", "--periodic=on", "-n", 64,
                                          "--precision=fp64", "--steps=4", "--temperature=800",
                                          "--accuracy=1e-6"))
    assert [potential, total] == pytest.approx([on_cpu[1], on_cpu[3]], rel=1e-6)
    assert pressure == pytest.approx(on_cpu[5], rel=1e-3)
    # A crystal at 0 K has -4.0 eV per ion; this one has the lattice constant of room temperature.
    assert -4.1 < potential / 64 < -3.9


@pytest.mark.thorough
@pytest.mark.parametrize("device", [
    "cpu:0", pytest.param("hip:host", marks=[pytest.mark.hip, pytest.mark.unsanitized])])
def test_a_periodic_run_restarts_bit_for_bit(device, tmp_path):
    path, checkpoint = tmp_path / "melt.data", tmp_path / "run"
    gputest("generate", "rock-salt", "--periodic", "--lattice-constant=6.2", "-n", 512, "-o", path)
    run = ["simulate", "--halide=NaCl", "--time-step=2", "--accuracy=1e-3", f"--device={device}"]
    warm = ["--input", path, "--temperature=2500", "--thermostat=30", "--seed=4"]
    whole = gputest(*run, *warm, "--steps=12")
    assert "ewald_real_list and ewald_pme" in whole.stdout
    gputest(*run, *warm, "--steps=7", f"--checkpoint={checkpoint}")
    again = gputest(*run, f"--restart={checkpoint}", "--steps=5",
                    env={"GPUTEST_HIP_HOST_ORDER": "reverse"})  # threads in reverse order
    assert last_line_of_numbers(again) == last_line_of_numbers(whole)
    refused(*run[:3], *run[4:], f"--restart={checkpoint}", "--steps=1",
            words=["another run", "accuracy"])


@pytest.mark.thorough
def test_observables_of_a_periodic_box_end_at_half_its_width(tmp_path):
    name = tmp_path / "melt"
    done = gputest("simulate", "--halide=NaCl", "--periodic=on", "-n", 216, "--temperature=900",
                   "--steps=20", f"--observables={name}", "--observables-every=2")
    assert "does not extend far enough" in done.stdout
    farthest = max(float(row["r"]) for row in csv.DictReader((tmp_path / "melt-gr.csv").open()))
    assert farthest == pytest.approx(3 * 2.82, rel=2e-3)


def test_observables_are_files_and_a_summary(tmp_path):
    name = tmp_path / "melt"
    done = gputest(*SALT, "--temperature=300:900", "--thermostat=30", "--steps=60",
                   f"--observables={name}", "--observables-every=3")
    assert "g(r)" in done.stdout and "diffusion" in done.stdout
    samples = list(csv.DictReader((tmp_path / "melt.csv").open()))
    assert [int(sample["step"]) for sample in samples] == list(range(0, 61, 3))
    assert float(samples[0]["displacement2_0"]) == 0 < float(samples[-1]["displacement2_0"])
    conserved = [float(sample["conserved"]) for sample in samples]
    assert conserved == pytest.approx([conserved[0]] * len(conserved), rel=1e-5)
    distances = list(csv.DictReader((tmp_path / "melt-gr.csv").open()))
    assert len({row["step"] for row in distances}) == 3  # windows of ten samples
    peak = max((row for row in distances if row["step"] == "0"), key=lambda row: float(row["g_01"]))
    assert float(peak["r"]) == pytest.approx(2.75, abs=0.15)


@pytest.mark.parametrize("options, words, status", [
    (["--halide=CsCl"], ["'CsCl'", "NaCl"], BAD_INPUT),
    (["--halide=NaCl", "--room=0.5"], ["--room", "at least 1"], BAD_INPUT),
    (["--halide=NaCl", "--temperature=300:900"], ["--thermostat"], USAGE),
    (["--halide=NaCl", "--temperature=:900", "--thermostat=9"], ["':900'"], BAD_INPUT),
    (["--halide=NaCl", "--temperature=0", "--thermostat=9"], ["above 0"], BAD_INPUT),
    (["--halide=NaCl", "--temperature=300", "--thermostat=9", "--ramp=9"], ["FROM:TO"], USAGE),
    (["--kernel=lj_simd", "--observables=x"], ["walls"], USAGE),
    (["--halide=NaCl", "--accuracy=1e-5"], ["--accuracy", "periodic"], USAGE),
    (["--kernel=lj_simd", "--accuracy=1e-5"], ["--accuracy"], USAGE),
    (["--kernel=lj_simd", "--periodic=on"], ["--periodic"], USAGE),
    (["--halide=NaCl", "--periodic=on", "--room=2"], ["--room"], USAGE),
    (["--halide=NaCl", "--periodic=on", "--cutoff=9"], ["--cutoff", "half"], BAD_INPUT),
    (["--halide=NaCl", "--periodic=on", "--cutoff=x"], ["--cutoff", "'x'"], BAD_INPUT),
    (["--halide=NaCl", "--periodic=on", "--accuracy=0"], ["--accuracy"], BAD_INPUT),
    (["--halide=NaCl", "--periodic=on", "--accuracy=1e-9"], ["--accuracy", "fp32"], BAD_INPUT),
    (["--halide=NaCl", "--periodic=on", "--spline-order=9"], ["--spline-order"], BAD_INPUT),
])
def test_bad_options_are_refused_in_a_sentence(options, words, status):
    refused("simulate", "-n", 64, "--steps=1", *options, words=words, status=status)


def test_particles_that_are_not_the_halides_ions_are_refused(tmp_path):
    path = tmp_path / "kcl.data"
    gputest("generate", "rock-salt", "--halide=KCl", "-n", 8, "-o", path)
    assert "Atoms # charge" in path.read_text()
    done = gputest("simulate", "--halide=NaCl", "--input", path, "--steps=1", status=BAD_INPUT)
    assert done.stdout == "" and "not an ion of NaCl" in done.stderr and "39.0983" in done.stderr
    refused("generate", "rock-salt", "--edge=3", "-o", path, words=["--edge"], status=USAGE)
    refused("generate", "plummer", "--halide=NaCl", "-o", path, words=["--halide"], status=USAGE)
    refused("generate", "plummer", "--periodic", "-o", path, words=["--periodic"], status=USAGE)
    refused("generate", "rock-salt", "--periodic", "--room=2", "-o", path, words=["--room"],
            status=USAGE)


def test_a_periodic_box_that_is_not_neutral_or_half_open_is_refused(tmp_path):
    path = tmp_path / "nacl.data"
    gputest("generate", "rock-salt", "--periodic", "-n", 63, "-o", path)

    def last_line_of(file):  # warnings about the file come before
        done = gputest("simulate", "--halide=NaCl", "--input", file, "--steps=1", status=BAD_INPUT)
        assert done.stdout == ""
        return done.stderr.splitlines()[-1]
    assert "net charge of 1 e" in last_line_of(path)
    xyz = tmp_path / "nacl.xyz"
    gputest("generate", "rock-salt", "--periodic", "-n", 64, "-o", xyz)
    text = xyz.read_text()
    assert 'pbc="T T T"' in text
    xyz.write_text(text.replace('pbc="T T T"', 'pbc="T F T"'))
    assert "periodic along every axis" in last_line_of(xyz)


# Ions of a crystal that move along x at 7 Å/ps, so that their total momentum is 0.
MASSES, SPEED, KELVIN = (22.98976928, 35.45), 7.0, 378.16


def moving_salt(path, title, per_picosecond=1.0):
    """Writes a LAMMPS file with that title; `per_picosecond` is 1 Å/ps in its unit of velocity."""
    gputest("generate", "rock-salt", "--periodic", "-n", 64, "-o", path)
    head = path.read_text().split("Velocities")[0].splitlines()
    types = [int(line.split()[1]) for line in head[head.index("Atoms # charge") + 2:] if line]
    speeds = [SPEED if kind == 1 else -SPEED * MASSES[0] / MASSES[1] for kind in types]
    rows = [f"{k} {speed * per_picosecond} 0 0" for k, speed in enumerate(speeds, start=1)]
    path.write_text("\n".join([title, *head[1:], "Velocities", "", *rows, ""]))
    return path


def first_temperature(*arguments, **options):
    done = gputest("simulate", "--halide=NaCl", "--precision=fp64", "--steps=0", *arguments, **options)
    return last_line_of_numbers(done)[4]


@pytest.mark.parametrize("title, scale, options", [
    ("by LAMMPS, units = metal", 1, []),
    ("no units", 1, ["--units=metal"]),
    ("by LAMMPS, units = real", 1e-3, []),
    ("no units", 1e-3, ["--units=real"]),
    ("no units", 0.010180505711, ["--units=ase"]),
])
def test_velocities_of_ions_are_in_the_units_of_their_file(title, scale, options, tmp_path):
    path = moving_salt(tmp_path / "nacl.data", title, scale)
    assert first_temperature("--input", path, *options) == pytest.approx(KELVIN, rel=1e-4)


def test_ions_whose_units_are_not_stated_are_refused(tmp_path):
    path = moving_salt(tmp_path / "nacl.data", "a salt")

    def refusal(*options, status=BAD_INPUT):
        done = gputest("simulate", "--halide=NaCl", "--steps=0", "--input", path, *options, status=status)
        assert done.stdout == ""
        return done.stderr.splitlines()[-1]
    assert "does not say the units of its velocities; add --units=metal, real or ase" in refusal()
    assert "has the units lj, but ions need metal" in refusal("--units=lj")
    assert "--units is one of lj, metal, real and ase, not 'si'" in refusal("--units=si", status=USAGE)
    assert first_temperature("--input", path, "--temperature=300") == pytest.approx(300, rel=1e-6)
    moving_salt(path, "a salt, units = real")
    assert "has the units real, but --units=metal is given" in refusal("--units=metal")
    refused("simulate", "--halide=NaCl", "--units=metal", words=["--units", "--input"], status=USAGE)


@pytest.mark.parametrize("name, words", [
    ("end.data", "units = metal"), ("end.dump", "ITEM: UNITS\nmetal\n"), ("end.xyz", "units=ase ")])
def test_written_ions_read_back_at_the_same_temperature(name, words, tmp_path):
    path, end = moving_salt(tmp_path / "nacl.data", "units = metal"), tmp_path / name
    done = gputest("simulate", "--halide=NaCl", "--precision=fp64", "--steps=3", "--input", path,
                   f"--final={end}")
    assert words in end.read_text()
    assert first_temperature("--input", end) == pytest.approx(last_line_of_numbers(done)[4], rel=1e-6)


def test_the_warning_about_charges_is_true_of_ions(tmp_path):
    path = tmp_path / "nacl.data"
    gputest("generate", "rock-salt", "-n", 8, "-o", path)
    done = gputest("simulate", "--halide=NaCl", "--steps=1", "--input", path)
    assert "only ewald uses them; the ions of --halide have those of the salt" in done.stderr

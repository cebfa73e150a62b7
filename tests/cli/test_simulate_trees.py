"""Simulations with trees and the fast multipole method: collisions that generate makes, on every API,
restarts, refusals."""

import re
from pathlib import Path
from typing import List

import pytest

from command import copy_opencl_sources, gputest

VERIFICATION_FAILED, USAGE, BAD_INPUT = 1, 2, 4

TREE = ["simulate", "--kernel=tree_walk_group", "--time-step=0.01"]


@pytest.fixture(name="bodies")
def bodies_that_meet(tmp_path: Path) -> Path:
    path = tmp_path / "meet.tipsy"
    gputest("generate", "collision", "-n", 1000, "--separation=2", "--impact=0.5", "-o", path)
    return path


def lines_of(text: str) -> List[List[float]]:
    return [[float(word) for word in line.split()] for line in text.splitlines()
            if re.match(r" +\d+ +-", line)]


@pytest.mark.parametrize("where, steps", [
    (["--api=cpu"], 40),
    pytest.param(["--api=opencl"], 40, marks=pytest.mark.opencl),
    pytest.param(["--api=hip", "--device=hip:host"], 10, marks=[pytest.mark.hip, pytest.mark.nightly]),
])
def test_a_collision_restarts_exactly_and_agrees_with_direct_sums(
    bodies: Path, tmp_path: Path, where: List[str], steps: int
):
    if where[-1].endswith("host") and "hip:host" not in gputest("list", "devices").stdout:
        pytest.skip("there is no hip:host")
    run = [*TREE, *where, "--every=10"]
    whole, part, last = (tmp_path / name for name in ("whole", "part", "last.tipsy"))
    text = gputest(*run, f"--input={bodies}", f"--steps={steps}", f"--checkpoint={whole}",
                   f"--final={last}").stdout
    assert "checks during the run" in text and "angular momentum by" in text
    assert text.splitlines()[1].split() == [
        "step", "potential", "kinetic", "total", "momentum", "ang.momentum"]
    gputest(*run, f"--input={bodies}", "--steps=7", f"--checkpoint={part}")
    gputest(*run, f"--restart={part}", f"--steps={steps - 7}", f"--checkpoint={part}")
    assert part.read_bytes() == whole.read_bytes()
    rows = lines_of(text)
    direct = lines_of(gputest("simulate", "--kernel=gravity_simd", "--time-step=0.01",
                              f"--input={bodies}", f"--steps={steps}", "--every=10").stdout)
    for row, right in zip(rows, direct, strict=True):
        assert row[:4] == pytest.approx(right[:4], rel=1e-3)
        assert row[5] == pytest.approx(right[5], rel=1e-3)
    # The file has single precision.
    energy = lines_of(gputest(*TREE, f"--input={last}", "--steps=0").stdout)[0][3]
    assert energy == pytest.approx(rows[-1][3], rel=1e-4)


@pytest.mark.thorough
@pytest.mark.parametrize("where", [
    ["--api=cpu"], pytest.param(["--api=opencl"], marks=pytest.mark.opencl)])
def test_the_fast_multipole_method_conserves_energy_and_is_checked(bodies: Path, where: List[str]):
    text = gputest("simulate", "--kernel=fmm_lists", *where, "--time-step=0.01", "--steps=30", "--every=10",
                   f"--input={bodies}").stdout
    assert "checks during the run" in text and "angular momentum by" in text
    energies = [row[3] for row in lines_of(text)]
    assert len(energies) == 4
    assert energies == pytest.approx([energies[0]] * 4, rel=1e-3)


@pytest.mark.parametrize("option, word", [
    ("--theta=nan", "--theta"),
    ("--theta=-0.5", "--theta"),
    ("--theta=1.5", "--theta=1.5 is more than 1"),
    ("--accuracy=1e-7", "--accuracy=1e-07 is too small: fp32 reaches"),
    ("--accuracy=0", "--accuracy"),
    ("--eps=-1", "--eps"),
])
def test_bad_options_are_refused_and_the_checkpoint_stays(
    bodies: Path, tmp_path: Path, option: str, word: str
):
    (tmp_path / "run.ckpt").write_text("of an earlier run")
    refused = gputest(*TREE, f"--input={bodies}", option, "--steps=1",
                      f"--checkpoint={tmp_path / 'run.ckpt'}", status=BAD_INPUT)
    assert word in refused.stderr and len(refused.complaints) == 1
    assert (tmp_path / "run.ckpt").read_text() == "of an earlier run"


@pytest.mark.parametrize("body, word", [
    ("-1 0 0 0 0 0 0", "the mass '-1' is negative"), ("1 nan 0 0 0 0 0", "finite")])
def test_an_invalid_body_is_refused(tmp_path: Path, body: str, word: str):
    (tmp_path / "bodies.txt").write_text(f"1 0 0 0 0 0 0\n{body}\n1 1 1 1 0 0 0\n")
    refused = gputest(*TREE, f"--input={tmp_path / 'bodies.txt'}", "--steps=1", status=BAD_INPUT)
    assert word in refused.stderr and len(refused.complaints) == 1


@pytest.mark.thorough
def test_an_option_that_steps_set_themselves_is_refused():
    assert "--margin" in gputest(*TREE, "-n", 10, "--margin=0.9", status=USAGE).stderr
    assert "--temperature" in gputest("simulate", "--help").stdout


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_faulty_tree_moves_nothing(bodies: Path, tmp_path: Path):
    copy_opencl_sources(tmp_path)
    path = tmp_path / "tree_walk_thread.cl"
    right, wrong = "child < end; ++child", "child + 1 < end; ++child"
    text = path.read_text()
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong))
    finished = gputest("simulate", "--api=opencl", "--kernel=tree_walk_thread", "--steps=5",
                       f"--input={bodies}", f"--checkpoint={tmp_path / 'run.ckpt'}",
                       env={"GPUTEST_CL_DIR": "."}, cwd=tmp_path, status=VERIFICATION_FAILED)
    assert "at step 0" in finished.stderr
    assert not (tmp_path / "run.ckpt").exists()


BLOCKS = ["simulate", "--kernel=tree_walk_group", "--time-step=0.04", "--block-steps=4"]


@pytest.mark.thorough
@pytest.mark.parametrize("where", [
    ["--api=cpu"], pytest.param(["--api=opencl"], marks=pytest.mark.opencl)])
def test_block_time_steps_restart_exactly_and_report_their_steps(
    bodies: Path, tmp_path: Path, where: List[str]
):
    whole, part = tmp_path / "whole", tmp_path / "part"
    run = [*BLOCKS, *where, "--eta=0.02", "--every=5"]
    text = gputest(*run, f"--input={bodies}", "--steps=10", f"--checkpoint={whole}").stdout
    gputest(*run, f"--input={bodies}", "--steps=3", f"--checkpoint={part}")
    gputest(*run, f"--restart={part}", "--steps=7", f"--checkpoint={part}")
    assert part.read_bytes() == whole.read_bytes()
    said = re.search(
        r"block time steps: (\d+) substeps, ([\d.e-]+) M body-steps, ([\d.e-]+) of the number with the shortest step for all\n"
        r"average bodies per level 0 to (\d) at the beginning of a step: ([\d. ]+)\n", text)
    assert said is not None, text
    substeps, body_steps, share, deepest = (float(said[k]) for k in range(1, 5))
    assert 10 < substeps <= 10 * 2 ** deepest
    assert body_steps * 1e6 == pytest.approx(share * 10 * 1000 * 2 ** deepest, rel=0.02)
    assert share < 0.6
    levels = [float(count) for count in said[5].split()]
    assert len(levels) == deepest + 1 and sum(levels) == pytest.approx(1000, rel=0.02)
    energies = [row[3] for row in lines_of(text)]
    assert energies == pytest.approx([energies[0]] * 3, rel=1e-3)
    refused = gputest(*BLOCKS, *where, "--eta=0.03", f"--restart={whole}", "--steps=1", status=BAD_INPUT)
    assert "another run" in refused.stderr


@pytest.mark.parametrize("options, status, word", [
    (["--kernel=gravity_simd", "--block-steps=2"], USAGE, "tree_walk_group, tree_walk_lists, tree_walk_thread"),
    (["--kernel=fmm_lists", "--block-steps=2"], USAGE, "which fmm_lists cannot compute"),
    (["--kernel=lj_simd", "--block-steps=2"], USAGE, "which lj_simd cannot compute"),
    (["--kernel=tree_walk_group", "--block-steps=2", "--eps=0"], BAD_INPUT, "--eps is 0"),
    (["--kernel=tree_walk_group", "--block-steps=17"], BAD_INPUT, "--block-steps=17 is above the maximum of 16"),
    (["--kernel=tree_walk_group", "--block-steps=-1"], BAD_INPUT, "--block-steps"),
    (["--kernel=tree_walk_group", "--block-steps=2", "--eta=0"], BAD_INPUT, "--eta"),
    (["--kernel=tree_walk_group", "--eta=0.1"], USAGE, "--block-steps"),
    (["--kernel=tree_walk_group", "--block-steps=0", "--eta=0.1"], USAGE, "--block-steps=0"),
])
def test_bad_options_of_block_time_steps_are_refused_in_a_sentence(options: List[str], status: int, word: str):
    refused = gputest("simulate", *options, "-n", 100, "--steps=1", status=status)
    assert word in refused.stderr and len(refused.complaints) == 1


@pytest.mark.parametrize("words, word", [
    (["--mass-ratio=0"], "ratio"),
    (["--impact=20"], "impact"),
    (["--velocity=-1"], "velocity"),
    (["-n", 1], "too few"),
])
def test_bad_collisions_are_refused(tmp_path: Path, words: List[str], word: str):
    path = tmp_path / "meet.tipsy"
    refused = gputest("generate", "collision", *words, "-o", path, status=BAD_INPUT)
    assert word in refused.stderr
    assert not path.exists()


@pytest.mark.thorough
def test_options_of_collisions_are_refused_for_other_particles(tmp_path: Path):
    path = tmp_path / "meet.tipsy"
    said = gputest("generate", "plummer", "--impact=2", "-o", path, status=USAGE).stderr
    assert "plummer takes no --impact" in said
    said = gputest("generate", "collision", "--model=disk", "-o", path, status=USAGE).stderr
    assert "disk" in said and "galaxy" in said
    gputest("generate", "collision", "--model=galaxy", "-n", 400, "-o", path)
    assert "n = 400" in gputest(*TREE, f"--input={path}", "--steps=2").stdout

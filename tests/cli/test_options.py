"""Options of every subcommand: no value may be empty, and unused options are refused."""

import re
from pathlib import Path
from typing import List, Tuple

import pytest

from command import QUICK, RIGHT, gputest, rows_of

USAGE, BAD_INPUT, OUT_OF_MEMORY = 2, 4, 5


def help_of(*subcommand: str) -> str:
    return gputest("help", *(subcommand or ["options"])).stdout


def section(text: str, title: str) -> List[str]:
    """The lines under "Subcommands:" or the like, up to the next title."""
    lines = text.splitlines()
    if title not in lines:
        return []
    rest = lines[lines.index(title) + 1 :]
    return rest[: next((k for k, line in enumerate(rest) if line and line[0] != " "), len(rest))]


def subcommands(parent: Tuple[str, ...] = ()) -> List[Tuple[str, ...]]:
    """The words of each subcommand; () is a run."""
    found = [parent]
    for line in section(help_of(*parent), "Subcommands:"):
        if match := re.match(r"  (\w+)", line):
            found += subcommands((*parent, match[1]))
    return found


def options_with_values(subcommand: Tuple[str, ...]) -> List[str]:
    """The options that take a value. In help, the value's kind follows the names after one blank."""
    names = re.findall(r"^  (-\S+) (?!Needs:|Excludes:)\S", help_of(*subcommand), re.MULTILINE)
    return [name.split(",")[-1] for name in names]


def positionals(subcommand: Tuple[str, ...]) -> List[str]:
    return [line.split()[0] for line in section(help_of(*subcommand), "Positionals:") if line[2:3].strip()]


SUBCOMMANDS = subcommands()
OPTIONS = [(*subcommand, option) for subcommand in SUBCOMMANDS for option in options_with_values(subcommand)]


def refusal(*args, status, folder: Path, **options) -> str:
    """Asserts one sentence on stderr, no other output and no file; returns the sentence."""
    finished = gputest(*args, status=None, cwd=folder, **options)
    assert finished.status in (status if isinstance(status, tuple) else (status,)), finished
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1, finished.stderr
    assert finished.stderr.startswith("gputest: ")
    assert list(folder.iterdir()) == []
    return finished.stderr


def test_every_subcommand_and_its_options_are_found():
    assert {("simulate",), ("il", "run"), ("compare",), ("generate",)} <= set(SUBCOMMANDS)
    expected = {("--input",), ("--output",), ("-n",), ("--cutoff",), ("--kernel",), ("--newton3",),
                ("simulate", "--restart"), ("il", "run", "--resource"), ("il", "run", "--domain"),
                ("il", "run", "--global"), ("generate", "--output"), ("compare", "--threshold")}
    assert expected <= set(OPTIONS)
    assert len(OPTIONS) > 80


@pytest.mark.alike
@pytest.mark.parametrize("words", OPTIONS, ids=" ".join)
def test_no_option_takes_an_empty_value(words: Tuple[str, ...], tmp_path: Path):
    *subcommand, option = words
    assert f"{option} has no value" in refusal(*subcommand, option, "", status=USAGE, folder=tmp_path)


@pytest.mark.parametrize("command", [[], ["simulate"], ["il", "run", "kernel"]], ids=" ".join)
def test_an_option_does_not_take_the_next_option_as_its_value(command: List[str], tmp_path: Path):
    sentence = refusal(*command, "--output=", "--help", status=USAGE, folder=tmp_path)
    assert "--output has no value" in sentence


@pytest.mark.alike
@pytest.mark.parametrize("subcommand", [s for s in SUBCOMMANDS if positionals(s)], ids=" ".join)
def test_no_argument_is_empty(subcommand: Tuple[str, ...], tmp_path: Path):
    several = any("..." in line for line in section(help_of(*subcommand), "Positionals:"))
    words = ["", ""] if several else [""]
    assert "has no value" in refusal(*subcommand, *words, status=USAGE, folder=tmp_path)


@pytest.mark.parametrize("given", ["cpu,,opencl", "cpu,", ",cpu", ","])
def test_no_value_of_a_list_is_empty(given: str, tmp_path: Path):
    assert "--api" in refusal(f"--api={given}", "-n", 8, status=USAGE, folder=tmp_path)


@pytest.mark.parametrize(
    "args, status, words",
    [
        ("--kernel=gravity_simd --cutoff=3", USAGE, ["--cutoff", "lj"]),
        # of another family; its value is parsed even so
        ("--kernel=gravity_simd --cutoff=banana", BAD_INPUT, ["--cutoff", "'banana'"]),
        ("--kernel=lj_naive --eps=0.1", USAGE, ["--eps", "gravity"]),
        ("--kernel=gravity_*,stencil_* --capacity=9", USAGE, ["--capacity", "neighbour"]),
        ("--kernel=gravity_simd --newton3=on", USAGE, ["--newton3"]),
        ("--kernel=gravity_simd --fmas=0,16", USAGE, ["--fmas"]),
        ("--input=bodies --seed=3", USAGE, ["--input", "--seed"]),
        ("--kernel=lj_simd --input=bodies --density=3", USAGE, ["--input", "--density"]),
        ("--kernel=neighbour_cell --input=bodies --periodic=on", USAGE, ["--input", "--periodic"]),
        ("--strategy=single --samples=5", USAGE, ["--samples", "--strategy=single"]),
        ("--strategy=single --max-time=5", USAGE, ["--max-time", "--strategy=single"]),
        # only for the layout of a 2D resource
        ("--kernel=gravity_simd --image-width=64", USAGE, ["--image-width", "layout"]),
        ("--api=cpu --image-width=64", USAGE, ["--image-width", "layout"]),
        ("--layout=soa,float4 --image-width=64", USAGE, ["--image-width", "layout"]),
        # no such kernel
        ("--api=cpu --kernel=neighbour_naive --cutoff=3", USAGE, ["cpu has no kernel neighbour_naive"]),
        # before a subcommand, which ignores it
        ("--output=result list kernels", USAGE, ["--output", "list"]),
        ("--eps=banana simulate", USAGE, ["--eps", "simulate"]),
        # simulate and plans
        ("simulate --eps=-5", BAD_INPUT, ["--eps", "-5"]),
        ("simulate --eps=0.1", USAGE, ["--eps", "gravity"]),
        ("simulate --kernel=gravity_simd --newton3=on", USAGE, ["--newton3"]),
        ("simulate --restart=c --temperature=1", USAGE, ["--restart", "--temperature"]),
        ("simulate --restart=c --seed=1", USAGE, ["--restart", "--seed"]),
        ("simulate --restart=c --density=1", USAGE, ["--restart", "--density"]),
        ("simulate --restart=c -n 9", USAGE, ["--restart", "-n"]),
        ("simulate --input=c -n 9", USAGE, ["--input", "-n"]),
        ("simulate --input=c --seed=9", USAGE, ["--input", "--seed"]),
        ("simulate --input=c --density=9", USAGE, ["--input", "--density"]),
        ("simulate --trajectory-every=5", USAGE, ["--trajectory-every", "--trajectory"]),
        ("simulate --checkpoint-every=5", USAGE, ["--checkpoint-every", "--checkpoint"]),
        ("il run plan.toml --step-limit=7", USAGE, ["plan"]),
        ("il run plan.toml --cal-device=Cypress", USAGE, ["plan"]),
    ],
)
def test_an_unused_option_is_refused(args: str, status: int, words: List[str], tmp_path: Path):
    sentence = refusal(*args.split(), status=status, folder=tmp_path)
    for word in words:
        assert word in sentence


@pytest.mark.thorough
def test_an_option_that_one_of_several_families_has_is_accepted():
    rows = rows_of("--api=cpu", "--kernel=gravity_simd,lj_simd", "-n", 64, "--cutoff=2", "--eps=0.1")
    assert [row["problem"].get("cutoff", row["problem"].get("eps")) for row in rows] == [0.1, 2]


def test_all_values_of_an_axis_are_accepted_for_a_kernel_without_it():
    """So one command can run kernels of several families."""
    (row,) = rows_of("--api=cpu", "--kernel=gravity_simd", "-n", 64, "--newton3=all", "--fmas=all")
    assert row["status"] in RIGHT


# Threads that would make OpenMP's run-time end the process


@pytest.mark.parametrize(
    "variables, status, words",
    [
        ({"OMP_NUM_THREADS": "1000000"}, BAD_INPUT, ["OMP_NUM_THREADS", "1000000"]),
        ({"OMP_NUM_THREADS": "2", "OMP_STACKSIZE": "1000000G"}, OUT_OF_MEMORY, ["OMP_STACKSIZE", "stacks of"]),
    ],
    ids=["too many", "too large"],
)
@pytest.mark.parametrize("args", ["--api=cpu --kernel=lj_simd -n 100", "simulate -n 100 --steps=1"])
def test_threads_that_cannot_be_started_are_refused(variables, status, words, args: str, tmp_path: Path):
    sentence = refusal(*args.split(), status=status, folder=tmp_path, env=variables)
    for word in words:
        assert word in sentence


# Clang's run-time library ends the process if a stack is too small for it.
SMALLEST = pytest.param("1b", marks=pytest.mark.unsanitized)


@pytest.mark.parametrize("size", ["4M", " 8192 K ", "100000", SMALLEST, "none"])
def test_possible_stack_sizes_are_accepted(size: str):
    env = {"OMP_NUM_THREADS": "3", "OMP_STACKSIZE": size}
    gputest(*QUICK, "--api=cpu", "--kernel=gravity_simd", "-n", 64, env=env)


# Memory


@pytest.mark.thorough
@pytest.mark.unsanitized
def test_a_neighbour_list_that_does_not_fit_is_refused_while_it_is_counted(tmp_path: Path):
    """All particles are neighbours: counting all 9e10 pairs would take minutes."""
    args = ["--api=cpu", "--kernel=lj_simd", "-n", 300_000, "--cutoff=1e9"]
    finished = gputest(*QUICK, *args, status=None, cwd=tmp_path)
    assert finished.status in (BAD_INPUT, OUT_OF_MEMORY), finished
    assert "neighbour list has over" in finished.stderr

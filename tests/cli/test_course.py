"""The course: every command of its lessons runs, every start is not yet done, every key is."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from command import ROOT, gputest

COURSE = ROOT / "docs" / "course"
LESSONS = sorted(COURSE.glob("[01][0-9]_*.md"))
KEYS = sorted(path.stem for path in (COURSE / "keys").glob("*.cl"))
USAGE, BAD_INPUT, NOT_YET = 2, 4, 1

# What a lesson's run is changed to: as small as can be, and one launch.
SIZE, SMALL = "-n", {"-n": "1000"}
COUNT = re.compile(r"^[\d.]+[kMG]?(\.\.[\w*]+)?$")

pytestmark = [pytest.mark.unsanitized, pytest.mark.opencl]


def commands_of(text):
    """The lines of the fenced blocks that begin with gputest, and what is said behind each."""
    for block in re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("gputest"):
                command, _, remark = line.partition("#")
                yield shlex.split(command)[1:], remark.strip()


def smaller(words):
    """A run's words with a small size; other commands as they are."""
    if not words or not words[0].startswith("-"):
        return words
    words = ["1000" if k > 0 and words[k - 1] == "-n" and COUNT.match(word) else word
             for k, word in enumerate(words)]
    return [*words, "--strategy=single", "--timeout=120"]


def checks_a_file(words):
    return words[0] == "exercise" and len(words) == 3 and not words[2].startswith("-")


def lesson_commands():
    for lesson in LESSONS:
        yield lesson.stem, list(commands_of(lesson.read_text()))


@pytest.mark.parametrize("commands", [pytest.param(c, id=name) for name, c in lesson_commands()])
def test_every_command_of_a_lesson_runs(commands, tmp_path: Path):
    assert commands
    for words, remark in commands:
        if remark.startswith("needs "):
            continue  # of a GPU, of clang-15: said beside the command
        if words[:3] == ["il", "run", "il_reference/kernels/gravity/texture2d.il"]:
            words = ["il", "run", str(ROOT / words[2]), *words[3:]]
        if checks_a_file(words):  # the start as it is
            done = gputest(*words, "--untimed", status=None, cwd=tmp_path)
            assert done.status in (0, NOT_YET), done.stderr
            assert done.stdout.endswith(("passed\n", "not yet\n"))
        else:
            gputest(*smaller(words), cwd=tmp_path)


def test_what_needs_more_says_so():
    remarks = {remark for _, commands in lesson_commands() for _, remark in commands if remark}
    assert remarks == {"needs a GPU", "needs a GPU build", "needs clang-15"}


def test_the_first_page_names_exercises_that_there_are():
    listed = gputest("exercise", "list").stdout
    for words, _ in commands_of((COURSE / "README.md").read_text()):
        assert words[0] == "exercise" and (words[1] == "list" or words[1] in listed)


def test_every_exercise_has_a_key_and_a_lesson_that_asks_it():
    listed = gputest("exercise", "list", env={"COLUMNS": "200"}).stdout
    names = re.findall(r"^ +\d+  (\w+)", listed, re.MULTILINE)
    assert sorted(names) == KEYS and len(set(names)) == len(names) >= 18
    asked = "".join(path.read_text() for path in LESSONS)
    key = (COURSE / "key.md").read_text()
    for name in names:
        assert f"gputest exercise {name} " in asked and f"(keys/{name}.cl)" in key


@pytest.mark.parametrize("name", KEYS)
def test_the_key_passes_and_the_start_does_not(name: str, tmp_path: Path):
    start = tmp_path / "mine.cl"
    gputest("exercise", name, "-o", start)
    done = gputest("exercise", name, start, "--untimed", status=None)
    timed = name == "atomics"  # whose check is a speed
    assert done.status == (0 if timed else NOT_YET), done.stdout
    assert gputest("exercise", name, COURSE / "keys" / f"{name}.cl", "--untimed").stdout.endswith(
        "passed\n")


def test_a_speed_is_held_against_the_start(tmp_path: Path):
    start = tmp_path / "mine.cl"
    gputest("exercise", "atomics", "-o", start)
    slow = gputest("exercise", "atomics", start, status=NOT_YET).stdout
    assert "NO  speed" in slow and "asked for: 2 at least" in slow
    fast = gputest("exercise", "atomics", COURSE / "keys" / "atomics.cl", status=None).stdout
    ratio = float(re.search(r"speed +([\d.]+) times", fast)[1])
    assert ratio > 2 and ("passed" in fast or "do not agree" in fast)


def test_counts_are_those_of_the_places(tmp_path: Path):
    text = (COURSE / "keys" / "coalescing.cl").read_text()
    two_apart = tmp_path / "apart.cl"
    old = "first + k * GT_BLOCK + l"
    new = "first + (k / 2) * 2 * GT_BLOCK + 2 * l + k % 2"
    assert old in text
    two_apart.write_text(text.replace(old, new))
    done = gputest("exercise", "coalescing", two_apart, "--untimed", status=NOT_YET).stdout
    assert re.search(r"NO  reads +2 lines", done) and re.search(r"NO  writes +2 lines", done)
    four_banks = tmp_path / "banks.cl"
    text = (COURSE / "keys" / "banks.cl").read_text()
    four_banks.write_text(text.replace("#define PITCH (EDGE + 1)", "#define PITCH (EDGE + 8)"))
    done = gputest("exercise", "banks", four_banks, "--untimed", status=NOT_YET).stdout
    assert re.search(r"NO  banks +8 turns", done), done


def test_a_wrong_kernel_is_not_passed_whatever_it_counts(tmp_path: Path):
    wrong = tmp_path / "wrong.cl"
    text = (COURSE / "keys" / "traffic.cl").read_text()
    wrong.write_text(text.replace("factor *", "2 * factor *"))
    done = gputest("exercise", "traffic", wrong, status=NOT_YET).stdout
    assert "NO  right" in done and "reads" not in done and "times as fast" not in done


def test_a_kernel_that_counts_nothing_is_not_passed(tmp_path: Path):
    mine = tmp_path / "mine.cl"
    gputest("template", "memory", "-o", mine)
    done = gputest("exercise", "coalescing", mine, status=NOT_YET).stdout
    assert "NO  counted" in done


def test_what_is_refused(tmp_path: Path):
    shutil.copy(COURSE / "keys" / "soa.cl", tmp_path / "soa.cl")
    path = tmp_path / "soa.cl"
    for words, status, said in [
        (["exercise", "coalesing"], USAGE, "did you mean coalescing"),
        (["exercise", "list", path], USAGE, "takes no file"),
        (["exercise", "soa", path, "-o", tmp_path / "x.cl"], USAGE, "exclude"),
        (["exercise", "soa", "-o", path], BAD_INPUT, "is there already"),
        (["exercise", "soa", "-o", tmp_path / "x.il"], BAD_INPUT, "OpenCL C"),
        (["exercise", "coalescing", path], BAD_INPUT, "is of gravity_soa_key"),
        (["exercise", "soa", tmp_path / "none.cl"], BAD_INPUT, "cannot read"),
        (["exercise", "soa", path, "--timeout=0"], BAD_INPUT, "--timeout"),
        (["exercise", "soa", path, "--device=cpu:9"], None, "cpu:9"),
    ]:
        done = gputest(*words, status=status)
        assert done.status != 0 and said in done.stderr, done.stderr
    named = tmp_path / "named.cl"
    named.write_text(path.read_text().replace("gravity_soa_key", "gravity_soa"))
    done = gputest("exercise", "soa", named, status=BAD_INPUT)
    assert "name of the exercise's start" in done.stderr

"""The course: every command of the lessons runs, no start passes its exercise, every key does."""

import re
import shlex
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest

from command import OCLGRIND, ROOT, gputest, listed, on_oclgrind

COURSE = ROOT / "docs" / "course"
LESSONS = sorted(COURSE.glob("[01][0-9]_*.md"))
KEYS = sorted(path.stem for path in (COURSE / "keys").glob("*.cl"))
USAGE, BAD_INPUT, NOT_YET = 2, 4, 1

RACING = {"barrier", "a missing barrier"}  # an exercise's start, and a likely answer, with data races

# Sizes; the tests replace them by a small one.
COUNT = re.compile(r"^[\d.]+[kMG]?(\.\.[\w*]+)?$")

pytestmark = [pytest.mark.opencl]


def commands_of(text):
    """Each command of the fenced blocks that begins with gputest or head: its words (without gputest),
    and the comment after it."""
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside and line.startswith(("gputest", "head ")):
            command, _, remark = line.partition("#")
            words = shlex.split(command)
            yield words[words[0] == "gputest":], remark.strip()


def smaller(words):
    """A run's words with a small size; other commands as they are."""
    if not words or not words[0].startswith("-"):
        return words
    words = ["1000" if k > 0 and words[k - 1] == "-n" and COUNT.match(word) else word
             for k, word in enumerate(words)]
    words = [re.sub(r"\b64\b", "8", word) if word.startswith("--shape=") else word
             for word in words]
    return [*words, "--strategy=single", "--isolate=off"]


def checks_a_file(words):
    return words[0] == "exercise" and len(words) == 3 and not words[2].startswith("-")


def run_small(words, folder):
    """Runs the command in the folder. A checked file is the unchanged start, so the check fails. The
    start of atomics is only too slow, so its untimed check passes."""
    if words[-2:-1] == [">"]:
        with open(folder / words[-1], "wb") as file:
            if words[0] == "head":
                subprocess.run(words[:-2], stdout=file, check=True)
            else:
                gputest(*words[:-2], cwd=folder, stdout=file)
    elif checks_a_file(words):
        if words[1] in RACING and not OCLGRIND.exists():
            return
        slow = words[1] == "atomics"
        done = gputest(*words, "--untimed", status=0 if slow else NOT_YET, cwd=folder,
                       env=on_oclgrind(folder) if words[1] in RACING else None)
        assert done.stdout.endswith("passed\n" if slow else "not yet\n"), done.stdout
    else:
        gputest(*smaller(words), cwd=folder)


@lru_cache(None)
def can_count():
    """Whether the device of the lessons' counts is here; it needs hiprtc or hipcc, and LLVM's library."""
    return any(entry["device"] == "hip:gfx90a" and "compiled by" in entry["note"]
               for entry in listed("devices"))


def lesson_commands():
    for lesson in LESSONS:
        yield lesson.stem, list(commands_of(lesson.read_text()))


# Two lessons are in the fast tier.
@pytest.mark.every_case
@pytest.mark.parametrize("commands", [
    pytest.param(commands, id=name, marks=[] if name[:2] in ("01", "08") else [pytest.mark.thorough])
    for name, commands in lesson_commands()
])
def test_every_command_of_a_lesson_runs(commands, tmp_path: Path):
    assert commands
    for words, remark in commands:
        if not remark.startswith("needs ") and ("--count" not in words or can_count()):
            run_small(words, tmp_path)


def is_there(what):
    apis = {api["api"]: api["devices"] for api in listed("apis")}
    kernels = {kernel["api"] for kernel in listed("kernels")}
    return {"needs a GPU": apis.get("cuda", 0) > 0, "needs a CUDA build": "cuda" in kernels,
            "needs clang-15": shutil.which("clang-15") is not None}[what]


@pytest.mark.parametrize("words, remark", [
    pytest.param(words, remark, id=" ".join(words))
    for _, commands in lesson_commands() for words, remark in commands if remark])
def test_a_command_that_needs_more_says_so(words, remark, tmp_path: Path):
    if not is_there(remark):
        pytest.skip(f"the lesson says that it {remark}")
    run_small(words, tmp_path)


def test_the_first_page_names_only_existing_exercises():
    listed = gputest("exercise", "list").stdout
    for words, _ in commands_of((COURSE / "README.md").read_text()):
        assert words[0] == "grade" or words[0] == "exercise" and (words[1] == "list" or words[1] in listed)


def test_every_exercise_has_a_key_and_a_lesson():
    listed = gputest("exercise", "list", env={"COLUMNS": "200"}).stdout
    names = re.findall(r"^ +\d+  (\w+)", listed, re.MULTILINE)
    assert sorted(names) == KEYS and len(set(names)) == len(names) >= 18
    asked = "".join(path.read_text() for path in LESSONS)
    key = (COURSE / "key.md").read_text()
    for name in names:
        assert f"gputest exercise {name} " in asked and f"(keys/{name}.cl)" in key


@pytest.mark.parametrize("name", KEYS)
def test_the_key_passes(name: str):
    done = gputest("exercise", name, COURSE / "keys" / f"{name}.cl", "--untimed")
    assert done.stdout.endswith("passed\n")


STARTS = ROOT / "opencl" / "kernels" / "course"

# Likely first attempts: the exercise, the text, the changes to it, and the check that fails.
LIKELY = {
    "strided reads and coalesced writes": (
        "apart", COURSE / "keys" / "apart.cl",
        [("records[l] = COUNTED_READ(source, i)", "records[l] = source[i]"),
         ("records[of_group * COMPONENTS + component]",
          "COUNTED_READ(source, record * COMPONENTS + component)")], r"NO  reads +5 lines"),
    "all rows of a cube at once": (
        "cubes", COURSE / "keys" / "cubes.cl", [("step - row - depth", "step")], r"NO  waits"),
    "a missing barrier": (
        "indices", COURSE / "keys" / "indices.cl", [("barrier(CLK_LOCAL_MEM_FENCE);", "")],
        r"NO  waits"),
    "wavefronts of cells": ("cubes", STARTS / "cubes.cl", [], r"NO  launches +94 enqueues"),
    "one addition per item": (
        "groups", STARTS / "groups.cl", [], r"NO  adds +65536 atomic additions"),
    "compensated sums": (
        "bits", COURSE / "keys" / "digits.cl", [], r"NO  bits +[1-9]\d* of 4096 results change"),
    "doubles": ("bits", COURSE / "keys" / "bits.cl", [("long", "double")],
                "it uses double, and must not"),
    "one run per item": (
        "indices", STARTS / "runs.cl",
        [("* RUN;", "* RUN;\n  const uint at = first < n ? COUNTED_READ(index, first) : 0;"),
         ("index[i]", "at + i - first")], r"NO  reads +32 lines"),
    "a march that reads cells again": (
        "march", COURSE / "keys" / "march.cl",
        [("behind = here", "behind = COUNTED_READ(cells, i)")], r"NO  reads +5\.\d+ reads"),
}


@pytest.mark.parametrize("likely", LIKELY)
def test_a_likely_first_attempt_does_not_pass(likely: str, tmp_path: Path):
    name, path, changes, found = LIKELY[likely]
    text = path.read_text().replace(f"_{name}(", "_likely(").replace(f"_{name}\n", "_likely\n")
    text = text.replace(f"_{name}_zero(", "_likely_zero(")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    mine = tmp_path / "mine.cl"
    mine.write_text(text)
    env = None
    if likely in RACING:
        if not OCLGRIND.exists():
            pytest.skip("Oclgrind is not installed")
        env = on_oclgrind(tmp_path)
    done = gputest("exercise", name, mine, "--untimed", status=NOT_YET, env=env).stdout
    assert re.search(found, done), done


def test_every_lesson_has_three_checked_exercises():
    names = re.findall(r"^ +(\d+)  \w+", gputest("exercise", "list").stdout, re.MULTILINE)
    assert {lesson: names.count(lesson) for lesson in names} == {str(k): 3 for k in range(1, 11)}


@pytest.mark.idle
def test_a_speed_is_compared_with_the_start(tmp_path: Path):
    start = tmp_path / "mine.cl"
    gputest("exercise", "atomics", "-o", start)
    slow = gputest("exercise", "atomics", start, status=NOT_YET).stdout
    assert "NO  speed" in slow and "asked for: 2 at least" in slow
    fast = gputest("exercise", "atomics", COURSE / "keys" / "atomics.cl", status=None).stdout
    ratio = float(re.search(r"speed +([\d.]+) times", fast)[1])
    assert ratio > 2 and ("passed" in fast or "rounds disagree" in fast)


@pytest.mark.thorough
def test_counts_follow_from_the_accessed_addresses(tmp_path: Path):
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


def test_a_wrong_kernel_never_passes(tmp_path: Path):
    wrong = tmp_path / "wrong.cl"
    text = (COURSE / "keys" / "traffic.cl").read_text()
    wrong.write_text(text.replace("factor *", "2 * factor *"))
    done = gputest("exercise", "traffic", wrong, status=NOT_YET).stdout
    assert "NO  right" in done and "reads" not in done and "times as fast" not in done


NOWHERE = "*(volatile __global gt_real*)(size_t)8 = 1;"


@pytest.mark.every_case
@pytest.mark.parametrize("name, old, new, options, found", [
    ("coalescing", "if (first >= n) return;", NOWHERE, [], r"NO right n = 1: .*ended its process: SIG"),
    ("coalescing", "++k", "k += (n == 5)", ["--timeout=4"], r"NO right n = 1: .*within 4 s"),
    ("indices", "if (i < n) COUNTED_WRITE",
     # The text of a macro that is not defined is its name, which is longer than its value 1.
     "\n#define JOIN(a, b) a##b\n#define TEXT(a) #a\n#define TEXT_OF(a) TEXT(a)\n"
     f"if (sizeof(TEXT_OF(JOIN(GT_ITEMS, _REVERSED))) < 8) {{ {NOWHERE} }}\nif (i < n) COUNTED_WRITE", [],
     r"ok right .*NO waits n = 1, with the items of a group in the opposite order: the kernel ended"),
], ids=["crashes", "hangs", "crashes in the opposite order"])
def test_a_kernel_that_ends_its_check_has_not_passed(name, old, new, options, found, tmp_path: Path):
    text = (COURSE / "keys" / f"{name}.cl").read_text()
    assert old in text
    bad = tmp_path / "bad.cl"
    bad.write_text(text.replace(old, new))
    said = " ".join(gputest("exercise", name, bad, "--untimed", *options, status=NOT_YET).stdout.split())
    assert re.search(found, said) and said.endswith(" not yet"), said


@pytest.mark.parametrize("condition", [
    "#ifdef GT_COUNT", "#if defined(GT_CO\\\nUNT)", "#ifndef COUNTED_NOTE", "#if defined COUNTED_READ",
    '#include "mine.h"'])
def test_a_kernel_that_does_something_else_while_it_is_counted_has_not_passed(condition, tmp_path: Path):
    """Timed, it is the start of the exercise."""
    (tmp_path / "mine.h").write_text("#ifdef GT_COUNT\n#define NEIGHBOURS\n#endif\n")
    if "mine.h" in condition:
        condition = f"{condition}\n#ifdef NEIGHBOURS"
    start, asked = "first + l * EACH + k", "first + k * GT_BLOCK + l"
    cheat = tmp_path / "cheat.cl"
    gputest("exercise", "coalescing", "-o", cheat)
    text = cheat.read_text()
    assert start in text
    cheat.write_text(text.replace("memory_coalescing", "memory_cheat").replace(
        f"const uint i = {start};", f"\n{condition}\nconst uint i = {asked};\n#else\nconst uint i = {start};\n#endif"))
    done = gputest("exercise", "coalescing", cheat, "--untimed", status=NOT_YET).stdout
    assert "NO  text" in done and "belongs to the check" in done and done.rstrip().endswith("not yet")


def test_a_kernel_that_does_not_build_shows_the_compilers_message(tmp_path: Path):
    bad = tmp_path / "bad.cl"
    text = (COURSE / "keys" / "coalescing.cl").read_text()
    bad.write_text(text.replace("COUNTED_ITEM", "COUNTED_ITEM nonsense", 1))
    done = gputest("exercise", "coalescing", bad, status=NOT_YET)
    assert "does not build" in done.stdout and "nonsense" in done.stderr


def test_a_kernel_without_counters_does_not_pass(tmp_path: Path):
    mine = tmp_path / "mine.cl"
    gputest("template", "memory", "-o", mine)
    done = gputest("exercise", "coalescing", mine, status=NOT_YET).stdout
    assert "NO  counted" in done


def test_bad_arguments_are_refused(tmp_path: Path):
    shutil.copy(COURSE / "keys" / "soa.cl", tmp_path / "soa.cl")
    path = tmp_path / "soa.cl"
    for words, status, said in [
        (["exercise", "coalesing"], USAGE, "did you mean coalescing"),
        (["exercise", "list", path], USAGE, "takes no file"),
        (["exercise", "soa", path, "-o", tmp_path / "x.cl"], USAGE, "exclude"),
        (["exercise", "soa", "-o", path], BAD_INPUT, "already exists"),
        (["exercise", "soa", "-o", tmp_path / "x.il"], BAD_INPUT, "OpenCL C"),
        (["exercise", "coalescing", path], BAD_INPUT, "has the kernel gravity_soa_key"),
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

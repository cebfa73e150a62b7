"""Users' kernels: templates pass verification, faults are found, wrong files are refused."""

import re
from pathlib import Path

import pytest

from command import BARELY, RIGHT, gputest, listed, rows_of

USAGE, FAILED, BAD_INPUT = 2, 1, 4


def template(folder: Path, family: str = "gravity", *args, name: str = "mine.cl") -> Path:
    path = folder / name
    gputest("template", family, *args, "-o", path)
    return path


def altered(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


def families_in(api: str):
    return sorted({kernel["kernel"].split("_")[0] for kernel in listed("kernels") if kernel["api"] == api})


@pytest.mark.thorough
@pytest.mark.opencl
def test_every_familys_template_verifies(tmp_path: Path):
    for family in families_in("opencl"):
        path = template(tmp_path, family, name=f"{family}_own.cl")
        (row,) = rows_of(f"--my-kernel={path}", f"--as={family}", "-n", 300)
        assert row["status"] in RIGHT and row["kernel"] == f"{family}_own", family
        assert row["text"]["replaced"] == [str(path)]


def test_a_template_explains_every_argument():
    for family in families_in("opencl"):
        text = gputest("template", family).stdout
        contract = text[text.index("in this order") : text.index("*/")].splitlines()[2:]
        arguments = [line for line in contract if re.match(r" \* \S", line)]
        assert len(arguments) >= 3
        for line in arguments:
            assert len(line) > 44 and line[43] != " ", f"{family}: {line!r}"


@pytest.mark.opencl
def test_a_template_reads_the_requested_layout(tmp_path: Path):
    path = template(tmp_path, "gravity", "--layout=soa")
    text = path.read_text()
    for array in "xyzm":
        assert f"__global const gt_real* restrict {array}," in text
    (row,) = rows_of(f"--my-kernel={path}", "-n", 100)
    assert row["layout"] == "soa" and row["status"] in RIGHT


@pytest.mark.thorough
@pytest.mark.opencl
def test_users_kernels_in_two_apis_run_together_with_built_in_ones(tmp_path: Path):
    template(tmp_path)
    template(tmp_path, "gravity", "--api=il", name="mine.il")
    rows = rows_of(f"--my-kernel={tmp_path}/*", "--kernel=gravity_naive,gravity_mine",
                   "--api=opencl,il", "-n", 100)
    kinds = {(row["api"], row["kernel"]) for row in rows if row["status"] in RIGHT}
    assert {("opencl", "gravity_naive"), ("opencl", "gravity_mine"), ("il", "gravity_mine")} <= kinds


@pytest.mark.opencl
@pytest.mark.parametrize("old, new", [
    ("j < (int)n", "j < (int)n - 1"),
    ("sums[i] = ", "if (!isnan(sums[i].x)) return; sums[i] = (gt_real)0.999f * "),
    ("if (i >= n) return;", "if (i >= n || i % 64 == 7) return;"),
    ("(ax, ay, az, w);", "(ax, ay, -az, w);"),
])
def test_a_planted_fault_of_a_users_kernel_is_found(old: str, new: str, tmp_path: Path):
    path = altered(template(tmp_path), old, new)
    (row,) = rows_of(f"--my-kernel={path}", "-n", 1000, status=FAILED)
    assert row["status"] == "failed" and row["rate"] is None


@pytest.mark.opencl
def test_a_compilers_message_names_file_and_line(tmp_path: Path):
    path = altered(template(tmp_path), "sums[i] =", "sum[i] =")
    line = 1 + path.read_text()[: path.read_text().index("sum[i] =")].count("\n")
    finished = gputest(*BARELY, f"--my-kernel={path}", "-n", 100, status=BAD_INPUT)
    assert f"{path}:{line}:" in finished.stderr


@pytest.mark.opencl
def test_a_header_next_to_a_users_kernel_is_included(tmp_path: Path):
    path = altered(template(tmp_path), '#include "opencl/kernels/gravity/gravity.h"',
                   '#include "opencl/kernels/gravity/gravity.h"\n#include "one.h"')
    altered(path, "(ax, ay, az, w);", "(ax * ONE, ay, az, w);")
    (tmp_path / "one.h").write_text("#define ONE 1\n")
    (row,) = rows_of(f"--my-kernel={path}", "-n", 100)
    assert row["status"] in RIGHT


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_users_kernel_with_wrong_parameters_costs_only_its_row(tmp_path: Path):
    path = altered(template(tmp_path), "const gt_real eps2)", "const gt_real eps2, const uint more)")
    rows = rows_of(f"--my-kernel={path}", "--api=opencl", "--kernel=gravity_mine,gravity_naive",
                   "-n", 100, status=BAD_INPUT)
    by_name = {row["kernel"]: row for row in rows}
    assert by_name["gravity_naive"]["status"] in RIGHT
    assert by_name["gravity_mine"]["status"] == "error"
    assert "gravity_mine has 5 parameters for 4 arguments" in by_name["gravity_mine"]["reason"]


BARE = "__kernel void f(void) {}\n"
HEAD = "/* gputest kernel: %s\n * layouts = float4\n * precisions = fp32\n * blocks = 64\n" \
       " * launch = per_item */\n"


@pytest.mark.parametrize("name, text, args, status, words", [
    ("mine.cl", None, "", BAD_INPUT, "cannot read"),
    ("mine.cl", BARE, "--as=gravity", BAD_INPUT, "does not name its kernel"),
    ("mine.cl", HEAD % "grvity_mine", "", BAD_INPUT, "no family has a name that begins it"),
    ("mine.cl", HEAD % "gravity_mine", "--as=lj", BAD_INPUT, "does not belong to --as=lj"),
    ("mine.cl", HEAD % "gravity_mine", "--as=gravty", USAGE, "did you mean gravity"),
    ("mine.cl", HEAD % "gravity_naive", "--api=opencl", BAD_INPUT, "another kernel of the same API has its name"),
    ("mine.cl", HEAD % "gravity_mine" + "/* no text */", "", BAD_INPUT, "gravity_mine"),
    ("mine.txt", BARE, "", USAGE, "OpenCL C (.cl), C++ (.cpp), IL (.il)"),
    ("mine.il", "; gputest kernel: lj_mine\n", "", BAD_INPUT, "only for gravity, not for lj"),
    ("mine.cl", BARE, "--as=", USAGE, "has no value"),
])
def test_a_bad_users_kernel_is_refused(name: str, text, args: str, status: int, words: str,
                                               tmp_path: Path):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    finished = gputest(*BARELY, f"--my-kernel={path}", *args.split(), "-n", 64, status=status)
    assert words in finished.stderr
    assert len(finished.complaints) == 1


def test_as_needs_a_users_kernel_and_a_pattern_needs_a_file(tmp_path: Path):
    assert "--my-kernel" in gputest("--as=gravity", status=USAGE).stderr
    finished = gputest(f"--my-kernel={tmp_path}/*.cl", status=BAD_INPUT)
    assert "matches no file" in finished.stderr


@pytest.mark.parametrize("args, status, words", [
    ("gravty", USAGE, "did you mean gravity"),
    ("gravity --api=cud", USAGE, "API of templates"),
    ("neighbour --api=cuda", USAGE, "neighbour has no template in cuda"),
    ("gravity --api=cpu --layout=image2d", USAGE, "no layout of gravity 'image2d'"),
    ("gravity --api=cuda -o mine.hip", BAD_INPUT, "needs a file name *.cu"),
    ("lj --api=il", USAGE, "lj has no kernel in il"),
    ("gravity --layout=row_major", USAGE, "no layout of gravity 'row_major'"),
    ("gravity -o mine.txt", BAD_INPUT, "needs a file name *.cl"),
    ("gravity -o no/such/mine.cl", BAD_INPUT, "no/such"),
])
def test_bad_arguments_of_template_are_refused(args: str, status: int, words: str, tmp_path: Path):
    finished = gputest("template", *args.split(), status=status, cwd=tmp_path)
    assert words in finished.stderr and finished.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_template_replaces_no_file(tmp_path: Path):
    path = template(tmp_path)
    path.write_text("my work")
    finished = gputest("template", "gravity", "-o", path, status=BAD_INPUT)
    assert "already exists" in finished.stderr and path.read_text() == "my work"

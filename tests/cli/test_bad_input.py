"""Bad input gives one clear sentence and the documented status, and leaves no half-written file."""

import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Tuple

import pytest

from command import BINARY, QUICK, RIGHT, gputest, opencl_source, parse_table, rows_of

USAGE, UNAVAILABLE, BAD_INPUT, OUT_OF_MEMORY = 2, 3, 4, 5

ONE = ["--api=cpu", "--kernel=gravity_simd", *QUICK]


class Case(NamedTuple):
    args: str  # {folder} is an empty folder
    status: int
    words: Tuple[str, ...]  # of the sentence


def contents(folder: Path) -> List[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refused(args, status: int, words, folder: Path, env=None) -> str:
    """Asserts one sentence with the words on stderr, no other output and no new file; returns it."""
    before = contents(folder)
    finished = gputest(*args, status=status, env=env)
    assert finished.stdout == ""
    lines = finished.stderr.splitlines()
    assert len(lines) == 1, finished.stderr
    assert lines[0].startswith("gputest: ")
    for word in words:
        assert str(word) in lines[0]
    assert contents(folder) == before
    return lines[0]


COUNTS = [
    Case("-n 0", BAD_INPUT, ("-n", "above 0", "'0'")),
    Case("-n 200..100", BAD_INPUT, ("-n", "A <= B")),
    Case("-n 100..200*1", BAD_INPUT, ("-n", "F >= 2")),
    Case(f"-n {10**30}", BAD_INPUT, ("-n", str(10**30), "64 bits")),
    Case(f"-n {2**50}", OUT_OF_MEMORY, (str(2**50), "host memory", "free")),
    Case(f"-n 100,{2**50}", OUT_OF_MEMORY, (str(2**50), "host memory", "free")),
]

NUMBERS = [
    Case("-n 50 --eps=nan", BAD_INPUT, ("--eps", "finite", "'nan'")),
    Case("-n 50 --eps=-0.5", BAD_INPUT, ("--eps", "at least 0", "-0.5")),
    Case("-n 50 --image-width=0", BAD_INPUT, ("--image-width", "positive", "'0'")),
    Case(f"-n 50 --image-width={2**40}", BAD_INPUT, ("--image-width", str(2**40))),
    Case("-n 50 --seed=-1", BAD_INPUT, ("--seed", "whole number", "'-1'")),
    Case(f"-n 50 --seed={2**64}", BAD_INPUT, ("--seed", str(2**64))),
    Case("-n 50 --timeout=0", BAD_INPUT, ("--timeout", "'0'")),
    Case("-n 50 --timeout=soon", BAD_INPUT, ("--timeout", "'soon'")),
]

NAMES = [
    Case("--kernal=gravity_simd", USAGE, ("--kernal", "did you mean --kernel?")),
    Case("--api=opencll", USAGE, ("no API 'opencll'", "did you mean opencl?")),
    Case("--api=cpu,cqu", USAGE, ("no API 'cqu'", "cpu")),
    Case("--api=zzz", USAGE, ("no API 'zzz'", "cpu", "opencl")),
    Case("--kernel=gravity_simb", USAGE, ("no kernel 'gravity_simb'", "did you mean gravity_simd")),
    Case("--kernel=nothing*", USAGE, ("no kernel 'nothing*'", "gravity_naive")),
    Case("--layout=foat4", USAGE, ("no layout 'foat4'", "did you mean float4?")),
    Case("--precision=fp16", USAGE, ("no precision 'fp16'", "fp32")),
    Case("--precision=double", USAGE, ("no precision 'double'", "fp64")),
    Case("--device=cpu:7", UNAVAILABLE, ("no device 'cpu:7'", "did you mean cpu:0?")),
    Case("--device=abacus", UNAVAILABLE, ("no device 'abacus'", "cpu:0")),
    Case("--format=jsn", USAGE, ("no format 'jsn'", "did you mean json?")),
    Case("--format=xml", USAGE, ("no format 'xml'", "table, json, csv, md")),
    Case("--columns=celsius,wats", USAGE, ("no column 'wats'", "did you mean watts?")),
    Case("lst", USAGE, ("'lst'", "did you mean list?")),
    Case("lst kernels", USAGE, ("'lst'", "did you mean list?")),
    Case("frobnicate", USAGE, ("'frobnicate'", "list", "describe", "generate", "compare")),
    Case("list kernls", USAGE, ("no list 'kernls'", "did you mean kernels?")),
    Case("list", USAGE, ("apis", "devices", "kernels", "layouts", "formats")),
    Case("list kernels --format=xml", USAGE, ("table or json",)),
    Case("describe gravity_simb", USAGE, ("no kernel or layout 'gravity_simb'", "gravity_simd")),
    Case("describe cpu:gravity_simb", USAGE, ("layout 'cpu:gravity_simb'", "cpu:gravity_simd")),
    Case("describe", USAGE, ("kernel",)),
    Case("completion tcsh", USAGE, ("no shell 'tcsh'", "bash, zsh")),
    Case("--baseline=gravity_simb", USAGE, ("gravity_simb", "not among the cases")),
    Case("--baseline=cpu:gravity_zero", USAGE, ("cpu:gravity_zero", "not among the cases")),
    Case("--api=cpu --layout=image2d", USAGE, ("layout",)),
    Case("-n 8 --input=bodies", USAGE, ("-n", "--input")),
    Case("--api=cpu -n 8 --forces={folder}/f", USAGE, ("--forces", "one kernel", "5 cases")),
    Case("{one} -n 8 --forces={folder}/f --output={folder}/f", USAGE, ("--forces", "--output")),
]

GENERATE = [
    Case("generate plumer -o {folder}/f", USAGE, ("'plumer'", "did you mean plummer?")),
    Case("generate plummer", USAGE, ("--output",)),
    Case("generate plummer --to=xyx -o {folder}/f", USAGE, ("'xyx'", "xyz")),
    Case("generate plummer --edge=2 -o {folder}/f", USAGE, ("plummer takes no --edge",)),
    Case("generate lattice -n 8 -o {folder}/f", USAGE, ("lattice takes no -n",)),
    Case("generate plummer -n 8,9 -o {folder}/f", BAD_INPUT, ("single -n", "'8,9'")),
    Case("generate plummer -n 8 --seed=x -o {folder}/f", BAD_INPUT, ("--seed", "'x'")),
    Case("generate uniform -n 8 --edge=nan -o {folder}/f", BAD_INPUT, ("edge", "finite")),
    Case(f"generate plummer -n {2**50} -o {{folder}}/f", OUT_OF_MEMORY, ("memory",)),
]

PATHS = [
    Case("{one} -n 8 --output={folder}/none/f", BAD_INPUT, ("cannot write", "none/f", "No such")),
    Case("{one} -n 8 --output={folder}", BAD_INPUT, ("cannot write", "directory")),
    Case("{one} -n 8 --output=/dev/null/f", BAD_INPUT, ("cannot write", "Not a directory")),
    Case("{one} -n 8 --forces={folder}/none/f", BAD_INPUT, ("cannot write", "none/f", "No such")),
    Case("{one} -n 8 --forces={folder}", BAD_INPUT, ("cannot write", "directory")),
    Case("generate plummer -n 8 -o {folder}/none/f", BAD_INPUT, ("cannot write", "No such")),
    Case("generate plummer -n 8 -o {folder}", BAD_INPUT, ("cannot write", "directory")),
    Case("generate plummer -n 8 -o /dev/full", BAD_INPUT, ("/dev/full", "No space left")),
]


def processor_seconds() -> float:
    """CPU time of the programs that have ended, which does not depend on other load."""
    spent = os.times()
    return spent.children_user + spent.children_system


def assert_refused(case: Case, folder: Path) -> None:
    args = []
    for word in case.args.split():
        args += ONE if word == "{one}" else [word.format(folder=folder)]
    start = processor_seconds()
    refused(args, case.status, case.words, folder)
    assert processor_seconds() - start < 2, "before anything is allocated or run"


def each_of(cases: List[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.args)


@each_of(COUNTS + NUMBERS)
def test_an_invalid_number_is_refused_with_one_sentence(case: Case, tmp_path: Path):
    assert_refused(case, tmp_path)


@each_of(NAMES)
def test_an_unknown_name_is_refused_with_one_sentence(case: Case, tmp_path: Path):
    assert_refused(case, tmp_path)


@each_of(GENERATE)
def test_invalid_particles_are_refused_with_one_sentence(case: Case, tmp_path: Path):
    assert_refused(case, tmp_path)


@each_of(PATHS)
def test_a_file_that_cannot_be_written_is_refused_with_one_sentence(case: Case, tmp_path: Path):
    assert_refused(case, tmp_path)


def test_all_sizes_are_checked_before_the_first_particle_is_made(tmp_path: Path):
    """Ten million particles take a second to make."""
    start = processor_seconds()
    refused([*ONE, "-n", f"10000000,{2**50}"], OUT_OF_MEMORY, ["memory"], tmp_path)
    assert processor_seconds() - start < 0.5


# Files of particles


def first_half(content: bytes) -> bytes:
    return content[: len(content) // 2]


# The readers' unit tests check every error of each format.
SPOILED: Dict[str, Tuple[str, Callable[[bytes], bytes]]] = {
    "xyz cut in half": ("xyz", first_half),
    "gadget cut in half": ("gadget", first_half),
    # A full disk or a broken connection cuts a file; it is sound up to its last number.
    "table cut in its last number": ("table", lambda content: content.rstrip()[:-1]),
    "nbody with a NaN mass": ("nbody", lambda content: content.replace(b"0.2", b"nan", 1)),
    # The big-endian header has the number of bodies at byte 8, of dark ones at 20: all are dark.
    "tipsy with too many bodies": ("tipsy", lambda content: content[:8] + struct.pack(">i", 2**31 - 1) + content[12:]),
    "zeros": ("nbody", lambda content: b"\0" * 4096),
    "html": ("nbody", lambda content: b"<!DOCTYPE html>\n<html></html>\n"),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_spoiled_file_is_refused_by_name(what: str, small_files: Path, tmp_path: Path):
    name, spoil = SPOILED[what]
    original = (small_files / name).read_bytes()
    path = tmp_path / "snapshot"
    path.write_bytes(spoil(original))
    assert path.read_bytes() != original
    refused([*ONE, f"--input={path}"], BAD_INPUT, [path], tmp_path)


def test_a_missing_file_or_a_folder_is_refused(tmp_path: Path):
    refused([*ONE, f"--input={tmp_path}/x"], BAD_INPUT, [f"{tmp_path}/x", "No such"], tmp_path)
    refused([*ONE, f"--input={tmp_path}"], BAD_INPUT, [tmp_path, "folder"], tmp_path)
    refused([*ONE, "--input=/dev/zero"], BAD_INPUT, ["/dev/zero"], tmp_path)


def twins(path: Path, apart: str = "1") -> Path:
    path.write_text(f"1 0 0 0 0 0 0\n1 1 2 3 0 0 0\n1 {apart} 2 3 0 0 0\n")
    return path


def test_two_bodies_at_the_same_place_need_softening(tmp_path: Path):
    path = twins(tmp_path / "twins.tab")
    words = ["bodies 1 and 2", "same place", "--eps"]
    refused([*ONE, f"--input={path}", "--eps=0"], BAD_INPUT, words, tmp_path)
    assert rows_of("--api=cpu", f"--input={path}", "--eps=0.1")[0]["status"] in RIGHT


# Cases refused one at a time: the others run, and the row gives the reason


def test_two_bodies_at_the_same_place_only_in_single_precision(tmp_path: Path):
    path = twins(tmp_path / "twins.tab", apart="1.0000000001")
    args = ["--api=cpu", "--kernel=gravity_simd", "--eps=0", f"--input={path}", "--precision=all"]
    single, double = rows_of(*args, status=BAD_INPUT)
    assert double["status"] in RIGHT
    assert single["status"] == "error"
    assert "bodies 1 and 2" in single["reason"] and "fp32" in single["reason"]


@pytest.mark.thorough
def test_they_are_refused_without_verification_too(tmp_path: Path):
    """Otherwise --forces would write finite forces that are infinite."""
    path = twins(tmp_path / "twins.tab", apart="1.0000000001")
    args = ["--api=cpu", "--kernel=gravity_simd", "--eps=0", f"--input={path}", "--no-verify"]
    row = rows_of(*args, f"--forces={tmp_path / 'forces'}", status=BAD_INPUT)[0]
    assert row["status"] == "error" and "bodies 1 and 2" in row["reason"]
    assert contents(tmp_path) == ["twins.tab"]


@pytest.mark.parametrize(
    "eps, words", [("1e-30", ["eps", "too small", "fp32"]), ("1e30", ["eps", "too large", "fp32"])]
)
def test_an_eps_that_only_double_precision_holds(eps: str, words: List[str]):
    single, double = rows_of(
        "--api=cpu",
        "--kernel=gravity_simd",
        "-n",
        50,
        f"--eps={eps}",
        "--precision=all",
        status=BAD_INPUT,
    )
    assert double["status"] in RIGHT
    assert single["status"] == "error"
    for word in words:
        assert word in single["reason"]


def test_forces_that_cannot_be_written_make_the_row_an_error():
    row = rows_of(
        "--api=cpu", "--kernel=gravity_simd", "-n", 50, "--forces=/dev/full", status=BAD_INPUT
    )[0]
    assert row["status"] == "error"
    assert "/dev/full" in row["reason"] and "No space left" in row["reason"]


@pytest.mark.thorough
def test_stderr_explains_every_status_except_0(tmp_path: Path):
    """The rows with the reasons may be in a file that nobody has read yet."""
    finished = gputest(
        *ONE, "-n", 50, "--eps=1e-30", f"--output={tmp_path}/result", status=BAD_INPUT
    )
    assert len(finished.stderr.splitlines()) == len(finished.complaints) == 1


# Standard output


@pytest.mark.parametrize(
    "args",
    [
        [*ONE, "-n", "50"],
        [*ONE, "-n", "50", "--format=json"],
        [*ONE, "-n", "50", "--format=csv"],
        ["--dry-run", "-n", "1..1000000*2", "--format=json"],
        ["--version"],
        ["--help"],
        ["list", "kernels"],
        ["list", "kernels", "--format=json"],
        ["describe", "gravity_simd"],
        ["completion", "bash"],
    ],
    ids=" ".join,
)
def test_a_full_disk_behind_standard_output_is_an_error(args: List[str]):
    with open("/dev/full", "wb") as full:
        finished = gputest(*args, status=BAD_INPUT, stdout=full)
    assert finished.stderr == "gputest: cannot write to standard output\n"


@pytest.mark.thorough
def test_a_closed_standard_output_is_an_error():
    finished = subprocess.run(
        ["sh", "-c", '"$0" list kernels >&-', BINARY], stderr=subprocess.PIPE, check=False
    )
    assert finished.returncode == BAD_INPUT
    assert finished.stderr == b"gputest: cannot write to standard output\n"


# Printed text


HOSTILE = "a\x1b[31mb\nc\rd\x07e\x7ff\u202eg"
SHOWN = "a\\x1b[31mb\\nc\\rd\\x07e\\x7ff\\xe2\\x80\\xaeg"


@pytest.mark.parametrize(
    "args",
    ["--input={}", "--price-file={}", "--kernel={}", "--device={}", "--eps={}", "--{}",
     "list {}", "describe {}", "generate {} -o x", "generate plummer -o {}/x", "compare {} {}",
     "simulate --restart={}", "il run {} --domain=1", "il check {}", "il disassemble {}"],
)
def test_a_message_is_one_printable_line(args: str, tmp_path: Path):
    finished = gputest(*[word.replace("{}", HOSTILE) for word in args.split(" ")], status=None, cwd=tmp_path)
    assert finished.status in (USAGE, UNAVAILABLE, BAD_INPUT)
    assert finished.stdout == "" and contents(tmp_path) == []
    assert finished.stderr.count("\n") == 1 and finished.stderr.endswith("\n")
    assert finished.stderr[:-1].isprintable()
    assert SHOWN in finished.stderr


@pytest.mark.thorough
def test_a_message_escapes_bytes_that_are_no_text(tmp_path: Path):
    finished = subprocess.run(
        [BINARY.encode(), b"--input=" + bytes(tmp_path) + b"/\xff\xc3("], stderr=subprocess.PIPE, check=False
    )
    assert finished.returncode == BAD_INPUT
    assert b"/\\xff\\xc3(" in finished.stderr


@pytest.mark.thorough
def test_control_characters_from_files_are_escaped(tmp_path: Path):
    """A price list names devices and a currency, which the table shows."""
    prices = tmp_path / "prices"
    prices.write_text("currency = E\x1b[5mR\nx\x1b[2J\ty = 1\ncpu:* = 100\n")
    for form in ["table", "md", "csv"]:
        shown = gputest(*ONE, "-n", 64, f"--price-file={prices}", f"--format={form}").stdout
        assert "\x1b" not in shown
    assert "E\\x1b[5mR" in gputest(*ONE, "-n", 64, f"--price-file={prices}").stdout


def test_a_closed_standard_error_changes_nothing():
    finished = subprocess.run(
        ["sh", "-c", '"$0" --input=none 2>&-', BINARY], stdout=subprocess.PIPE, check=False
    )
    assert finished.returncode == BAD_INPUT


# OpenCL's installation and sources


@pytest.fixture
def broken_icd(tmp_path: Path) -> Path:
    """A folder with one .icd file, which names a library that does not exist."""
    if "opencl" not in gputest("list", "kernels").stdout:
        pytest.skip("OpenCL is not built in")
    folder = tmp_path / "vendors"
    folder.mkdir()
    (folder / "broken.icd").write_text("libgputest_not_there.so.1\n")
    return folder


def vendors(folder: Path) -> Dict[str, str]:
    return {"OCL_ICD_VENDORS": str(folder)}


def test_a_broken_icd_file_is_named_if_opencl_is_requested(broken_icd: Path, tmp_path: Path):
    words = [broken_icd / "broken.icd", "libgputest_not_there.so.1"]
    args = [*QUICK, "--api=opencl", "-n", 50]
    refused(args, UNAVAILABLE, ["opencl", *words], tmp_path, vendors(broken_icd))


@pytest.mark.parametrize("api", ["--api=all", "--seed=1"])
def test_a_broken_icd_file_is_a_skipped_row_if_all_apis_are_requested(api: str, broken_icd: Path):
    rows = rows_of(api, "-n", 50, env=vendors(broken_icd))
    assert {row["status"] for row in rows if row["api"] == "cpu"} <= RIGHT
    absent = [row for row in rows if row["api"] == "opencl"]
    assert [row["status"] for row in absent] == ["skipped"]
    assert str(broken_icd / "broken.icd") in absent[0]["reason"]


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_broken_icd_file_is_named_although_others_are_sound(broken_icd: Path):
    for icd in Path("/etc/OpenCL/vendors").glob("*.icd"):
        (broken_icd / icd.name).write_text(icd.read_text())
    rows = [row for row in rows_of("--api=opencl", "-n", 50, env=vendors(broken_icd))]
    assert {row["status"] for row in rows if row["kernel"]} <= RIGHT
    absent = [row for row in rows if not row["kernel"]]
    assert [row["status"] for row in absent] == ["skipped"]
    assert str(broken_icd / "broken.icd") in absent[0]["reason"]


@pytest.mark.thorough
def test_a_device_of_an_absent_api_is_refused_with_the_reason(broken_icd: Path, tmp_path: Path):
    args = [*QUICK, "--device=opencl:0", "-n", 50]
    words = ["opencl:0", broken_icd / "broken.icd"]
    refused(args, UNAVAILABLE, words, tmp_path, vendors(broken_icd))


@pytest.mark.thorough
def test_a_folder_without_icd_files_is_refused(broken_icd: Path, tmp_path: Path):
    (broken_icd / "broken.icd").unlink()
    args = [*QUICK, "--api=opencl", "-n", 50]
    refused(args, UNAVAILABLE, [broken_icd, ".icd"], tmp_path, vendors(broken_icd))


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_kernel_of_another_api_is_refused_and_that_api_named(tmp_path: Path):
    args = ["--api=cpu", "--kernel=gravity_texture2d"]
    refused(args, USAGE, ["cpu has no kernel gravity_texture2d", "opencl"], tmp_path)


@pytest.mark.opencl
def test_a_kernel_that_does_not_compile_shows_its_log_and_stops_no_other(tmp_path: Path):
    source = tmp_path / "gravity_naive.cl"
    shutil.copy(opencl_source("gravity_naive.cl"), source)
    line = len(source.read_text().splitlines()) + 1
    with open(source, "a", encoding="utf-8") as file:
        file.write("this is not OpenCL C;\n")
    args = ["--api=opencl", "--kernel=gravity_naive,gravity_tiled", "-n", 50]
    env = {"GPUTEST_CL_DIR": str(tmp_path)}

    finished = gputest(*QUICK, *args, env=env, status=BAD_INPUT)
    assert f"{source}:{line}" in finished.stderr, "the compiler's message, with file and line"
    statuses = {row["kernel"]: row["status"] for row in parse_table(finished.stdout)}
    assert statuses.pop("gravity_naive") == "error"
    assert set(statuses) == {"gravity_tiled"} and set(statuses.values()) <= RIGHT

    row, _ = rows_of(*args, env=env, status=BAD_INPUT)
    assert str(source) in row["reason"], "the file that was read, not the one that it replaces"
    assert row["api_failure"]["call"] == "clBuildProgram"
    assert f"{source}:{line}" in row["api_failure"]["build_log"]
    assert os.listdir(tmp_path) == ["gravity_naive.cl"]


@pytest.mark.opencl
@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("layouts ", "layout ", ":4: there is no manifest key 'layout'; did you mean layouts?"),
        ("fp32 fp64", "fp32 fp16", ":5: there is no precision 'fp16'; there are fp32, fp64"),
        ("blocks     = 128", "blocks     = -1", ":6: a block is a whole number of threads above 0, not '-1'"),
        ("per_item", "per_itme", ": there is no launch plan 'per_itme'; did you mean per_item?"),
        (" *   layouts    = float4 *\n", "", ": the manifest names no layouts"),
        ("per_item", "blocked", ": launch = blocked takes a whole number above 0 as bodies_per_item, not ''"),
        ("kernel: gravity_naive", "kernel: gravity_mine", ": the manifest names gravity_mine, but the file is of gravity_naive"),
    ],
)
def test_a_wrong_manifest_costs_one_row(tmp_path: Path, old: str, new: str, complaint: str):
    source = tmp_path / "gravity_naive.cl"
    text = opencl_source("gravity_naive.cl").read_text()
    assert old in text
    source.write_text(text.replace(old, new, 1))
    env = {"GPUTEST_CL_DIR": str(tmp_path)}
    rows = rows_of("--api=opencl", "--kernel=gravity_naive,gravity_tiled", "-n", 50, env=env, status=BAD_INPUT)
    of = {row["kernel"]: row for row in rows}
    assert of["gravity_naive"]["status"] == "error"
    assert of["gravity_naive"]["reason"] == f"{source}{complaint}"
    assert of["gravity_tiled"]["status"] in RIGHT


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_file_without_a_manifest_has_the_built_in_one(tmp_path: Path):
    source = tmp_path / "gravity_naive.cl"
    text = opencl_source("gravity_naive.cl").read_text()
    source.write_text(text[text.index("#include"):].replace("kernels/gravity/gravity.h", "kernels/gravity.h"))
    (row,) = rows_of("--api=opencl", "--kernel=gravity_naive", "-n", 50, env={"GPUTEST_CL_DIR": str(tmp_path)})
    assert row["status"] in RIGHT


@pytest.mark.thorough
@pytest.mark.opencl
@pytest.mark.parametrize(
    "old, new, words",
    [
        ("const uint n,", "const ulong n,", ["argument 2 (n) of gravity_naive", "CL_INVALID_ARG_SIZE (-51)"]),
        ("const gt_real eps2)", "const gt_real eps2, const uint m)", ["gravity_naive has 5 parameters for 4 arguments: xyzm, sums, n, eps2"]),
        ("void gravity_naive", "void gravity_nave", ["gravity_naive", "CL_INVALID_KERNEL_NAME (-46)"]),
    ],
)
def test_a_kernel_with_wrong_parameters_is_refused_and_the_argument_named(
    tmp_path: Path, old: str, new: str, words: List[str]
):
    text = opencl_source("gravity_naive.cl").read_text()
    assert text.count(old) == 1
    (tmp_path / "gravity_naive.cl").write_text(text.replace(old, new))
    (row,) = rows_of(
        "--api=opencl", "--kernel=gravity_naive", "-n", 50,
        env={"GPUTEST_CL_DIR": str(tmp_path)}, status=BAD_INPUT,
    )
    assert row["status"] == "error"
    for word in words:
        assert word in row["reason"]


def test_a_driver_that_ends_its_process_is_a_reason(tmp_path: Path):
    driver = os.environ.get("GPUTEST_DYING_DRIVER")
    if not driver or "opencl" not in gputest("list", "kernels").stdout:
        pytest.skip("this build has no OpenCL")
    folder = tmp_path / "vendors"
    folder.mkdir()
    (folder / "dying.icd").write_text(f"{driver}\n")
    args = ["--api=opencl", "-n", "50"]
    refused(args, UNAVAILABLE, ["dying.icd", "signal 6 (Aborted)"], tmp_path, vendors(folder))
    rows = rows_of("--kernel=gravity_naive", "-n", 50, env=vendors(folder))
    assert any(row["api"] == "cpu" and row["status"] in RIGHT for row in rows)

"""Kernels compiled at run time: each row names the kernel's text and any file that replaces it."""

import json
import re
from pathlib import Path
from typing import Dict

import pytest

from command import QUICK, RIGHT, copy_opencl_sources, gputest, opencl_source, parse_table, rows_of

BAD_INPUT = 4

NAIVE = ["--api=opencl", "--kernel=gravity_naive", "-n", 64]


def own(folder: Path, name: str = "gravity_naive.cl", change: str = "") -> Dict[str, str]:
    """Copies a built-in file with the change; returns the environment that uses the copy."""
    (folder / name).write_text(opencl_source(name).read_text() + change)
    return {"GPUTEST_CL_DIR": str(folder)}


def text_of(*args, **options):
    (row,) = rows_of(*args, **options)
    assert row["status"] in RIGHT
    return row["text"]


@pytest.mark.opencl
def test_every_kernel_compiled_here_has_the_checksum_of_its_text():
    rows = rows_of("--kernel=*", "-n", 64, "--dry-run")
    of = {(row["api"], row["kernel"]): row["text"] for row in rows if row["kernel"]}
    assert {api for api, _ in of} >= {"cpu", "opencl", "il"}
    for (api, kernel), text in of.items():
        assert (text is not None) == (api in ("opencl", "il")), (api, kernel)
        assert text is None or text["replaced"] == []
    sums = [text["checksum"] for text in of.values() if text]
    assert all(re.fullmatch("[0-9a-f]{16}", checksum) for checksum in sums)
    assert len(set(sums)) == len(sums), "no two kernels have the same text"


@pytest.mark.opencl
def test_the_checksum_covers_included_files():
    texts = [row["text"]["checksum"] for row in rows_of(*NAIVE[:2], "-n", 64, "--layout=soa,aos", "--dry-run")]
    assert len(set(texts)) == 2


@pytest.mark.opencl
@pytest.mark.parametrize("name", ["gravity.h", "gravity_naive.cl", "real.h"])
def test_a_replacing_file_is_named_in_the_row(name: str, tmp_path: Path):
    built_in = text_of(*NAIVE)
    assert text_of(*NAIVE, env=own(tmp_path, name)) == {
        **built_in,
        "replaced": [str(tmp_path / name)],
    }
    assert built_in["file"] == "opencl/kernels/gravity/naive.cl"
    changed = text_of(*NAIVE, env=own(tmp_path, name, "// mine\n"))
    assert changed["checksum"] != built_in["checksum"]
    assert changed["replaced"] == [str(tmp_path / name)]


@pytest.mark.thorough
@pytest.mark.opencl
def test_the_checksum_covers_passes_that_list_builders_share(tmp_path: Path):
    builder = ["--api=opencl", "--kernel=neighbour_naive", "-n", 64]
    text = text_of(*builder, env=own(tmp_path, "neighbour_sort.cl", "// mine\n"))
    assert text["replaced"] == [str(tmp_path / "neighbour_sort.cl")]
    assert text["checksum"] != text_of(*builder)["checksum"]


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_kernel_with_a_probe_runs_only_if_the_probe_passes(tmp_path: Path):
    """The probe finds devices, such as PoCL 7.1, that re-read local memory after a barrier."""
    text = opencl_source("neighbour_mask.cl").read_text()
    assert " probe      = local_values" in text
    mask = ["--api=opencl", "--kernel=neighbour_mask", "-n", 64]
    (row,) = rows_of(*mask, status=None)
    assert row["status"] in RIGHT or (
        row["status"] == "skipped" and "re-reads local memory after a barrier" in row["reason"]
    )
    (tmp_path / "neighbour_mask.cl").write_text(text.replace("local_values", "luck"))
    (row,) = rows_of(*mask, env={"GPUTEST_CL_DIR": str(tmp_path)}, status=None)
    assert row["status"] == "error"
    assert "probe takes local_values, not 'luck'" in row["reason"]


@pytest.mark.opencl
def test_tables_csv_and_simulate_name_the_replacing_file(tmp_path: Path):
    env = own(tmp_path)
    file = str(tmp_path / "gravity_naive.cl")
    note = f"opencl:0 gravity_naive: its text is {file} instead of the built-in one"
    assert note in gputest(*QUICK, *NAIVE, env=env).stdout.splitlines()
    assert f"- {note}" in gputest(*QUICK, *NAIVE, "--format=md", env=env).stdout.splitlines()
    assert file in gputest(*QUICK, *NAIVE, "--format=csv", env=env).stdout
    steps = ["simulate", "--api=opencl", "--kernel=gravity_naive", "-n", 64, "--steps=1"]
    assert gputest(*steps, env=env).complaints == [f"gputest: warning: {file} replaces the built-in kernel"]


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_comparison_says_that_a_kernels_text_differs(tmp_path: Path):
    results = tmp_path / "old.json", tmp_path / "new.json"
    folder = tmp_path / "kernels"
    folder.mkdir()
    for result, env in zip(results, [None, own(folder, change="// mine\n")]):
        result.write_text(gputest(*QUICK, *NAIVE, "--format=json", env=env).stdout)
    shown = parse_table(gputest("compare", *results, "--wide").stdout)
    assert shown[0]["why"].endswith("the kernel's text differs")
    same = parse_table(gputest("compare", results[0], results[0], "--wide").stdout)
    assert "text" not in same[0]["why"]


def nothing(folder: Path) -> None:
    folder.rmdir()


def a_file(folder: Path) -> None:
    folder.rmdir()
    folder.write_text("")


def empty(folder: Path) -> None:
    pass


def mistyped(folder: Path) -> None:
    own(folder)
    (folder / "gravity_naive.cl").rename(folder / "gravity_naiv.cl")


def a_folder_of_that_name(folder: Path) -> None:
    (folder / "gravity_naive.cl").mkdir()


def a_link_to_nowhere(folder: Path) -> None:
    (folder / "gravity_naive.cl").symlink_to("gone")


def one_of_two_unreadable(folder: Path) -> None:
    own(folder)
    (folder / "gravity").mkdir()
    (folder / "gravity" / "tiled.cl").symlink_to("gone")


RUN = " ".join(map(str, [*QUICK, *NAIVE]))
REPLACES_NONE = [
    (mistyped, ["GPUTEST_CL_DIR=", "has no file with a kernel's name"]),
    (nothing, ["GPUTEST_CL_DIR=", "No such file"]),
    (a_file, ["GPUTEST_CL_DIR=", "Not a directory"]),
    (empty, ["GPUTEST_CL_DIR=", "has no file with a kernel's name"]),
    (a_folder_of_that_name, ["gravity_naive.cl", "folder"]),
    (a_link_to_nowhere, ["gravity_naive.cl", "No such file"]),
    (one_of_two_unreadable, ["gravity/tiled.cl", "No such file"]),
]


@pytest.mark.opencl
@pytest.mark.parametrize("make, words, args", [
    *((make, words, RUN) for make, words in REPLACES_NONE),
    *((*REPLACES_NONE[0], args)
      for args in ("--api=cpu -n 64", "--dry-run", "simulate --steps=1", "survey -n 64"))])
def test_a_folder_that_replaces_no_kernel_is_refused_before_anything_runs(make, words, args: str, tmp_path: Path):
    folder = tmp_path / "kernels"
    folder.mkdir()
    make(folder)
    finished = gputest(*args.split(), env={"GPUTEST_CL_DIR": str(folder)}, status=BAD_INPUT)
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1
    for word in words:
        assert word in finished.stderr


@pytest.mark.thorough
@pytest.mark.opencl
def test_copied_kernels_have_the_text_of_the_built_in_ones(tmp_path: Path):
    copy_opencl_sources(tmp_path)
    args = ["--api=opencl", "--kernel=*", "-n", 64, "--dry-run"]
    built_in, own_ones = rows_of(*args), rows_of(*args, env={"GPUTEST_CL_DIR": str(tmp_path)})
    for before, now in zip(built_in, own_ones):
        assert now["text"]["checksum"] == before["text"]["checksum"]
        assert now["text"]["replaced"], json.dumps(now["kernel"])

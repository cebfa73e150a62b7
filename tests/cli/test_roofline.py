"""--roofline: rows compared with their device's ceilings, which are measured once and kept."""

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any, Dict, List

import pytest

from command import RIGHT, gputest, parse_result, rows_of

USAGE = 2
KERNELS = ["--api=cpu", "--kernel=gravity_simd,memory_copy,memory_launch,roofline_fma",
           "--fmas=1024", "-n", 4096, "--min-time=0.02", "--samples=3"]
ONE = ["--api=cpu", "--kernel=memory_copy", "-n", 4096, "--strategy=single"]


def file_in(cache: Path) -> Path:
    (path,) = (cache / "gputest").glob("roofline-*.json")
    return path


def env_of(cache: Path) -> Dict[str, Any]:
    """Uses one thread: on a busy machine, a launch of several waits for the slowest."""
    return {"XDG_CACHE_HOME": str(cache), "OMP_NUM_THREADS": "1"}


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A cache folder with the CPU's ceilings, and the result of the run that measured them."""
    cache = tmp_path_factory.mktemp("cache")
    result = gputest(*KERNELS, "--roofline=kept", "--format=json", env=env_of(cache))
    return cache, parse_result(result.stdout)


@pytest.fixture
def cache(measured, tmp_path: Path) -> Path:
    """A copy of that folder."""
    shutil.copytree(measured[0] / "gputest", tmp_path / "gputest")
    return tmp_path


def change(path: Path, **changes: Any) -> Dict[str, Any]:
    kept = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps(kept))
    return kept


def scaled(kept: Dict[str, Any], factor: float) -> Dict[str, Any]:
    """The same ceilings, all multiplied by the factor."""
    return {
        "memory": [{**one, "bytes_per_s": one["bytes_per_s"] * factor} for one in kept["memory"]],
        "multiply_adds_per_s": {
            key: value * factor for key, value in kept["multiply_adds_per_s"].items()},
        "roots_per_s": {key: value * factor for key, value in kept["roots_per_s"].items()},
        "shared_bytes_per_s": kept["shared_bytes_per_s"] * factor,
        "launches_per_s": kept["launches_per_s"] * factor,
    }


def bounds(*args: Any, cache: Path, status: int = 0) -> List[Dict[str, Any]]:
    result = gputest(*args, "--format=json", env=env_of(cache), status=status)
    return [row["bound"] for row in parse_result(result.stdout)["results"]]


def test_every_row_with_a_speed_has_its_ceiling_and_none_exceeds_it(measured):
    rows = measured[1]["results"]
    assert len(rows) == 4
    for row in rows:
        assert row["status"] in RIGHT, row["reason"]
        assert 0 < row["bound"]["share"] <= 1, row["kernel"]
        assert row["bound"]["most"] > 0
    ceilings = {row["kernel"]: row["bound"]["ceiling"] for row in rows}
    assert ceilings["roofline_fma"] == "fp32 multiply-adds"
    assert ceilings["memory_launch"] == "launches"


def test_ceilings_are_kept_with_their_device(measured):
    kept = json.loads(file_in(measured[0]).read_text())
    assert kept["api"] == "cpu" and "OpenMP" in kept["driver"] and "gputest" in kept["program"]
    sizes = [one["bytes"] for one in kept["memory"]]
    assert sizes == sorted(set(sizes)) and sizes[0] == 65536 and len(sizes) >= 3
    assert set(kept["multiply_adds_per_s"]) == {"fp32", "fp64"}


def test_ceilings_are_measured_once(cache: Path):
    path = file_in(cache)
    higher = change(path, **scaled(json.loads(path.read_text()), 1e6))
    (bound,) = bounds(*ONE, "--roofline=kept", cache=cache)
    assert json.loads(path.read_text()) == higher
    assert bound["share"] < 0.01
    known = [one["bytes_per_s"] for one in higher["memory"]] + [higher["launches_per_s"]]
    assert bound["most"] in known


@pytest.mark.thorough
def test_measuring_again_replaces_the_kept_ceilings(cache: Path):
    path = file_in(cache)
    higher = change(path, **scaled(json.loads(path.read_text()), 1e6))
    bounds(*ONE, "--roofline=measure", cache=cache)
    now = json.loads(path.read_text())
    assert now["launches_per_s"] < higher["launches_per_s"] / 1000


def test_a_row_that_is_faster_than_a_ceiling_raises_it(cache: Path):
    path = file_in(cache)
    lower = change(path, **scaled(json.loads(path.read_text()), 1e-9))
    for bound in bounds(*KERNELS, "--roofline=kept", cache=cache):
        assert 0 < bound["share"] <= 1
    now = json.loads(path.read_text())
    assert now["multiply_adds_per_s"]["fp32"] > 1000 * lower["multiply_adds_per_s"]["fp32"]
    assert now["launches_per_s"] > 1000 * lower["launches_per_s"]


@pytest.mark.thorough
def test_ceilings_of_another_driver_are_measured_again(cache: Path):
    path = file_in(cache)
    change(path, driver="another")
    run = gputest(*ONE, "--roofline=kept", env=env_of(cache))
    assert "another driver; they are measured again" in run.stderr
    assert json.loads(path.read_text())["driver"] != "another"


@pytest.mark.thorough
def test_forgetting_deletes_only_the_kept_ceilings(cache: Path):
    other = cache / "gputest" / "notes.txt"
    other.write_text("mine")
    run = gputest(*ONE, "--roofline=forget", "--format=json", env=env_of(cache))
    assert "deleted the ceilings of 1 device" in run.stderr
    assert list((cache / "gputest").iterdir()) == [other]
    assert "bound" not in parse_result(run.stdout)["results"][0]


@pytest.mark.thorough
def test_a_folder_that_cannot_be_written_is_a_note():
    run = gputest(*ONE, "--roofline=kept", "--format=json", env=env_of(Path("/dev/null")))
    assert "are not kept" in run.stderr
    assert parse_result(run.stdout)["results"][0]["bound"]["share"] > 0


def test_table_csv_and_explain_show_the_bound(cache: Path, tmp_path: Path):
    table = gputest(*ONE, "--roofline=kept", "--wide", env=env_of(cache)).stdout
    assert "bound" in table and "% of " in table
    (row,) = csv.DictReader(
        io.StringIO(gputest(*ONE, "--roofline=kept", "--format=csv", env=env_of(cache)).stdout))
    assert 0 < float(row["bound_share"]) <= 1 and row["bound_ceiling"]
    result = tmp_path / "result.json"
    gputest(*ONE, "--roofline=kept", "--format=json", f"--output={result}", env=env_of(cache))
    said = " ".join(gputest("explain", result).stdout.split())
    assert "of the device's ceiling of" in said


def test_without_the_option_nothing_is_measured_or_shown(tmp_path: Path):
    (row,) = rows_of(*ONE, env=env_of(tmp_path), measure=[])
    assert "bound" not in row
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "args", [["--roofline=always"], ["--roofline="], ["--roofline=kept", "--dry-run"]])
def test_bad_use_is_refused_in_one_sentence(args: List[str], tmp_path: Path):
    refused = gputest(*ONE, *args, status=USAGE, env=env_of(tmp_path))
    (line,) = refused.stderr.splitlines()
    assert "--roofline" in line and refused.stdout == ""


@pytest.mark.parametrize("api", ["cpu", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_roots_are_right_at_ends_of_vectors(api: str):
    rows = rows_of(f"--api={api}", "--kernel=roofline_rsqrt", "-n", "1,33,130", "--precision=all",
                   "--rsqrts=64,256", "--isolate=off")
    assert len(rows) == 12 and all(row["status"] in RIGHT for row in rows)
    for row in rows:
        assert 0 < row["verify"]["tolerance"] < 2e-5 and "fmas" not in row["problem"]


@pytest.mark.thorough
def test_roots_have_a_ceiling(measured):
    kept = json.loads(file_in(measured[0]).read_text())
    assert set(kept["roots_per_s"]) == {"fp32", "fp64"}
    for precision, roots in kept["roots_per_s"].items():
        assert 0 < roots <= kept["multiply_adds_per_s"][precision] * 2

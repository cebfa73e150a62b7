"""The subcommands that run no kernel: list, describe, compare, generate, completion, and help."""

import copy
import json
import re
import resource
import shutil
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import jsonschema
import pytest

from command import (
    BINARY,
    QUICK,
    RIGHT,
    ROOT,
    SCHEMA,
    gputest,
    listed,
    parse_result,
    parse_table,
    run_json,
)

LISTS = ["kernels", "apis", "devices", "layouts", "formats"]


@pytest.fixture(scope="module")
def lists() -> Dict[str, List[Dict[str, Any]]]:
    return {what: listed(what) for what in LISTS}


# list


@pytest.mark.parametrize("what", [what for what in LISTS if what != "devices"])
def test_a_list_is_the_same_as_a_table_and_as_json(what: str, lists):
    items = lists[what]
    rows = parse_table(gputest("list", what, "--wide").stdout)
    assert items and len(rows) == len(items)
    for row, item in zip(rows, items):
        assert list(row) == list(item)
        assert next(iter(row.values())) == next(iter(item.values()))


@pytest.mark.thorough
def test_every_item_of_a_list_has_a_unique_name(lists):
    for what, items in lists.items():
        names = [(item.get("api"), list(item.values())[0], item.get("kernel")) for item in items]
        assert len(set(names)) == len(names), what


def test_the_lists_of_apis_and_devices_agree(lists):
    devices = [item["device"] for item in lists["devices"] if item["name"] != "absent"]
    text = gputest("list", "apis", "--wide").stdout
    for api in lists["apis"]:
        assert len([d for d in devices if d.split(":")[0] == api["api"]]) == api["devices"]
        assert bool(api["absent"]) or api["devices"] > 0, "an API without devices says why"
        assert "; ".join(api["absent"]) in text
    assert "cpu:0" in devices


def test_kernels_take_only_listed_layouts(lists):
    layouts = {item["layout"]: item["families"] for item in lists["layouts"]}
    assert set(layouts) >= {"aos", "aos3", "float4", "soa", "aosoa", "image2d", "row_major"}
    for kernel in lists["kernels"]:
        family = kernel["kernel"].split("_")[0]
        assert all(family in layouts[layout] for layout in kernel["layouts"])
        assert set(kernel["precisions"]) <= {"fp32", "fp64"}
        assert kernel["summary"]


@pytest.mark.thorough
def test_the_gravity_kernels_of_cpu_and_opencl_are_listed(lists):
    names = {(kernel["api"], kernel["kernel"]) for kernel in lists["kernels"]}
    assert names >= {("cpu", f"gravity_{v}") for v in ("naive", "tiled", "simd")}
    if "opencl" in {item["api"] for item in lists["apis"] if item["devices"]}:
        variants = ("naive", "tiled", "unrolled", "blocked", "texture2d")
        assert names >= {("opencl", f"gravity_{v}") for v in variants}


@pytest.mark.thorough
def test_listing_the_kernels_takes_under_0_3_seconds():
    """CPU time, which does not include other load."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        gputest("list", "kernels")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(once() for _ in range(5)) < 0.3


# describe


@pytest.mark.thorough
def test_kernels_of_every_family_are_described(lists):
    """The first kernel by name of each family, on the CPU, whose kernels need no compiler; the unit tests'
    KernelPlans check the launches."""
    kernels = [kernel for kernel in lists["kernels"] if kernel["api"] == "cpu"]
    firsts = {kernel["kernel"].split("_")[0]: kernel for kernel in reversed(kernels)}
    assert len(firsts) >= 13
    options = {"central": "--law", "ewald": "--accuracy", "fmm": "--accuracy", "gravity": "--eps", "hermite": "--active",
               "lu": "--class", "memory": "--access", "reorder": "--shape", "roofline": "--fmas", "stencil": "--grid",
               "sweep": "--shape", "tree": "--accuracy"}
    for family, kernel in firsts.items():
        text = gputest("describe", f"cpu:{kernel['kernel']}").stdout
        assert f"cpu:{kernel['kernel']}" in text
        assert kernel["summary"] in text
        assert ", ".join(kernel["layouts"]) in text
        assert options.get(family, "--cutoff") in text, "the problem's options and their defaults"


def test_describe_with_an_api_describes_only_that_api():
    text = gputest("describe", "cpu:gravity_naive").stdout
    assert "cpu:gravity_naive" in text and "opencl:" not in text and "--eps" in text


# compare


@pytest.fixture(scope="module")
def result() -> Dict[str, Any]:
    kernels = "gravity_naive,gravity_simd,gravity_tiled"
    return steady(run_json("--api=cpu", f"--kernel={kernels}", "-n", 100))


def steady(result: Dict[str, Any]) -> Dict[str, Any]:
    """The result as on an idle machine: all samples within 0.1 % of the median."""
    for row in result["results"]:
        if row["time"]:
            median = row["time"]["median_s"]
            row["time"]["samples_s"] = [median * (1 + 1e-4 * k) for k in range(-5, 6)]
            row["time"]["strategy"] = "hot"
    return result


def compare(tmp_path: Path, old: Any, new: Any, *args: Any, status: int = 0):
    paths = [tmp_path / "old.json", tmp_path / "new.json"]
    for path, content in zip(paths, (old, new)):
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return gputest("compare", *paths, *args, status=status)


def changed(result: Dict[str, Any], factor: float) -> Dict[str, Any]:
    """A copy of the result with its first row's times multiplied."""
    other = copy.deepcopy(result)
    time = other["results"][0]["time"]
    time["median_s"] *= factor
    time["samples_s"] = [seconds * factor for seconds in time["samples_s"]]
    return other


def verdicts(finished) -> List[str]:
    return [row["verdict"] for row in parse_table(finished.stdout)]


def test_a_result_compared_with_itself_is_the_same(result, tmp_path):
    assert verdicts(compare(tmp_path, result, result)) == ["same"] * 3


def test_a_slower_row_is_a_regression(result, tmp_path):
    finished = compare(tmp_path, result, changed(result, 1.5), status=1)
    assert sorted(verdicts(finished)) == ["same", "same", "slower"]
    slower = next(row for row in parse_table(finished.stdout) if row["verdict"] == "slower")
    assert slower["change"] == "+50.0%"
    assert slower["kernel"] == result["results"][0]["kernel"]
    assert len(finished.complaints) == 1


def test_a_faster_row_is_no_regression(result, tmp_path):
    finished = compare(tmp_path, result, changed(result, 0.5))
    assert sorted(verdicts(finished)) == ["faster", "same", "same"]


def test_the_threshold_is_the_smallest_slowdown_that_counts(result, tmp_path):
    new = changed(result, 1.5)
    compare(tmp_path, result, new, "--threshold=0.4", status=1)
    compare(tmp_path, result, new, "--threshold=0.6")
    compare(tmp_path, result, changed(result, 1.04))  # 5 % by default
    compare(tmp_path, result, changed(result, 1.06), status=1)


def test_a_missing_row_is_a_regression_and_a_new_one_is_not(result, tmp_path):
    fewer = copy.deepcopy(result)
    del fewer["results"][1]
    finished = compare(tmp_path, result, fewer, status=1)
    assert sorted(verdicts(finished)) == ["gone", "same", "same"]
    assert (
        "slower" not in finished.stderr and "more than" not in finished.stderr
    ), "a row is gone, but none is slower"
    assert sorted(verdicts(compare(tmp_path, fewer, result))) == ["new", "same", "same"]


def test_a_row_that_no_longer_passes_is_a_regression(result, tmp_path):
    failed = copy.deepcopy(result)
    failed["results"][0].update(status="failed", reason="body 1 is wrong")
    failed["results"][0].update(time=None, monitor=None, rate=None)
    failed["results"][0]["verify"]["passed"] = False
    parse_result(json.dumps(failed))
    finished = compare(tmp_path, result, failed, status=1)
    assert sorted(verdicts(finished)) == ["now failed", "same", "same"]
    compare(tmp_path, failed, result)


def first_row(finished) -> Dict[str, str]:
    return next(row for row in parse_table(finished.stdout) if row["verdict"] != "same")


@pytest.mark.parametrize(
    "which, status", [("new", "noisy"), ("old", "noisy"), ("new", "disturbed"), ("new", "throttled")]
)
def test_a_doubtful_row_is_never_a_baseline_and_never_a_regression(status, which, result, tmp_path):
    doubtful = changed(result, 1.5 if which == "new" else 1 / 1.5)
    doubtful["results"][0].update(status=status, reason="because")
    pair = (doubtful, result) if which == "old" else (result, doubtful)
    row = first_row(compare(tmp_path, *pair, "--wide"))
    assert (row["verdict"], row["why"]) == ("undecided", f"{which} is {status}")
    assert row["change"] == "+50.0%", "the change is shown even so"


def test_noisy_few_or_differently_measured_samples_are_undecided(result, tmp_path):
    new = copy.deepcopy(result)
    spread, single, cold = (row["time"] for row in new["results"])
    spread["samples_s"] = [spread["median_s"] * (1 + 0.02 * k) for k in range(-5, 6)]
    del single["samples_s"][1:]
    cold["strategy"] = "cold"
    names = [row["kernel"] for row in new["results"]]
    found = {row["kernel"]: row for row in parse_table(compare(tmp_path, result, new, "--wide").stdout)}
    rows = [found[name] for name in names]
    assert [row["verdict"] for row in rows] == ["undecided"] * 3
    assert "5%" in rows[0]["why"] and rows[0]["range"] == "-10.0% to +10.1%"
    assert [row["why"] for row in rows[1:]] == ["new has 1 of 3 samples", "the strategies differ: old hot, new cold"]


def test_several_files_are_each_compared_with_the_first(result, tmp_path):
    paths = [tmp_path / f"{name}.json" for name in ("old", "same", "slow")]
    for path, factor in zip(paths, (1, 1, 1.5)):
        path.write_text(json.dumps(changed(result, factor)))
    finished = gputest("compare", *paths, status=1)
    assert finished.stdout.startswith(f"{paths[1]} against {paths[0]}\n")
    first, second = finished.stdout.split(f"\n{paths[2]} against {paths[0]}\n")
    assert {row["verdict"] for row in parse_table(first)} == {"same"}
    assert "slower" in {row["verdict"] for row in parse_table(second)}
    assert finished.complaints == ["gputest: 1 slower by more than 5%"]


@pytest.mark.thorough
def test_a_device_with_another_number_is_matched_by_its_name(result, tmp_path):
    renumbered = copy.deepcopy(result)
    for row in renumbered["results"]:
        row["device"]["id"] = "cpu:7"
    finished = compare(tmp_path, result, renumbered)
    assert set(verdicts(finished)) == {"same"}
    for row in renumbered["results"]:
        row["device"]["name"] = "another"
    assert {"gone", "new"} == set(verdicts(compare(tmp_path, result, renumbered, status=1)))


RESULTS = ROOT / "docs" / "results"


def test_devices_that_differ_are_named_and_warned_of():
    files = [RESULTS / "2026-11-21-h100-gravity.json", RESULTS / "2026-11-30-h200.json"]
    finished = gputest("compare", *files, "--only", "--wide", status=None)
    assert "cuda:0: NVIDIA H100 80GB HBM3, now cuda:0: NVIDIA H200" in finished.stdout
    warnings = [line for line in finished.stderr.splitlines() if "the devices differ" in line]
    assert (f"gputest: warning: the devices differ: cuda:0 is NVIDIA H100 80GB HBM3 in {files[0]} "
            f"and NVIDIA H200 in {files[1]}") in warnings
    assert not {"gone", "new"} & set(verdicts(finished))


def with_gpus(result: Dict[str, Any], *gpus: str) -> Dict[str, Any]:
    """The result's rows, each on another GPU, "id UUID"."""
    other = copy.deepcopy(result)
    for row, gpu in zip(other["results"], gpus):
        identity, uuid = gpu.split()
        row["device"].update(id=identity, name="NVIDIA H200", uuid=uuid)
        row["kernel"], row["problem"] = "gravity_naive", other["results"][0]["problem"]
    other["results"] = other["results"][: len(gpus)]
    return other


def test_a_gpu_is_known_by_its_uuid_under_another_id(result, tmp_path):
    old = with_gpus(result, "cuda:0 GPU-a", "cuda:1 GPU-b")
    new = with_gpus(result, "cuda:1 GPU-a", "cuda:0 GPU-b")
    finished = compare(tmp_path, old, new)
    assert verdicts(finished) == ["same", "same"] and finished.stderr == ""
    assert "cuda:0: NVIDIA H200, now cuda:1" in finished.stdout
    finished = compare(tmp_path, old, with_gpus(result, "cuda:0 GPU-c"), "--only")
    assert "another GPU of this model (GPU-a, now GPU-c)" in finished.stdout
    assert "the devices differ: cuda:0 is GPU-a in " in finished.stderr


def test_only_leaves_out_rows_of_one_result(result, tmp_path):
    fewer = copy.deepcopy(result)
    del fewer["results"][1]
    for pair in [(result, fewer), (fewer, result)]:
        assert verdicts(compare(tmp_path, *pair, "--only")) == ["same", "same"]
    alone = [{**result, "results": [row]} for row in result["results"][:2]]
    finished = compare(tmp_path, *alone, "--only", status=2)
    assert "in common" in finished.stderr and finished.stdout == ""


def test_rows_are_chosen_by_their_values(result, tmp_path):
    def kernels(*args: str) -> List[str]:
        rows = parse_table(compare(tmp_path, result, result, "--wide", *args).stdout)
        return sorted(row["kernel"] for row in rows)

    assert kernels("--kernel=*_naive,gravity_simd") == ["gravity_naive", "gravity_simd"]
    assert len(kernels("--api=cpu", "--precision=fp32", "-n", "100", "--device=0", "--layout=all")) == 3
    assert kernels("--kernel=gravity_tiled", "--device=cpu:0") == ["gravity_tiled"]
    first = gputest("compare", "--kernel", "gravity_simd", *[tmp_path / "old.json"] * 3, "--wide")
    assert first.stdout.count("gravity_simd") == 2
    assert "--kernel has no value" in compare(tmp_path, result, result, "--kernel=a,", status=2).stderr
    for args, words in [(["--kernel=gravity_nave"], "did you mean gravity_naive"),
                        (["-n", 200], "there is no row of n '200'; did you mean 100"),
                        (["--device=1"], "there is no row of device '1'")]:
        finished = compare(tmp_path, result, result, *args, status=2)
        assert words.split(";")[0] in finished.stderr and finished.stdout == ""


def test_a_comparison_fits_80_columns_and_wide_shows_every_column(result, tmp_path):
    new = changed(result, 1.5)
    new["results"][1].update(status="noisy", reason="because")
    narrow, wide = (compare(tmp_path, result, new, *args, status=1) for args in ([], ["--wide"]))
    rows = narrow.stdout.split("\n\n")[1]
    assert max(map(len, rows.splitlines())) <= 80
    (common,) = (line for line in narrow.stdout.splitlines() if line.startswith("every row: "))
    assert {"precision=fp32", "n=100", "eps=0.02"} <= set(common.split())
    assert "1 undecided: new is noisy" in narrow.stdout
    assert list(parse_table(wide.stdout)[0]) == [
        "device", "kernel", "layout", "precision", "n", "block", "problem", "old ms", "new ms",
        "change", "range", "verdict", "why"]
    assert "every row: " not in wide.stdout


@pytest.mark.thorough
def test_a_comparison_of_many_rows_fits_80_columns():
    files = [RESULTS / "2026-11-30-h200.json"] * 2
    text = gputest("compare", *files, status=None).stdout
    assert max(map(len, text.split("\n\n")[1].splitlines())) <= 80
    assert "not shown: " in text


def test_a_single_file_is_refused(result, tmp_path):
    path = tmp_path / "old.json"
    path.write_text(json.dumps(result))
    assert len(gputest("compare", path, status=2).stderr.splitlines()) == 1


@pytest.mark.thorough
def test_rows_of_another_problem_are_not_compared(result, tmp_path):
    other = copy.deepcopy(result)
    other["results"][0]["problem"]["eps"] = 0.5
    assert sorted(verdicts(compare(tmp_path, result, other, status=1))) == [
        "gone",
        "new",
        "same",
        "same",
    ]


def as_version_1(result: Dict[str, Any]) -> Dict[str, Any]:
    """The result as gputest 0.1 wrote it."""
    old = copy.deepcopy(result)
    old["schema_version"] = 1
    for row in old["results"]:
        for name in ("plan", "monitor", "energy"):
            del row[name]
        for name in ("strategy", "convergence", "interval_s", "host") if row["time"] else ():
            del row["time"][name]
        if row["work"]:
            row["work"]["interactions"] = row["work"].pop("items")
        if row["rate"]:
            row["rate"]["interactions_per_s"] = row["rate"].pop("per_s")
            del row["rate"]["unit"]
        if row["problem"].get("list") == "ell":
            row["problem"]["list"] = "k-major"
        row["problem"].pop("pair", None)
    return old


@pytest.mark.thorough
def test_results_of_version_1_are_compared_with_new_ones(tmp_path):
    kernels = "--kernel=gravity_simd,lj_simd,neighbour_cell"
    new = steady(run_json("--api=cpu", kernels, "--list=csr,ell", "-n", 100))
    old = as_version_1(new)
    ran = sum(row["status"] in RIGHT for row in new["results"])
    assert ran >= 4
    for pair in [(old, new), (new, old), (old, old)]:
        found = verdicts(compare(tmp_path, *pair))
        assert set(found) <= {"same", "skipped"}
        assert found.count("same") == ran


@pytest.mark.parametrize(
    "content, words",
    [
        ("", "not a result of gputest"),
        ("not JSON", "not a result of gputest"),
        ("[1, 2]", "not a result of gputest"),
        ("{}", "not a result of gputest"),
        ('{"schema_version": 3, "results": []}', "schema version 3"),
        ('{"schema_version": "1", "results": []}', 'schema version "1"'),
        ('{"schema_version": 1, "results": [{}]}', "not a result of gputest"),
        ('{"schema_version": 1, "results": 7}', "not a result of gputest"),
        ("[" * 100000, "not a result of gputest"),
        ("[" * 100000 + "]" * 100000, "not a result of gputest"),
        ('{"a":' * 100000 + "1" + "}" * 100000, "not a result of gputest"),
    ],
    ids=lambda text: text[:20],
)
def test_a_file_that_is_no_result_is_refused(content, words, result, tmp_path):
    finished = compare(tmp_path, content, result, status=4)
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1
    assert finished.stderr.startswith("gputest: ")
    assert words in finished.stderr and "old.json" in finished.stderr


def spoil(*path, value):
    """Sets the first row's field at that path to the value."""

    def spoiled(result):
        at = result["results"][0]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return spoiled


@pytest.mark.parametrize(
    "spoiled",
    [
        spoil("time", "median_s", value=-1),
        spoil("time", "median_s", value=0),
        spoil("time", "median_s", value=None),
        spoil("time", "samples_s", value=[]),
        spoil("time", "samples_s", 0, value=-1e-9),
        spoil("time", "samples_s", 0, value="1"),
        spoil("time", "strategy", value="lukewarm"),
        spoil("time", value=None),
        spoil("status", value="lol"),
        spoil("status", value=None),
        spoil("status", value="failed"),  # but the row has a time
        spoil("device", "id", value=""),
        spoil("device", "emulated", value="no"),
        spoil("kernel", value=7),
        spoil("precision", value=["fp32"]),
        spoil("n", value=-5),
        spoil("n", value=1.5),
        spoil("block", value=0),
        spoil("problem", value=None),
        spoil("text", value={"checksum": 3}),
    ],
)
def test_a_row_that_breaks_the_schema_is_refused(spoiled, result, tmp_path):
    wrong = steady(copy.deepcopy(result))
    spoiled(wrong)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate(wrong)
    finished = compare(tmp_path, result, wrong, status=4)
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1
    assert "new.json is not a result of gputest" in finished.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("text, byte", [('{"results": [', 14), ("kernel  rate\n", 1), ("", 1)])
def test_invalid_json_is_refused_with_its_place(text, byte, result, tmp_path):
    finished = compare(tmp_path, text, result, status=4)
    assert finished.complaints == [
        f"gputest: {tmp_path}/old.json is not a result of gputest: it is not JSON from byte {byte} on; "
        "write results with --format=json"
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["problem", "time", "device"])
def test_deeply_nested_json_is_refused(place, result, tmp_path):
    wrong = copy.deepcopy(result)
    wrong["results"][0][place]["nested"] = "here"
    text = json.dumps(wrong).replace('"here"', "[" * 100000 + "]" * 100000)
    finished = compare(tmp_path, text, result, status=4)
    assert finished.complaints == [
        f"gputest: {tmp_path}/old.json is not a result of gputest: it nests more than 32 deep"
    ]


def test_a_missing_file_is_refused_with_the_reason(tmp_path):
    finished = gputest("compare", tmp_path / "a", tmp_path / "b", status=4)
    assert f"cannot read {tmp_path / 'a'}" in finished.stderr
    assert "No such file" in finished.stderr
    assert "folder" in gputest("compare", tmp_path, tmp_path, status=4).stderr


@pytest.mark.thorough
@pytest.mark.parametrize("threshold", ["-1", "nan", "much"])
def test_an_invalid_threshold_is_refused(threshold, result, tmp_path):
    finished = compare(tmp_path, result, result, f"--threshold={threshold}", status=4)
    assert "--threshold" in finished.stderr


# generate


@pytest.mark.thorough
@pytest.mark.parametrize(
    "args", [["plummer", "-n", 50], ["uniform", "-n", 50], ["lattice", "--edge=5"]], ids=str
)
def test_equal_seeds_give_equal_bytes_and_different_seeds_do_not(args, tmp_path):
    def content(seed: int, name: str) -> bytes:
        gputest("generate", *args, "--seed", seed, "-o", tmp_path / name)
        return (tmp_path / name).read_bytes()

    assert content(3, "a") == content(3, "b")
    assert content(4, "c") != content(3, "d")


def test_generated_bodies_are_those_of_a_run_with_the_same_seed(tmp_path):
    def accelerations(*args) -> List[List[str]]:
        path = tmp_path / "forces"
        gputest(*QUICK, "--api=cpu", "--kernel=gravity_simd", f"--forces={path}", *args)
        return [line.split() for line in path.read_text().splitlines() if line[0] != "#"]

    gputest("generate", "plummer", "-n", 50, "--seed", 9, "-o", tmp_path / "bodies")
    assert accelerations(f"--input={tmp_path / 'bodies'}") == accelerations("-n", 50, "--seed=9")


@pytest.mark.thorough
def test_generate_reports_the_written_file(tmp_path):
    path = tmp_path / "bodies.tab"
    finished = gputest("generate", "lattice", "--edge=5", "--density=0.5", "-o", path)
    n = len(path.read_text().splitlines())
    assert n == 4 * 2**3
    assert finished.stdout == ""
    assert finished.stderr == f"gputest: wrote {n} particles to {path} (table)\n"


# completion


def complete(tmp_path: Path, *words: str) -> List[str]:
    """Bash's completions of the last word. The words are split as bash splits them, also at '='."""
    script = (
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
        '_gputest; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = tmp_path / "completion.bash"
    if not path.exists():
        path.write_text(gputest("completion", "bash").stdout)
    finished = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", str(path), "gputest", *words],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        text=True,
    )
    assert finished.stderr == ""
    return finished.stdout.split()


def test_bash_completes_values_from_the_registry(lists, tmp_path):
    apis = {item["api"] for item in lists["apis"]}
    assert set(complete(tmp_path, "--api", "=")) == apis | {"all"}
    kernels = {item["kernel"] for item in lists["kernels"]}
    assert set(complete(tmp_path, "--kernel", "=", "gravity_t")) == {
        kernel for kernel in kernels if kernel.startswith("gravity_t")
    }
    assert complete(tmp_path, "--layout", "=", "float") == ["float4"]
    assert complete(tmp_path, "--precision", "fp6") == ["fp64"]
    assert complete(tmp_path, "--layout", "=", "soa,float") == ["soa,float4"]


def test_bash_completes_subcommands_and_their_words(tmp_path):
    assert complete(tmp_path, "li") == ["list"]
    assert complete(tmp_path, "list", "k") == ["kernels"]
    assert set(complete(tmp_path, "list", "")) >= set(LISTS)
    assert complete(tmp_path, "describe", "gravity_si") == ["gravity_simd"]
    assert complete(tmp_path, "generate", "pl") == ["plummer"]
    assert complete(tmp_path, "completion", "z") == ["zsh"]


@pytest.mark.thorough
def test_bash_completes_the_names_of_options(tmp_path):
    assert complete(tmp_path, "--kern") == ["--kernel="]
    assert complete(tmp_path, "--dry") == ["--dry-run"]
    assert complete(tmp_path, "compare", "--thre") == ["--threshold="]


@pytest.mark.thorough
def test_bash_offers_each_subcommands_values(lists, tmp_path):
    assert set(complete(tmp_path, "list", "kernels", "--format", "=")) == {"table", "json"}
    formats = {item["format"] for item in lists["formats"]}
    assert set(complete(tmp_path, "generate", "plummer", "--to", "=")) == formats


def test_bash_completes_files_as_values_of_file_options(tmp_path):
    (tmp_path / "list.nbody").touch()
    assert complete(tmp_path, "compare", "list.") == ["list.nbody"]
    assert complete(tmp_path, "--input", "=", "li") == ["list.nbody"]
    assert complete(tmp_path, "generate", "-o", "li") == ["list.nbody"]
    assert "list.nbody" in complete(tmp_path, "--output", "=")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_completion_script_is_sound(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    path = tmp_path / "script"
    path.write_text(gputest("completion", shell).stdout)
    checked = subprocess.run([shell, "-n", path], capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, b"")


# Help


def test_the_version_is_that_of_the_json(result):
    about = result["gputest"]
    line = gputest("--version").stdout
    assert line.startswith(f"gputest {about['version']} (")
    assert about["git_revision"] in line and about["compilers"]["cxx"] in line


def test_help_names_every_option_subcommand_and_exit_status():
    text = gputest("help", "options").stdout
    for option in (
        "api kernel device layout precision block dry-run input seed eps image-width samples "
        "min-time max-time strategy energy-window price-file timeout no-verify format output forces baseline version help"
    ).split():
        assert f"--{option}" in text
    for subcommand in ("list", "describe", "generate", "compare", "survey", "completion"):
        assert re.search(rf"^  {subcommand} ", text, re.MULTILINE)
        assert "Usage: gputest " + subcommand in gputest(subcommand, "--help").stdout
    for status in (0, 1, 2, 3, 4, 5, 6, 7, 70, 130, 141):
        assert re.search(rf"^  {status} +[a-z]", text, re.MULTILINE)


@pytest.mark.thorough
def test_help_gives_the_defaults_that_hold():
    text = gputest("help", "options").stdout
    assert "[16384]" in text and "[gravity_*]" in text and "[0.02]" in text


@pytest.mark.thorough
def test_the_program_may_be_called_by_any_path(tmp_path):
    link = tmp_path / "other"
    link.symlink_to(Path(BINARY).resolve())
    subprocess.run([link, "list", "kernels"], cwd=tmp_path, capture_output=True, check=True)

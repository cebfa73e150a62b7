"""gputest explain: its sentences follow from the file, and it refuses bad arguments and files."""

import copy
import json
import re

import pytest

from command import ROOT, SAMPLED, SCHEMA, gputest, run_json
from test_report import broken_files

USAGE, BAD_INPUT = 2, 4
RESULTS = ROOT / "docs" / "results"
CEILINGS = RESULTS / "2026-11-21-h100-roofline-cuda.json"
H100 = RESULTS / "2026-11-21-h100-gravity.json"


@pytest.fixture(scope="module")
def template():
    """Rows with a speed, from this version: two kernels in two layouts, a copy and arithmetic."""
    result = run_json("--api=cpu", "--kernel=gravity_naive,gravity_simd", "-n", "64",
                      "--layout=float4,soa", measure=SAMPLED)
    roof = run_json("--api=cpu", "--kernel=roofline_fma", "--fmas=0,1024", "-n", "64",
                    measure=SAMPLED)
    result["results"] += roof["results"]
    return result


def set_speed(row, seconds, status="ok", reason=""):
    """Sets nine samples around that median, and the rates that follow."""
    row["time"]["samples_s"] = [seconds * (1 + 0.001 * k) for k in range(-4, 5)]
    row["time"].update(median_s=seconds, min_s=seconds * 0.996)
    row["rate"].update(per_s=row["work"]["items"] / seconds,
                       gflops=row["work"]["flops"] / seconds * 1e-9,
                       gbytes_per_s=row["work"]["bytes"] / seconds * 1e-9)
    row["time"]["convergence"] = "converged"
    row["status"], row["reason"] = status, reason


def find(result, kernel, **values):
    """A row and its number."""
    for number, row in enumerate(result["results"], 1):
        if row["kernel"] == kernel and all(
                row.get(name, row["problem"].get(name)) == value for name, value in values.items()):
            return row, number
    raise AssertionError(f"no row of {kernel} {values}")


@pytest.fixture
def result(template):
    """Known speeds: float4 takes 2 ms, soa 3 ms, gravity_simd a tenth; the copy moves 100 GB/s, and
    arithmetic reaches 200 GFLOP/s."""
    made = copy.deepcopy(template)
    for row in made["results"]:
        row["monitor"] = {**row["monitor"], "core_mhz": None, "watts": None}
        if row["kernel"] == "roofline_fma":
            speed = {"0": row["work"]["bytes"] / 100e9, "1024": row["work"]["flops"] / 200e9}
            set_speed(row, speed[row["problem"]["fmas"]])
        else:
            seconds = {"float4": 2e-3, "soa": 3e-3}[row["layout"]]
            set_speed(row, seconds * (0.1 if row["kernel"] == "gravity_simd" else 1))
    return made


@pytest.fixture
def write(tmp_path):
    def written(result, name="result.json"):
        path = tmp_path / name
        path.write_text(json.dumps(result))
        return path
    return written


def explained(*args, **options):
    """The sentences as one line, with single blanks."""
    return " ".join(gputest("explain", *args, **options).stdout.split())


def aspects(*args):
    (row,) = json.loads(gputest("explain", *args, "--format=json").stdout)["rows"]
    return {aspect["topic"]: aspect["figures"] for aspect in row["aspects"]}


def test_the_ladder_has_rows_that_differ_in_one_value(result, write):
    path = write(result)
    _, number = find(result, "gravity_naive", layout="float4")
    _, soa = find(result, "gravity_naive", layout="soa")
    _, simd = find(result, "gravity_simd", layout="float4")
    text = explained(path, number)
    assert f"layout float4 instead of soa: 1.50 times as fast (supported: 1.49 to 1.51; row {soa})" \
        in text
    assert f"gravity_naive instead of gravity_simd: 0.1 times as fast (supported: 0.0992 to 0.101; " \
        f"row {simd})" in text
    rungs = aspects(path, number)["ladder"]["rungs"]
    assert {rung["row"] for rung in rungs} == {soa, simd}
    assert [rung["ratio"] for rung in rungs if rung["row"] == soa] == [pytest.approx(1.5)]


@pytest.mark.thorough
def test_the_ladder_has_no_rows_of_other_sizes_problems_or_work(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    for change in ({"n": 128}, {"problem": {**row["problem"], "eps": 0.5}}):
        other = copy.deepcopy(result)
        changed, _ = find(other, "gravity_naive", layout="soa")
        changed.update(change)
        rungs = aspects(write(other), number)["ladder"]["rungs"]
        assert [rung["differs_in"] for rung in rungs] == ["kernel"]
    _, copies = find(result, "roofline_fma", fmas="0")
    assert "No other row of this file" in explained(write(result), copies)


def test_a_doubtful_row_supports_no_ratio(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    _, other = find(result, "gravity_naive", layout="soa")
    set_speed(row, 2e-3, "disturbed", "others took 90 % of a processor")
    text = explained(write(result), number)
    assert "unreliable (disturbed)" in text and "others took 90 %" in text
    assert "This row is disturbed, so no ratio below is supported." in text
    assert f"1.50 times as fast (not supported; row {other})" in text
    assert f"not supported: that row is disturbed; row {number})" in explained(write(result), other)


def test_samples_that_overlap_are_undecided(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    row["time"]["samples_s"] = [1e-3 * k for k in (2, 2.5, 3, 3.5, 1.5, 1.6, 2.2, 4, 2.1)]
    row["time"]["median_s"] = 2.2e-3
    assert "1.36 times as fast (undecided" in explained(write(result), number)


def test_the_ceilings_are_from_the_file(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    _, copies = find(result, "roofline_fma", fmas="0")
    _, computes = find(result, "roofline_fma", fmas="1024")
    for gflops, sentence in ((180, "So arithmetic bounds it: it can become at most 1.11 times"),
                             (100, "So arithmetic is the nearest ceiling."),
                             (10, "So neither ceiling explains it."),
                             (400, "more than chained multiply-adds reached")):
        set_speed(row, row["work"]["flops"] / (gflops * 1e9))
        path = write(result)
        text = explained(path, number)
        share = f"{gflops / 2:.0f} %" if gflops > 20 else "5.0 %"
        assert f"It does {share} of the flops" in text and sentence in text
        assert f"(200 GFLOP/s, row {computes})" in text and f"(100 GB/s, row {copies})" in text
        figures = aspects(path, number)["ceiling"]
        assert figures["share_of_fma"] == pytest.approx(gflops / 200)
        assert figures["share_of_copy"] == pytest.approx(row["rate"]["gbytes_per_s"] / 100)
        assert figures["flops_per_byte"] == row["work"]["flops"] / row["work"]["bytes"]


@pytest.mark.thorough
def test_nothing_is_concluded_from_doubtful_speeds(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    roof, _ = find(result, "roofline_fma", fmas="1024")
    for doubtful, seconds in ((row, 2e-3), (roof, roof["work"]["flops"] / 200e9)):
        other = copy.deepcopy(result)
        changed = other["results"][result["results"].index(doubtful)]
        set_speed(changed, seconds, "noisy", "the samples did not converge")
        text = explained(write(other), number)
        assert "they do not show what bounds the row" in text and "So " not in text


@pytest.mark.thorough
def test_memory_may_bound_a_row(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    row["work"]["flops"] = row["work"]["bytes"] / 8
    set_speed(row, row["work"]["bytes"] / 90e9)
    assert "So memory bounds it: it can become at most 1.11 times" in explained(write(result), number)


def test_without_ceilings_the_text_gives_the_command_that_measures_them(result, write):
    row, _ = find(result, "gravity_naive", layout="float4")
    bare = {**result, "results": [row]}
    text = explained(write(bare), "1")
    command = re.search(r"Measure them with gputest (--api=cpu .*?), then", text)[1]
    known = gputest("help", "options").stdout
    for option in command.split():
        if option.startswith("--"):
            assert option.split("=")[0] in known
    roofs = {**result, "results": [r for r in result["results"] if r["kernel"] == "roofline_fma"]}
    other = write(roofs, "roofs.json")
    text = explained(write(bare), "1", f"--ceilings={other}")
    assert "row 1 of roofs.json" in text and "row 2 of roofs.json" in text
    # Another device's ceilings do not apply.
    for roof in roofs["results"]:
        roof["device"]["name"] = "another"
    assert "Measure them" in explained(write(bare), "1", f"--ceilings={write(roofs, 'roofs.json')}")
    gputest("explain", write(bare), "1", f"--ceilings={write(bare, 'bare.json')}", status=BAD_INPUT)


def test_the_noise_follows_from_the_samples(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    text = explained(write(result), number)
    assert "The median of 9 samples is known to ±0.4 %" in text and "with 99 % confidence" in text
    row["time"]["samples_s"] = [2e-3]
    row["time"]["convergence"] = "untested"
    assert "One sample allows no estimate of the noise" in explained(write(result), number)


def test_without_a_row_the_fastest_row_of_each_family_is_explained(result, write):
    rows = json.loads(gputest("explain", write(result), "--format=json").stdout)["rows"]
    assert [row["kernel"] for row in rows] == ["gravity_simd", "roofline_fma"]
    assert rows[0]["layout"] == "float4"
    # A row with a doubtful speed is not the fastest.
    row, _ = find(result, "gravity_simd", layout="float4")
    set_speed(row, 1e-6, "noisy", "the samples did not converge")
    rows = json.loads(gputest("explain", write(result), "--format=json").stdout)["rows"]
    assert rows[0]["kernel"] == "gravity_simd" and rows[0]["layout"] == "soa"


def test_a_row_is_chosen_by_its_number_or_its_values(result, write):
    path = write(result)
    _, number = find(result, "gravity_simd", layout="soa")
    by_number = gputest("explain", path, number).stdout
    assert " ".join(by_number.split()).startswith(f"Row {number} of {path}: cpu:gravity_simd on")
    for choice in (["gravity_simd", "--layout=soa"], ["cpu:gravity_simd", "--layout=soa", "-n", "64"],
                   ["gravity_simd", "--layout=soa", "--precision=fp32", "--device=cpu:0"],
                   ["gravity_simd", "--layout=soa", "--device=0"]):
        assert gputest("explain", path, *choice).stdout == by_number
    assert "a copy" in explained(path, "--fmas=0")
    gputest("explain", path, "gravity_simd", "--device=1", status=USAGE)


@pytest.mark.parametrize("args, says", [
    (["gravity_simd"], "2 rows of"),
    (["--layout=soa"], "2 rows of"),
    (["gravity_simt"], "did you mean gravity_simd"),
    (["cuda:gravity_simd"], "there is no row in"),
    (["gravity_simd", "--layout=aos"], "no row of gravity_simd with these values"),
    (["99"], "no row 99 with a kernel"),
    (["0"], "no row 0 with a kernel"),
    (["1", "--layout=soa"], "chosen by its number"),
    (["1", "--target=sm_1"], "unknown --target"),
    (["1", "--format=xml"], "text or json"),
])
def test_a_missing_row_is_refused_in_one_sentence(result, write, args, says):
    finished = gputest("explain", write(result), *args, status=USAGE)
    assert len(finished.complaints) == 1 and says in finished.complaints[0]
    assert finished.stdout == ""


@pytest.mark.parametrize("args", [["gravity_simd", "-n", "x"], ["gravity_simd", "--block=x"],
                                  ["1", "--ceilings=nowhere"]])
def test_an_invalid_value_is_bad_input(result, write, tmp_path, args):
    finished = gputest("explain", write(result), *args, status=BAD_INPUT, cwd=tmp_path)
    assert len(finished.complaints) == 1


@pytest.mark.thorough
def test_files_that_are_no_results_are_refused(result, write, tmp_path):
    for name, text in broken_files(result):
        if name in ("no command line", "no host"):  # explain does not use these
            continue
        path = tmp_path / "broken.json"
        path.write_bytes(text.encode(errors="surrogateescape"))
        finished = gputest("explain", path, status=BAD_INPUT)
        assert len(finished.complaints) == 1 and finished.stdout == "", name
    for foreign in ({"verification_version": 1, "devices": []}, {"schema_version": 3}, [], 7):
        assert len(gputest("explain", write(foreign), status=BAD_INPUT).complaints) == 1
    gputest("explain", tmp_path / "nothing", status=BAD_INPUT)
    empty = {**result, "results": []}
    assert "no rows" in gputest("explain", write(empty), status=BAD_INPUT).complaints[0]


@pytest.mark.thorough
def test_values_that_no_run_writes_are_refused_or_shown(result, write):
    _, number = find(result, "gravity_naive", layout="float4")
    for change in ({"parameters": {"splits": -1}}, {"parameters": 3}, {"scratch_bytes": "x"},
                   {"passes": [{"name": 3, "grid": [1, 1, 1], "block": [1, 1, 1]}]},
                   {"passes": [{"name": "x", "grid": [1, 1, 1], "block": [1, 1, -1]}]}):
        other = copy.deepcopy(result)
        other["results"][number - 1]["plan"].update(change)
        assert len(gputest("explain", write(other), number, status=BAD_INPUT).complaints) == 1
    large = copy.deepcopy(result)
    row = large["results"][number - 1]
    row.update(n=2**62, block=2**40)
    row["plan"] = {"passes": [{"name": "\x1b[31mx", "grid": [2**63, 2**63, 1],
                               "block": [2**31, 9, 9], "shared_bytes": 2**60}],
                   "parameters": {"lanes": 0, "bodies_per_thread": 2**63}, "scratch_bytes": 2**62}
    row["device"]["name"] = "\x1b]0;x\x07 <b> \u202e"
    row["reason"] = "a\nb"
    text = gputest("explain", write(large), number).stdout
    assert "\x1b" not in text and "\x07" not in text and "\u202e" not in text


@pytest.mark.parametrize("member, value", [
    ("layout", "rows_of_three"), ("layout", ""), ("precision", "fp8"), ("block", 77)])
def test_a_row_with_a_value_that_this_program_does_not_know_is_explained(result, write, member, value):
    row, number = find(result, "gravity_naive", layout="float4")
    row[member] = value
    for plan in (row["plan"], None):
        row["plan"] = plan
        text = explained(write(result), number)
        assert f"Row {number} of" in text and "A launch takes" in text


def test_a_value_of_an_axis_that_this_program_does_not_know_is_explained(write):
    result = run_json("--api=cpu", "--kernel=fmm_lists", "-n", "64")
    for degree in ("", "x", "99999999999999999999"):
        result["results"][0]["problem"]["degree"] = degree
        assert "Row 1 of" in explained(write(result), 1)
    del result["results"][0]["problem"]["degree"]  # as an earlier version
    assert "Row 1 of" in explained(write(result), 1)


def test_a_row_without_a_speed_says_why(result, write):
    row, number = find(result, "gravity_naive", layout="float4")
    row.update(status="failed", reason="body 3 is wrong by 1.5", time=None, rate=None, monitor=None)
    text = explained(write(result), number)
    assert "It has no speed; its status is failed: body 3 is wrong by 1.5." in text and "times as" not in text
    only = {**result, "results": [row]}
    assert "no row of" in gputest("explain", write(only), status=USAGE).complaints[0]


def test_explain_warns_of_an_interrupted_result(result, write):
    result["interrupted"] = {"finished": 6, "cases": 9}
    finished = gputest("explain", write(result), "1")
    assert "interrupted after 6 of 9 cases" in finished.stderr


@pytest.mark.parametrize("path", [H100, *sorted({*RESULTS.glob("*.json")} - {H100})],
                         ids=lambda path: path.stem)
def test_results_of_another_machine_are_explained(path):
    timed = any("time" in row and row["time"] for row in json.loads(path.read_text())["results"])
    chosen = [] if timed else ["1"]
    finished = gputest("explain", path.name, *chosen, "--ceilings=" + CEILINGS.name, cwd=RESULTS)
    assert all("was interrupted" in line for line in finished.complaints)
    assert max(map(len, finished.stdout.splitlines())) <= 80
    text = " ".join(finished.stdout.split())
    names = {row["device"]["name"] for row in json.loads(path.read_text())["results"]}
    assert any(name in text for name in names) and ("The median of" in text) == timed
    known = "registers" in text or "unknown" in text or "does not know" in text
    host_alone = all(row["api"] == "cpu" for row in json.loads(path.read_text())["results"])
    assert known or (host_alone and "threads of the host" in text)
    assert " inf" not in text and "nan" not in text


@pytest.mark.thorough
def test_every_row_of_a_large_result_is_explained():
    rows = json.loads(H100.read_text())["results"]
    for number in range(1, len(rows) + 1, 11):
        text = explained(H100, number)
        assert f"n = {rows[number - 1]['n']}" in text and "times as fast" in text


@pytest.mark.thorough
def test_resources_of_cuda_code_are_shown_if_the_program_has_it():
    known = json.loads(gputest("describe", "gravity_unrolled", "--format=json").stdout)
    codes = [entry for kernel in known["kernels"] if kernel["api"] == "cuda"
             for entry in kernel["resources"] if entry["target"] == "sm_90"]
    figures = aspects(H100, "cuda:gravity_unrolled", "-n", "64k", f"--ceilings={CEILINGS}")
    if not codes:
        assert "occupancy" not in figures["occupancy"]
        return
    occupancy = figures["occupancy"]
    assert 0 < occupancy["occupancy"] <= 1 and occupancy["block"] == 256
    assert figures["launch"]["blocks_at_once"] % 132 == 0


def test_a_word_of_a_table_is_explained(tmp_path):
    for word in ("noise", "max error", "GB/s"):
        assert gputest("explain", word).stdout.startswith(f"{word}: ")
    row = SCHEMA["$defs"]["row"]["properties"]["status"]
    for status in row["enum"]:
        assert gputest("explain", status).stdout.startswith(f"{status}: ")
    gputest("explain", "noise", "1", status=USAGE)
    (tmp_path / "noise").write_text("")  # an existing file takes precedence over the word
    gputest("explain", "noise", status=BAD_INPUT, cwd=tmp_path)
    gputest("explain", "nosie", status=BAD_INPUT)

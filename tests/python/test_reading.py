"""Files become frames with the program's values; a file that is no result gives one sentence."""

import csv
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

pandas = pytest.importorskip("pandas", reason="no python3-pandas")
pytest.importorskip("jsonschema", reason="no python3-jsonschema")

import gputest  # noqa: E402
from gputest.columns import COLUMNS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
RESULTS = sorted((ROOT / "docs" / "results").glob("*.json"))


def test_a_line_for_each_row_with_its_values(made, document):
    result = gputest.read(made)
    assert result.rows == document["results"]
    assert len(result) == len(result.frame) == 6
    for (_, line), row in zip(result.frame.iterrows(), result.rows):
        assert (line.kernel, line.n, line.status) == (row["kernel"], row["n"], row["status"])
        assert line.samples_s == row["time"]["samples_s"]
        assert line.median_s == row["time"]["median_s"]
        assert line.interactions_per_s == row["rate"]["per_s"]
        assert line.rate_unit == row["rate"]["unit"]
        assert line.device_name == row["device"]["name"]
    gravity = result.frame[result.frame.algorithm == "gravity"]
    assert list(gravity["problem.eps"]) == [0.02] * 4
    assert result.frame[result.frame.algorithm == "roofline"]["problem.eps"].isna().all()
    assert result.frame.attrs["units"]["median_s"] == "s"


def test_a_field_of_csv_has_its_name_and_value_in_the_frame(made, binary):
    frame = gputest.read(made).frame
    done = subprocess.run(
        [binary, "--kernel=gravity_naive,gravity_simd,roofline_fma", "-n", "64,128", "--api=cpu",
         "--strategy=single", "--format=csv"], stdout=subprocess.PIPE, check=True, text=True)
    lines = list(csv.DictReader(done.stdout.splitlines()))
    # The frame has the interval's two numbers in one column, and the axes among the problem's parameters.
    apart = {"axes", "interval_low_s", "interval_high_s"}
    assert set(lines[0]) - set(frame.columns) == apart
    for column in ("api", "device", "kernel", "layout", "precision", "n", "status", "rate_unit"):
        assert [line[column] for line in lines] == list(frame[column].astype(str)), column
    for column in ("max_error", "tolerance"):  # the same in every run
        assert [float(line[column]) for line in lines] == pytest.approx(list(frame[column]))


def test_a_column_has_its_members_name(binary):
    schema = json.loads(subprocess.run([binary, "schema"], stdout=subprocess.PIPE,
                                       check=True).stdout)
    paths = {column.name: column.path.split()[0] for column in COLUMNS}
    for path in paths.values():
        part = schema["$defs"]["row"]
        for step in path.split("."):
            alternatives = [part, *part.get("oneOf", [])]
            names = [one["$ref"].split("/")[-1] for one in alternatives if "$ref" in one]
            part = schema["$defs"][names[0]] if names else part
            part = part["properties"][step]
    others = {name: path for name, path in paths.items() if name != path.split(".")[-1]}
    assert others == {
        "bound_ceiling": "bound.ceiling", "bound_share": "bound.share",
        "device": "device.id", "device_name": "device.name", "interactions_per_s": "rate.per_s",
        "rate_unit": "rate.unit", "text_checksum": "text.checksum",
        "text_replaced": "text.replaced"}


def test_the_machine_is_the_one_that_ran_it(made, document):
    machine = gputest.read(made).machine
    assert (machine.cpu, machine.cores) == (document["host"]["cpu"], document["host"]["cores"])
    assert [device.id for device in machine.devices] == ["cpu:0"]


def test_several_files_are_one_frame(made, written, document):
    other = {**document, "host": {**document["host"], "cpu": "another"}}
    result = gputest.read(made, written(other))
    assert list(result.frame.file.unique()) == [str(made), str(written(other))]
    assert [machine.cpu for machine in result.machines] == [document["host"]["cpu"], "another"]
    with pytest.raises(gputest.GputestError, match="several machines"):
        result.machine


@pytest.mark.parametrize("path", [
    pytest.param(path, marks=[pytest.mark.thorough] if place > 0 else [], id=path.stem)
    for place, path in enumerate(RESULTS)])
def test_results_of_earlier_versions_are_read(path):
    result = gputest.read(path)
    rows = json.loads(path.read_text())["results"]
    assert list(result.frame.interactions_per_s) == pytest.approx(
        [row["rate"].get("interactions_per_s", row["rate"].get("per_s")) if row["rate"]
         else float("nan") for row in rows], nan_ok=True)


def test_selected_rows_can_be_saved(made, tmp_path):
    result = gputest.read(made)
    few = result[result.frame.n == 64]
    few.save(tmp_path / "few.json")
    assert gputest.read(tmp_path / "few.json").rows == [r for r in result.rows if r["n"] == 64]
    assert (tmp_path / "few.json").stat().st_mode & 0o044 == 0o044 & ~current_umask()
    assert os.listdir(tmp_path) == ["few.json"]
    turned = result.frame.sort_values("n", ascending=False)
    assert result[turned.n == 64].rows == few.rows
    assert result[result.frame.block > 0].rows == []  # <NA> is not true
    with pytest.raises(gputest.GputestError, match="3 truth values .* 6 rows"):
        result[[True] * 3]


def test_selected_rows_of_a_sweep_lose_their_numbers(written, document):
    source = {"document": "", "place": "", "address": ""}
    document["sweep"] = {"suite": "own", "checksum": "0", "title": "", "source": source,
                         "notes": "", "seed": 1, "published": [], "repeated": [],
                         "runs": [{"options": [], "rows": [0, 5]}], "order": list(range(6))}
    result = gputest.read(written(document))
    assert result.documents[0].json["sweep"]["order"] == list(range(6))
    few = result[result.frame.n == 128]
    assert "sweep" not in few.documents[0].json
    assert gputest.read(written(few.documents[0].json, "again.json")).rows == few.rows


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_doubtful_row_is_marked(written, document):
    document["results"][1].update(status="disturbed", reason="others ran")
    assert list(gputest.read(written(document)).frame.doubtful) == [False, True] + [False] * 4


def test_an_interrupted_run_gives_a_message(made, written, document):
    document["interrupted"] = {"finished": 6, "cases": 9}
    path = written(document)
    assert gputest.read(made, path).messages == (f"{path} was interrupted after 6 of 9 cases",)


def test_a_result_without_rows_is_a_frame_without_lines(written, document):
    document["results"] = []
    result = gputest.read(written(document))
    assert len(result.frame) == 0 and "median_s" in result.frame


def test_an_absent_api_is_a_row(binary):
    result = gputest.run(api="all", kernel="gravity_naive", n=64, strategy="single", dry_run=True,
                         program=binary)
    assert set(result.frame.status) == {"skipped"}
    assert result.frame.median_s.isna().all()


NESTED = "[" * 100000 + "]" * 100000


@pytest.mark.parametrize("content, why", [
    ("", "it is empty"),
    (" \n", "it is empty"),
    (b"\x1f\x8b\x08\x00", "it is not text in UTF-8"),
    ('{"schema_version": 2, "res', "line 1, column"),
    ('{"schema_version": "\\ud800"}', "it is not text in UTF-8"),
    ('{"schema_version": 2}', "required"),
    ('{"schema_version": NaN}', "NaN is not JSON"),
    ('{"schema_version": 1e999}', "too large"),
    ('{"schema_version": ' + "9" * 5000 + "}", "too large"),
    ('{"schema_version": 3}', "schema version 3, not 1 or 2"),
    ('{"schema_version": true}', "schema version true"),
    ('{"schema_version": 1, "results": 5}', "no list of results"),
    ('{"schema_version": 1, "results": [5]}', "not an object"),
    ('{"schema_version": 1, "results": [{}]}', "results[0] has no api"),
    ('{"schema_version": 1, "results": []}', "describe its host"),
    ("[]", "no schema_version"),
    ("5", "no schema_version"),
    (NESTED, "its nesting is too deep"),
    ('{"schema_version":' + NESTED + "}", "its nesting is too deep"),
], ids=str)
def test_a_file_that_is_no_result_is_refused_in_one_sentence(written, content, why):
    path = written(content)
    with pytest.raises(gputest.GputestError) as error:
        gputest.read(path)
    sentence = str(error.value)
    assert why in sentence and sentence.startswith(f"{path} ")
    assert "\n" not in sentence and len(sentence) < len(str(path)) + 400
    assert error.value.status is None


def test_a_result_cut_anywhere_is_refused(made, written):
    text = made.read_bytes()
    for length in range(0, len(text.rstrip()), max(1, len(text) // 40)):
        with pytest.raises(gputest.GputestError):
            gputest.read(written(text[:length]))


@pytest.mark.parametrize("change, where", [
    (lambda row: row.update(n="64"), "results[0].n"),
    (lambda row: row.update(status="fine"), "results[0]"),
    (lambda row: row["time"].update(median_s=0), "results[0]"),
    (lambda row: row["time"].update(samples_s=[]), "results[0]"),
    (lambda row: row["device"].update(name=5), "results[0].device.name"),
    (lambda row: row.pop("verify"), "results[0]"),
    (lambda row: row.update(colour="\x1b[31m" * 9999), "results[0]"),
], ids=["n", "status", "no time", "no samples", "name", "verify", "colour"])
@pytest.mark.parametrize("version", [1, 2])
def test_an_invalid_value_is_named(written, document, change, where, version):
    change(document["results"][0])
    document["schema_version"] = version
    path = written(document)
    try:
        gputest.read(path)
    except gputest.GputestError as error:
        assert str(error).startswith(f"{path} is not a result of gputest: {where}"), error
        assert len(str(error)) < len(str(path)) + 600 and str(error).isprintable()
    else:  # in version 1, only values that the frame uses are checked
        assert version == 1 and where == "results[0]"


def test_values_of_an_earlier_version_have_the_right_type(written, document):
    document["schema_version"] = 1
    for path, value in [("time", 5), ("time.median_s", "1"), ("time.samples_s", [None]),
                        ("problem", []), ("problem.eps", [{}]), ("n", -1), ("n", True),
                        ("status", "fine"), ("device", "cpu"), ("device.emulated", "no")]:
        changed = json.loads(json.dumps(document))
        *steps, last = path.split(".")
        part = changed["results"][2]
        for step in steps:
            part = part[step]
        part[last] = value
        with pytest.raises(gputest.GputestError, match=re.escape(f"results[2].{path} is ")):
            gputest.read(written(changed))


def test_an_unreadable_path_is_refused_in_one_sentence(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name, why in [("absent", "No such file or directory"), ("", "not a regular file"),
                      ("pipe", "not a regular file"), ("null\0", "null byte")]:
        with pytest.raises(gputest.GputestError, match=f"cannot read .*{why}"):
            gputest.read(f"{tmp_path}/{name}")
    with pytest.raises(gputest.GputestError, match="path of a result"):
        gputest.read()


def test_a_failed_save_leaves_no_file(made, tmp_path):
    with pytest.raises(gputest.GputestError, match="cannot write .*No such file"):
        gputest.read(made).save(tmp_path / "absent" / "r.json")
    with pytest.raises(gputest.GputestError, match="2 results cannot be saved"):
        gputest.read(made, made).save(tmp_path / "r.json")
    assert os.listdir(tmp_path) == []


def test_an_object_in_a_problem_becomes_several_parameters(written, document):
    row = {**document["results"][0], "problem": {"errors": {"median": 1e-4, "max": 2e-3}}}
    frame = gputest.read(written({**document, "results": [row]})).frame
    assert list(frame["problem.errors.max"]) == [2e-3]


def test_a_list_in_a_problem_is_a_tuple(written, document):
    row = {**document["results"][0], "problem": {"shape": [4, 8], "element": "4"}}
    frame = gputest.read(written({**document, "results": [row]})).frame
    assert list(frame["problem.shape"]) == [(4, 8)]
    row["problem"] = {"shape": [[4], 8]}
    with pytest.raises(gputest.GputestError, match="which is not a valid value"):
        gputest.read(written({**document, "results": [row]}))

"""The shipped schema describes every field and refuses invalid rows."""

import copy
import json
from typing import Any, Callable, Dict

import jsonschema
import pytest

from command import SCHEMA, listed, parse_result, run_json

Row = Dict[str, Any]


@pytest.fixture(scope="module")
def result() -> Dict[str, Any]:
    args = ["--kernel=gravity_simd", "-n", 50, "--baseline=cpu:gravity_simd"]
    return run_json("--api=cpu", *args)


def check_against_schema(result: Dict[str, Any], change: Callable[[Row], None]) -> None:
    changed = copy.deepcopy(result)
    change(changed["results"][0])
    parse_result(json.dumps(changed))


def test_the_schema_is_valid():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_field_is_described_and_no_other_is_allowed():
    def walk(where: str, schema: Dict[str, Any]) -> None:
        for name, field in schema.get("properties", {}).items():
            described = field
            if set(field) == {"$ref"}:
                described = SCHEMA["$defs"][field["$ref"].split("/")[-1]]
            assert described.get("description"), f"{where}.{name}"
            walk(f"{where}.{name}", field)
        if "properties" in schema and "required" in schema:
            assert "additionalProperties" in schema, where

    walk("result", SCHEMA)
    for name, schema in SCHEMA["$defs"].items():
        walk(name, schema)


def test_every_family_has_its_part():
    for family in {kernel["kernel"].split("_")[0] for kernel in listed("kernels")}:
        part = SCHEMA["$defs"][f"{family}_problem"]
        assert set(part["required"]) <= set(part["properties"])


@pytest.mark.thorough
def test_a_row_of_every_family_is_checked_with_its_part():
    kernels = ("*_naive,*_plain,*_fma,*_cell,central_direct,ewald_real,fmm_lists,memory_copy,lu_sequential,"
               "tree_walk_thread")
    rows = run_json("--api=cpu", f"--kernel={kernels}", "-n", 64)
    assert {row["algorithm"] for row in rows["results"]} == {
        name[: -len("_problem")] for name in SCHEMA["$defs"] if name.endswith("_problem")
    } - {"task"}  # of gputest judge
    for index in range(len(rows["results"])):
        changed = copy.deepcopy(rows)
        changed["results"][index]["problem"]["colour"] = "red"
        with pytest.raises(jsonschema.ValidationError):
            parse_result(json.dumps(changed))


def now(**fields: Any) -> Callable[[Row], None]:
    return lambda row: row.update(fields)


def without(name: str) -> Callable[[Row], None]:
    return lambda row: row.pop(name)


def emulated(row: Row) -> None:
    row["device"]["emulated"] = True


def wrong(row: Row) -> None:
    del row["rate_over_baseline"]
    row.update(status="failed", reason="body 3 is wrong", time=None, monitor=None, rate=None)
    row["verify"]["passed"] = False


def noisy(row: Row) -> None:
    row.update(status="noisy", reason="the samples did not converge")
    row["time"]["convergence"] = "noisy"


def throttled(row: Row) -> None:
    row.update(status="throttled", reason="the device held its clocks back (power cap)")
    row["monitor"]["throttled"] = ["power cap"]


ENERGY = {
    "source": "board, NVML",
    "reason": "",
    "window_s": 5.1,
    "launches": 1000,
    "joules_per_launch": 1.5,
    "items_per_joule": 1e9,
    "mean_watts": 300.0,
}


def both(*changes: Callable[[Row], None]) -> Callable[[Row], None]:
    def change(row: Row) -> None:
        for one in changes:
            one(row)

    return change


@pytest.mark.parametrize(
    "change",
    [
        now(),
        wrong,
        both(wrong, lambda row: row["verify"].update(max_error=None, rms_error=None)),
        both(wrong, now(verify=None)),
        both(emulated, without("rate_over_baseline"), now(time=None, monitor=None, rate=None)),
        noisy,
        both(noisy, now(status="disturbed")),
        throttled,
        now(energy=ENERGY),
        now(energy=dict.fromkeys(ENERGY) | {"reason": "there is no counter"}),
        now(price={"amount": 3e4, "currency": "EUR", "rate_per_price": 1e5}),
        now(verify=None),
        without("rate_over_baseline"),
    ],
    ids=[
        *["ok", "failed", "failed without a number", "failed before it was compared", "emulated", "noisy",
          "disturbed", "throttled"],
        *["energy", "no energy", "price", "not verified", "no baseline"],
    ],
)
def test_valid_rows_are_accepted(change, result):
    check_against_schema(result, change)


@pytest.mark.parametrize(
    "change",
    [
        now(time=None, rate=None),
        now(rate=None),
        now(reason="because"),
        now(monitor=None),
        now(status="noisy", reason="because"),
        both(noisy, now(reason="")),
        both(noisy, now(verify=None), now(time=None)),
        both(noisy, emulated),
        now(status="throttled", reason="because"),
        now(energy=1),
        now(price={"amount": 0, "currency": "EUR", "rate_per_price": 1}),
        lambda row: row["time"].update(strategy="warm"),
        lambda row: row["time"].pop("host"),
        lambda row: row["device"].update(uuid="H100"),
        lambda row: row["verify"].update(passed=False),
        lambda row: row["verify"].update(max_error=None),
        emulated,
        both(emulated, now(time=None, rate=None)),
        now(status="failed", reason="body 3 is wrong"),
        both(wrong, now(reason="")),
        now(status="error", reason="lost"),
        now(status="skipped", reason="dry run"),
        now(status="fine"),
        now(n=0),
        now(n="50"),
        now(kernel=None),
        now(work=None),
        now(precision="fp16"),
        now(block=0),
        now(problem={}),
        now(colour="red"),
        without("device"),
        lambda row: row["problem"].pop("seed"),
        lambda row: row["time"].update(median_s=0),
        lambda row: row["time"].update(samples_s=[]),
        lambda row: row["rate"].update(gflops=None),
        now(api_failure={"call": "clFinish", "code": -5, "build_log": ""}),
    ],
)
def test_invalid_rows_are_refused(change, result):
    with pytest.raises(jsonschema.ValidationError):
        check_against_schema(result, change)


def test_nan_and_infinity_are_not_json():
    for number in ("NaN", "Infinity", "-Infinity"):
        with pytest.raises(AssertionError):
            parse_result(number)

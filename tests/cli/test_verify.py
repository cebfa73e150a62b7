"""gputest verify: the conformance tests of the installed program pass, and can fail."""

import json
import xml.etree.ElementTree
from pathlib import Path
from typing import Any, Dict, Tuple

import pytest

from command import gputest, opencl_source, parse_table

WRONG, USAGE, UNAVAILABLE, BAD_INPUT = 1, 2, 3, 4


def verified(folder: Path, *args: Any, status: int = 0, **options: Any) -> Tuple[Dict, Any, str]:
    """Runs gputest verify; returns the JSON, JUnit's tree and the text."""
    output, junit = folder / "verify.json", folder / "verify.xml"
    finished = gputest("verify", *args, "-o", output, f"--junit={junit}", status=status, **options)
    return (json.loads(output.read_text()), xml.etree.ElementTree.parse(junit).getroot(),
            finished.stdout)


@pytest.mark.parametrize("kernels, sizes", [
    (["--kernel=gravity_*,lj_*,neighbour_*,roofline_*,stencil_*"], set()),
    # The smallest box of sweep has 27 cells; 65 make no box, so it takes 72. Class S of lu has 12 cubed.
    ([], {27, 72, 1728}),
])
def test_the_cpu_is_right(tmp_path, kernels, sizes):
    result, junit, text = verified(tmp_path, "--api=cpu", "--quick", *kernels)
    assert result["passed"] is True and result["quick"] is True and result["absent"] == []
    (device,) = result["devices"]
    assert device["verdict"] == "right" and device["failed"] == 0 and device["faults_missed"] == 0
    cases = device["cases"]
    plain = [case for case in cases if case["fault"] is None]
    assert device["passed"] == sum(case["status"] == "ok" for case in plain) > 30
    assert device["skipped"] == sum(entry["cases"] for entry in device["omissions"])
    assert all(entry["reason"] and entry["cases"] > 0 for entry in device["omissions"])
    assert {case["n"] for case in plain} == {1, 65, 1000} | sizes
    # Five faults in the results of each family, each with the reason for which it was found.
    families = {case["kernel"].split("_")[0] for case in plain}
    faults = [case for case in cases if case["fault"]]
    assert {"gravity", "lj", "neighbour", "roofline", "stencil"} <= families
    assert device["faults_found"] == len(faults) == 5 * len(families)
    assert all(case["reason"].startswith("found: ") for case in faults)
    assert all(case["max_error"] <= case["tolerance"] for case in plain if case["status"] == "ok")

    (suite,) = junit.findall("testsuite")
    assert int(suite.get("tests")) == len(cases) == len(suite.findall("testcase"))
    assert suite.get("failures") == suite.get("errors") == "0"
    (line,) = parse_table(text)
    assert line["verdict"] == "right" and line["faults found"] == f"{len(faults)} of {len(faults)}"
    assert text.rstrip().endswith("Verdict: 1 of 1 devices right (--quick)")


@pytest.mark.thorough
def test_a_full_verification_has_more_cases_than_a_quick_one(tmp_path):
    quick, _, _ = verified(tmp_path, "--api=cpu", "--kernel=gravity_naive", "--quick")
    full, _, _ = verified(tmp_path, "--api=cpu", "--kernel=gravity_naive")
    cases = {(case["layout"], case["precision"], case["n"]) for case in full["devices"][0]["cases"]}
    assert len({layout for layout, _, _ in cases}) > 3 and (65 in {n for _, _, n in cases})
    assert full["devices"][0]["passed"] > 10 * quick["devices"][0]["passed"]
    reasons = {entry["reason"] for entry in full["devices"][0]["omissions"]}
    assert not any("--quick" in reason for reason in reasons)


@pytest.mark.opencl
def test_a_wrong_kernel_is_found(tmp_path):
    text = opencl_source("stencil_plain.cl").read_text()
    assert text.count("cells[i + plane]") == 1
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "stencil_plain.cl").write_text(text.replace("cells[i + plane]", "cells[i]"))
    result, junit, text = verified(
        tmp_path, "--api=opencl", "--kernel=stencil_plain", "--quick", "--device=opencl:0",
        env={"GPUTEST_CL_DIR": str(folder)}, status=WRONG)
    (device,) = result["devices"]
    assert result["passed"] is False and device["verdict"] == "wrong" and device["failed"] > 0
    (suite,) = junit.findall("testsuite")
    failures = suite.findall("testcase/failure") + suite.findall("testcase/error")
    assert len(failures) == device["failed"] + device["faults_missed"]
    assert "Wrong on opencl:0:" in text and "stencil_plain" in text
    assert "Verdict: 0 of 1 devices right" in text


@pytest.mark.thorough
@pytest.mark.hip
def test_threads_run_in_more_than_one_order(tmp_path):
    result, _, _ = verified(
        tmp_path, "--device=hip:host", "--kernel=stencil_tiled", "--quick")
    cases = result["devices"][0]["cases"]
    assert {case["order"] for case in cases} == {"forward", "reverse"}
    own, _, _ = verified(tmp_path, "--device=hip:host", "--kernel=stencil_tiled", "--quick",
                         env={"GPUTEST_HIP_HOST_ORDER": "random:3"})
    assert {case["order"] for case in own["devices"][0]["cases"]} == {""}


@pytest.mark.parametrize("args, status", [
    (["--api=nothing"], USAGE),
    (["--kernel=nothing"], USAGE),
    (["--device=nothing"], UNAVAILABLE),
    (["--timeout=x"], BAD_INPUT),
    (["--junit=none/x.xml"], BAD_INPUT),
    (["--junit=same", "-o", "same"], USAGE),
])
def test_bad_arguments_are_refused(tmp_path, args, status):
    finished = gputest("verify", "--quick", *args, status=status, cwd=tmp_path)
    assert len(finished.complaints) == 1 and list(tmp_path.iterdir()) == []

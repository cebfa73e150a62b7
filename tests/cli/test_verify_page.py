"""The page of gputest verify --report: it agrees with the JSON, and runs no foreign script."""

import json
import re
import signal

import pytest

from command import Terminal, gputest, opencl_source
from test_report import page_data

WRONG, INTERRUPTED = 1, 130
HOSTILE = "<img src=x onerror='document.hacked=1'>"


def certified(folder, *args, **options):
    """Verifies; returns the page's path, its data and the JSON."""
    page, output = folder / "verify.html", folder / "verify.json"
    gputest("verify", "--quick", f"--report={page}", "-o", output, *args, **options)
    return page, page_data(page), json.loads(output.read_text())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return certified(tmp_path_factory.mktemp("certificate"),
                     "--api=cpu,opencl", "--kernel=stencil_*,gravity_naive")


def test_the_page_agrees_with_the_json(certificate):
    page, data, result = certificate
    for key in ("passed", "quick", "absent", "host", "argv"):
        assert data[key] == result[key]
    assert data["program"] == result["gputest"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", data["written"])
    assert len(data["devices"]) == len(result["devices"]) >= 1
    for shown, device in zip(data["devices"], result["devices"]):
        for key in ("id", "name", "verdict", "passed", "failed", "skipped", "faults_found",
                    "faults_missed", "omissions"):
            assert shown[key] == device[key]
        plain = [case for case in device["cases"] if case["fault"] is None]
        for kernel in shown["kernels"]:
            cases = [case for case in plain if case["kernel"] == kernel["kernel"]]
            ran = [case for case in cases if case["status"] != "skipped"]
            assert kernel["passed"] == sum(case["status"] == "ok" for case in cases)
            assert kernel["passed"] + kernel["wrong"] + kernel["skipped"] == len(cases) > 0
            assert kernel["sizes"] == sorted({case["n"] for case in ran})
            assert kernel["worst"] == pytest.approx(
                max(case["max_error"] / (case["tolerance"] or 1) for case in ran))
        faults = [case for case in device["cases"] if case["fault"]]
        assert len(shown["faults"]) == len(faults) > 0
        assert [fault["reason"] for fault in shown["faults"]] == [case["reason"] for case in faults]
    text = page.read_text()
    assert "default-src 'none'" in text
    assert re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?!data:)', text) == []


def test_an_interrupted_verification_and_its_page_say_so(tmp_path):
    page, output = tmp_path / "verify.html", tmp_path / "verify.json"
    run = Terminal("verify", "--api=cpu", f"--report={page}", "-o", output, stream="stderr")
    run.read_until("[9/")
    run.process.send_signal(signal.SIGINT)
    assert "Verdict: 0 of 1 devices right" in run.finish(status=INTERRUPTED).stdout
    for told in (page_data(page), json.loads(output.read_text())):
        (device,) = told["devices"]
        assert device["verdict"] == "interrupted" and device["passed"] >= 8


@pytest.mark.thorough
@pytest.mark.parametrize("dark", [False, True])
def test_every_width_shows_the_page_without_errors(browser, certificate, dark):
    page, data, _ = certificate
    for width in (400, 1280):
        browser.open(page, width, dark=dark)
        shown = browser.run("[...document.querySelectorAll('section[id]')].map((one) => one.id)")
        wanted = ["verdict", "devices", *(f"device-{k}" for k in range(len(data["devices"])))]
        assert shown == wanted + (["absent"] if data["absent"] else [])
        assert browser.run("document.documentElement.scrollWidth") <= width
        assert browser.complaints() == []
    text = browser.run("document.body.textContent")
    right = len(data["devices"])
    assert ("The device is right." if right == 1 else f"All {right} devices are right.") in text
    for device in data["devices"]:
        for entry in (*device["omissions"], *device["kernels"]):
            assert entry.get("reason", entry.get("kernel")) in text
    background = browser.run("getComputedStyle(document.body).backgroundColor")
    assert (int(re.search(r"\d+", background)[0]) < 128) == dark


@pytest.mark.thorough
@pytest.mark.opencl
def test_a_wrong_kernel_and_its_text_are_named_and_are_no_markup(browser, tmp_path):
    folder = tmp_path / HOSTILE
    folder.mkdir()
    text = opencl_source("stencil_plain.cl").read_text()
    assert text.count("cells[i + plane]") == 1
    (folder / "stencil_plain.cl").write_text(text.replace("cells[i + plane]", "cells[i]"))
    page, data, _ = certified(tmp_path, "--api=opencl", "--kernel=stencil_plain",
                              "--device=opencl:0", env={"GPUTEST_CL_DIR": str(folder)},
                              status=WRONG)
    (device,) = data["devices"]
    (kernel,) = device["kernels"]
    assert device["verdict"] == "wrong" and len(device["failures"]) == device["failed"] > 0
    assert kernel["wrong"] == device["failed"] and len(kernel["checksums"][0]) == 16
    assert HOSTILE in kernel["replaced"][0]
    browser.open(page)
    assert browser.run("document.hacked") is None and browser.complaints() == []
    shown = browser.run("document.querySelector('#device-0').textContent")
    assert "opencl:0: wrong" in shown and HOSTILE in shown
    assert device["failures"][0]["case"] in shown and kernel["checksums"][0] in shown
    assert "The device is wrong." in browser.run("document.querySelector('#verdict').textContent")

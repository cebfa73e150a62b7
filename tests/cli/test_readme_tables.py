"""Generated tables in the documents match the program."""

import importlib.util
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = os.environ["GPUTEST_BINARY"]


def script():
    spec = importlib.util.spec_from_file_location("tables", ROOT / "scripts/update_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables = script()


def test_every_family_has_its_table():
    texts = "".join(path.read_text() for path in tables.documents())
    for kernel in tables.listed(PROGRAM, "kernels"):
        assert f"<!-- kernels: {kernel['kernel'].split('_')[0]} -->" in texts


def test_tables_are_current():
    missing = tables.missing_apis(PROGRAM)
    if missing:
        pytest.skip(f"this build has no kernels of {missing}")
    stale = [path.name for path in tables.outdated(PROGRAM)]
    assert stale == [], "run scripts/update_tables.py"


@pytest.mark.thorough
def test_the_table_of_planted_faults_has_each_fault_with_its_outcome():
    text = (ROOT / "docs/faults.md").read_text()
    assert text == tables.updated(text, PROGRAM), "run scripts/update_tables.py"
    faults = tables.planted.all_faults()
    assert len(faults) >= 60 and {fault.api for fault in faults} == {"cpu", "hip", "il", "opencl"}
    assert text.count("| no: ") == sum(bool(fault.missed) for fault in faults)


def test_a_stale_table_is_noticed():
    text = "<!-- kernels: gravity -->\n| kernel |\n<!-- end -->"
    assert tables.updated(text, PROGRAM) != text


def test_a_speed_that_is_not_the_kept_results_is_noticed():
    document = pathlib.Path("docs/gravity.md")
    text = tables.updated((ROOT / document).read_text(), PROGRAM, document)
    written = "| `gravity_symmetric` | 1373 |"
    assert written in text and "(results/2026-11-30-h200.json)" in text
    assert tables.updated(text.replace(written, "| `gravity_symmetric` | 1374 |"), PROGRAM, document) == text


def test_every_described_table_of_speeds_is_in_a_document():
    texts = "".join(path.read_text() for path in tables.documents())
    assert all(f"<!-- speeds: {name} -->" in texts for name in tables.speeds.described())


@pytest.mark.thorough
def test_the_document_has_helps_exit_statuses_and_environment():
    text = (ROOT / "docs/usage.md").read_text()
    assert "<!-- help: Exit status -->" in text and "<!-- help: Environment -->" in text
    assert text == tables.updated(text, PROGRAM), "run scripts/update_tables.py"
    assert text.replace("| 6 | timeout", "| 6 | late") != tables.updated(text, PROGRAM)

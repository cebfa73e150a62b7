"""Fixtures and markers of the command's tests. GPUTEST_BINARY names the program under test."""

import json
import os
from pathlib import Path
from typing import Dict, Iterator, List

import pytest

from browser import CHROMIUM, Page
from command import BINARY, gputest


NEEDED_APIS = ["opencl", "hip"]
TIERS = [
    "thorough: for scripts/test.sh --all",
    "further: every case of a parametrized test except the first; it is also thorough",
    "nightly: for scripts/test.sh --nightly, which repeats tests and runs for long",
    "alike: all cases take the same path through the program; a sanitizer runs one",
    "every_case: each case tests a different behaviour, and is in every tier",
]


def pytest_configure(config: pytest.Config) -> None:
    for api in NEEDED_APIS:
        config.addinivalue_line("markers", f"{api}: needs a device of the API {api}")
    for marker in TIERS:
        config.addinivalue_line("markers", marker)
    config.addinivalue_line(
        "markers",
        "unsanitized: a sanitizer finds nothing more here, or makes the test slow or impossible",
    )
    config.addinivalue_line("markers", "idle: takes minutes, and needs a machine that does nothing else")
    if not os.access(BINARY, os.X_OK):
        pytest.exit(f"GPUTEST_BINARY: there is no program {BINARY}", returncode=4)


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    """Marks every case of a test except the first as further and thorough. Tests that share a fixture of the module
    run in one process, which makes the fixture once."""
    begun = set()
    for item in items:
        fixtures = item._fixtureinfo.name2fixturedefs.values()
        if any(definitions[-1].scope == "module" for definitions in fixtures):
            item.add_marker(pytest.mark.xdist_group(item.module.__name__))
        test = item.nodeid.partition("[")[0]
        if test in begun and item.get_closest_marker("every_case") is None:
            item.add_marker(pytest.mark.further)
            item.add_marker(pytest.mark.thorough)
        if item.get_closest_marker("thorough") is None:
            begun.add(test)


@pytest.fixture(scope="session")
def api_devices() -> Dict[str, int]:
    """How many devices each API has."""
    listed = json.loads(gputest("list", "apis", "--format=json").stdout)
    return {entry["api"]: entry["devices"] for entry in listed}


@pytest.fixture(autouse=True)
def _skip_without_its_api(request: pytest.FixtureRequest) -> None:
    for api in NEEDED_APIS:
        if request.node.get_closest_marker(api) is None:
            continue
        if request.getfixturevalue("api_devices").get(api, 0) == 0:
            pytest.skip(f"no {api} device: see gputest list apis")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page in a Chromium."""
    if CHROMIUM is None:
        pytest.skip("no chromium")
    try:
        page = Page(tmp_path_factory.mktemp("profile"))
    except (AssertionError, OSError) as error:  # for example in a container that forbids its sandbox
        pytest.skip(f"Chromium does not start here: {error}")
    with page:
        yield page


@pytest.fixture(scope="session")
def small_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with five bodies in every format that --input reads; each file has its format's name."""
    folder = tmp_path_factory.mktemp("small")
    for entry in json.loads(gputest("list", "formats", "--format=json").stdout):
        name = entry["format"]
        gputest("generate", "plummer", "-n", 5, "--to", name, "-o", folder / name)
    return folder

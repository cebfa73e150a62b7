"""Fixtures of the Python package's tests. GPUTEST_BINARY names the program."""

import copy
import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("GPUTEST_BINARY", str(ROOT / "build" / "gputest"))
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True

# matplotlib keeps its list of fonts there, so it needs neither a display nor a home folder.
_SETTINGS = tempfile.TemporaryDirectory()
os.environ.update(MPLBACKEND="Agg", MPLCONFIGDIR=_SETTINGS.name)


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: for scripts/test.sh --all")


@pytest.fixture(scope="session")
def binary():
    if not os.access(BINARY, os.X_OK):
        pytest.fail(f"GPUTEST_BINARY: there is no program {BINARY}")
    return BINARY


@pytest.fixture(scope="session")
def made(binary, tmp_path_factory):
    """The path of a result that the program wrote: two families at two sizes."""
    gputest = pytest.importorskip("gputest")
    result = gputest.run("--kernel=gravity_naive,gravity_simd,roofline_fma", n=[64, 128],
                         api="cpu", strategy="single", program=binary)
    path = tmp_path_factory.mktemp("made") / "r.json"
    result.save(path)
    return path


@pytest.fixture
def document(made):
    """A copy of that result's JSON, for changes."""
    return copy.deepcopy(json.loads(made.read_text()))


@pytest.fixture
def written(tmp_path):
    """Writes JSON, text or bytes to a file, and returns its path."""
    def write(content, name="r.json"):
        path = tmp_path / name
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path
    return write

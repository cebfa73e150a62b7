"""Completion in fish, tested with fish."""

import shutil
import subprocess
from pathlib import Path
from typing import List

import pytest

from command import gputest, listed

pytestmark = [
    pytest.mark.skipif(shutil.which("fish") is None, reason="no fish"),
]


@pytest.fixture(scope="module")
def script(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("fish") / "gputest.fish"
    path.write_text(gputest("completion", "fish").stdout)
    return path


def complete(script: Path, folder: Path, line: str) -> List[str]:
    """Fish's completions of the last word of a line, in a folder with the file list.nbody."""
    (folder / "list.nbody").touch()
    done = subprocess.run(
        ["fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]', script, line],
        cwd=folder, capture_output=True, text=True, timeout=60, check=False,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [offer.split("\t")[0] for offer in done.stdout.splitlines()]


def test_the_script_is_sound(script):
    done = subprocess.run(["fish", "--no-config", "-n", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_subcommands_and_their_words(script, tmp_path):
    assert complete(script, tmp_path, "gputest lis") == ["list"]
    assert complete(script, tmp_path, "gputest list k") == ["kernels"]
    assert complete(script, tmp_path, "gputest il r") == ["run"]
    assert complete(script, tmp_path, "gputest describe gravity_si") == ["gravity_simd"]
    assert set(complete(script, tmp_path, "gputest completion ")) >= {"bash", "zsh", "fish"}
    assert "sweep" in complete(script, tmp_path, "gputest help sw")


@pytest.mark.thorough
def test_subcommands_are_offered_only_as_the_first_word(script, tmp_path):
    assert "list" not in complete(script, tmp_path, "gputest --dry-run lis")


def test_values_of_options_come_from_the_registry(script, tmp_path):
    apis = {api["api"] for api in listed("apis")} | {"all"}
    assert set(complete(script, tmp_path, "gputest --api ")) == apis
    assert set(complete(script, tmp_path, "gputest --api=")) == {f"--api={api}" for api in apis}
    assert complete(script, tmp_path, "gputest --api=cpu,openc") == ["--api=cpu,opencl"]
    assert complete(script, tmp_path, "gputest --precision fp6") == ["fp64"]
    assert complete(script, tmp_path, "gputest list kernels --format j") == ["json"]


def test_options_are_those_of_the_subcommand(script, tmp_path):
    assert complete(script, tmp_path, "gputest --dry") == ["--dry-run"]
    assert complete(script, tmp_path, "gputest compare --thre") == ["--threshold"]
    assert complete(script, tmp_path, "gputest list --thr") == []


def test_files_are_offered_as_values_of_file_options(script, tmp_path):
    assert complete(script, tmp_path, "gputest --input list.") == ["list.nbody"]
    assert complete(script, tmp_path, "gputest compare list.") == ["list.nbody"]
    assert complete(script, tmp_path, "gputest generate plummer -o list.") == ["list.nbody"]


@pytest.mark.thorough
def test_options_have_their_help(script):
    assert "'list the cases without running them'" in script.read_text()

"""Running the program from Python: options, result, messages and statuses."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="no python3-pandas")

import gputest  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def fake(tmp_path):
    """Makes a shell script that replaces gputest."""
    def make(script):
        path = tmp_path / "fake-gputest"
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)
        return path
    return make


def test_options_reach_the_program(binary):
    result = gputest.run("--kernel=gravity_naive,gravity_simd", n=[64, 96], api="cpu",
                         precision=["fp32", "fp64"], eps=0.5, strategy="single", program=binary)
    frame = result.frame
    assert set(frame.n) == {64, 96} and set(frame.precision) == {"fp32", "fp64"}
    assert set(frame["problem.eps"]) == {0.5} and set(frame.api) == {"cpu"}
    assert result.status == 0


def test_each_kind_of_option_is_a_word(fake, made):
    program = fake(f"""printf '%s\\n' "$@" >&2; cat {made}\n""")
    result = gputest.run("a b", n=range(2, 4), image_width=64, dry_run=True, plan=False, seed=None,
                         input=made, program=program)
    assert list(result.messages) == ["a b", "-n", "2,3", "--image-width=64", "--dry-run",
                                     f"--input={made}", "--format=json"]


def test_the_programs_sentence_and_status_are_the_error(binary):
    with pytest.raises(gputest.GputestError) as error:
        gputest.run(kernel="gravity_nothing", program=binary)
    assert error.value.status == 2 and "gravity_nothing" in str(error.value)
    assert "gputest: " not in str(error.value) and error.value.result is None
    with pytest.raises(gputest.GputestError) as error:
        gputest.run(kernel="gravity_naive", api="cpu", n=-5, program=binary, check=False)
    assert error.value.status == 4


def test_the_error_has_the_rows_next_to_a_failed_one(fake, written, document):
    document["results"][1].update(
        status="failed", reason="body 3 is wrong", time=None, monitor=None, rate=None)
    document["results"][1]["verify"]["passed"] = False
    program = fake(f"echo 'gputest: warning: w' >&2; cat {written(document)}; exit 1\n")
    with pytest.raises(gputest.GputestError, match="^cpu:0 .*: body 3 is wrong$") as error:
        gputest.run(program=program)
    assert error.value.status == 1 and len(error.value.result) == 6
    result = gputest.run(program=program, check=False)
    assert result.status == 1 and list(result.messages) == ["gputest: warning: w"]


@pytest.mark.parametrize("script, status, sentence", [
    ("exit 0", 0, "gputest printed no result"),
    ("echo '{'", 0, "the output of gputest is not a result of gputest: line 2, column 1"),
    ("kill -SEGV $$", -signal.SIGSEGV, "gputest was ended by SIGSEGV"),
    ("exit 70", 70, "gputest ended with status 70"),
    ("echo 'gputest: no \x1b[31m' >&2; exit 4", 4, r"no \x1b[31m"),
    ("echo 'driver: gone' >&2; exit 7", 7, "driver: gone"),
], ids=["no output", "half", "signal", "silent", "control", "driver"])
def test_every_end_of_the_program_gives_a_sentence(fake, script, status, sentence):
    with pytest.raises(gputest.GputestError) as error:
        gputest.run(program=fake(script + "\n"))
    assert error.value.status == status
    assert str(error.value).startswith(sentence)


def test_the_program_is_found_by_argument_environment_and_path(fake, made, tmp_path, monkeypatch):
    program = fake(f"cat {made}\n")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("GPUTEST", raising=False)
    with pytest.raises(gputest.GputestError, match="there is no program gputest: .*PATH"):
        gputest.run()
    monkeypatch.setenv("GPUTEST", str(program))
    assert len(gputest.run()) == 6
    monkeypatch.setenv("GPUTEST", str(tmp_path))
    with pytest.raises(gputest.GputestError, match="GPUTEST=.* is not an executable program"):
        gputest.run()
    assert len(gputest.run(program=program)) == 6
    monkeypatch.delenv("GPUTEST")
    program.rename(tmp_path / "gputest")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert len(gputest.run()) == 6
    with pytest.raises(gputest.GputestError, match="program=.* is not an executable program"):
        gputest.run(program="/dev/null")


@pytest.mark.parametrize("words, options", [
    (["--format=csv"], {}), (["--output", "x"], {}), (["-o", "x"], {}), ([], {"format": "csv"})])
def test_options_that_run_sets_itself_are_refused(words, options):
    with pytest.raises(gputest.GputestError, match="sets -.* itself"):
        gputest.run(*words, program="/bin/false", **options)


def test_ctrl_c_reaches_the_program_once_and_is_raised_when_it_ended(fake, tmp_path):
    log = tmp_path / "log"
    program = fake(f"trap 'echo interrupted >> {log}; sleep 0.3; echo ended >> {log}; exit 130' "
                   f"INT\necho began >> {log}; for k in $(seq 2000); do sleep 0.05; done\n")
    script = f"import gputest\ngputest.run(program={str(program)!r})"
    process = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE,
                               env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
                               process_group=0)
    deadline = time.monotonic() + 60
    while not log.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    assert b"KeyboardInterrupt" in process.communicate(timeout=60)[1]
    assert log.read_text().split() == ["began", "interrupted", "ended"]


def test_compare_is_the_programs(written, document, binary):
    def times_as_long(factor):
        for row in document["results"]:
            samples = [factor * (1 + k / 1000) for k in range(20)]
            row["time"].update(samples_s=samples, median_s=factor * 1.0095, min_s=factor,
                               interval_s=[factor * 1.005, factor * 1.015],
                               convergence="converged", strategy="hot", method="wall-batch")
        return document

    earlier = written(times_as_long(1), "earlier.json")
    same = gputest.compare(earlier, earlier, program=binary)
    assert not same.regressed and "gravity_simd" in str(same) and same.messages == ()
    later = written(times_as_long(3), "later.json")
    command = [binary, "compare", str(earlier), str(later)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for compared in (later, gputest.read(later)):
        comparison = gputest.compare(earlier, compared, program=binary)
        assert comparison.regressed and comparison.text == done.stdout
        assert list(comparison.messages) == done.stderr.splitlines()
    assert not gputest.compare(earlier, later, threshold=4, program=binary).regressed


def test_results_that_cannot_be_compared_are_an_error(made, written, binary):
    with pytest.raises(gputest.GputestError, match="is not a result") as error:
        gputest.compare(made, written("{}"), program=binary)
    assert error.value.status == 4
    with pytest.raises(gputest.GputestError) as error:
        gputest.compare(made, made, threshold=-1, program=binary)
    assert error.value.status == 4


def test_a_saved_result_reads_back_the_same(binary, tmp_path):
    result = gputest.run("--kernel=stencil_plain", api="cpu", n=64, strategy="single",
                         program=binary)
    result.save(tmp_path / "r.json")
    assert gputest.read(tmp_path / "r.json").rows == result.rows
    assert json.loads((tmp_path / "r.json").read_text()) == result.documents[0].json

"""Files and streams: users' files are never lost, no half-written file stays, and no message ends a run."""

import contextlib
import json
import os
import re
import resource
import signal
import subprocess
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional, Tuple

import pytest

from command import (
    BINARY, QUICK, TIME_LIMIT, Environment, Finished, Terminal, children_of, environment, gputest,
    parse_result, run_json, writes_in,
)
from processes import has_ended, is_pending, wait_until

USAGE, BAD_INPUT, DEVICE_LOST, INTERRUPTED = 2, 4, 7, 130
ONE = ["--api=cpu", "--kernel=gravity_simd", *QUICK]
# The plainest kernel, because these tests are about files, and a sanitizer makes vector code slow.
SIMULATE = ["simulate", "--kernel=lj_naive"]
SMALL = [*SIMULATE, "-n", 500, "--temperature=1", "--every=10"]
ENDLESS = [*SMALL[:-1], "--steps=1000000", "--every=5"]
NO_OUTPUT = "gputest: cannot write to standard output\n"


def names(folder: Path) -> List[str]:
    return sorted(path.name for path in folder.iterdir())


def in_shell(script: str, *args: Any) -> subprocess.CompletedProcess:
    """Runs the bash script; "$@" is gputest and the arguments."""
    return subprocess.run(
        ["bash", "-c", script, "bash", BINARY, *map(str, args)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        timeout=TIME_LIMIT,
        check=False,
    )


class Started:
    """A gputest that runs in the background."""

    def __init__(self, *args: Any, env: Environment = None, **options: Any):
        self.process = subprocess.Popen(
            [BINARY, *map(str, args)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(env),
            **options,
        )

    def read_lines(self, count: int) -> List[str]:
        return [self.process.stdout.readline() for _ in range(count)]

    def end(self, *signals: int) -> str:
        """Sends the signals, waits, and returns the text on stderr."""
        for number in signals:
            self.process.send_signal(number)
        _, said = self.process.communicate(timeout=TIME_LIMIT)
        return said

    @property
    def status(self) -> Optional[int]:
        return self.process.poll()


def limited(size: int) -> Callable[[], None]:
    """A function for preexec_fn that limits the size of files, in bytes. LLVM's OpenMP begins with
    1024 bytes of shared memory, so `size` is at least that."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def assert_whole_frames(path: Path, particles: int, at_least: int = 1) -> None:
    lines = path.read_text().splitlines()
    assert len(lines) % (particles + 2) == 0
    frames = len(lines) // (particles + 2)
    assert frames >= at_least
    for k in range(frames):
        first = k * (particles + 2)
        assert lines[first] == str(particles) and "Lattice=" in lines[first + 1]
    assert path.read_text().endswith("\n")


# Standard streams


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_no_file_becomes_a_standard_stream(closed: str, tmp_path: Path):
    """A trajectory once became descriptor 1, so the printed table was written into it."""
    path, other = tmp_path / "run.xyz", tmp_path / "other.xyz"
    gputest(*SMALL, "--steps=20", f"--trajectory={other}")
    finished = in_shell(f'"$@" {closed}', *SMALL, "--steps=20", f"--trajectory={path}")
    if ">&-" in closed.replace("2>&-", ""):
        assert finished.returncode == BAD_INPUT
        assert names(tmp_path) == ["other.xyz"]
    else:
        assert finished.returncode == 0
        assert path.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full"])
def test_messages_that_cannot_be_written_change_nothing(stderr: str, tmp_path: Path):
    """Each such message once ended in abort()."""
    path = tmp_path / "bodies.nbody"
    statuses = [
        (["--kernel=nobody"], USAGE),
        (["--wrong"], USAGE),
        (["-n", "0"], BAD_INPUT),
        (["compare", tmp_path / "a", tmp_path / "b"], BAD_INPUT),
        (["generate", "plummer", "-n", "8", "-o", path], 0),
        ([*ONE, "-n", 50, "--eps=1e-30"], BAD_INPUT),
    ]
    for args, status in statuses:
        finished = in_shell(f'"$@" >/dev/null {stderr}', *args)
        assert finished.returncode == status, (args, finished)
    assert "8" in path.read_text().split()


@pytest.mark.thorough
def test_a_message_into_a_pipe_that_nobody_reads_changes_nothing():
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run([BINARY, "-n", "0"], stderr=write, check=False)
    os.close(write)
    assert process.returncode == BAD_INPUT


@pytest.mark.thorough
def test_a_reader_that_stops_early_causes_no_message():
    finished = in_shell('"$@" | head -1; echo ${PIPESTATUS[0]}', "schema")
    assert finished.stderr == ""
    assert finished.stdout.splitlines() in (["{", "141"], ["{", "0"])  # 0 if all was read


@pytest.mark.thorough
def test_a_system_error_is_not_reported_as_one_of_standard_output(tmp_path: Path):
    kernel = tmp_path / "kernel.il"
    kernel.write_text("il_ps_2_0\ndcl_output_generic o0\nmov o0, r0\nend\n")
    env = {"TMPDIR": str(tmp_path / "none")}
    finished = gputest("il", "describe", kernel, status=None, env=env)
    if "libclc" in finished.stderr:
        pytest.skip("clang-15 or libclc-15 is not installed")
    assert finished.status == BAD_INPUT
    assert str(tmp_path / "none") in finished.stderr or "temp_directory" in finished.stderr
    assert finished.stderr != NO_OUTPUT


# Writing files


def test_a_file_beyond_the_limit_is_an_error_that_leaves_nothing(tmp_path: Path):
    path = tmp_path / "bodies"
    args = ["generate", "plummer", "-n", 5000, "-o", path]
    finished = gputest(*args, status=BAD_INPUT, preexec_fn=limited(65536))
    assert str(path) in finished.stderr and "File too large" in finished.stderr
    assert names(tmp_path) == []
    path.write_text("mine")
    gputest(*args, status=BAD_INPUT, preexec_fn=limited(65536))
    assert names(tmp_path) == ["bodies"] and path.read_text() == "mine"


@pytest.mark.thorough
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_that_is_replaced_keeps_its_mode(mode: int, tmp_path: Path):
    path = tmp_path / "result"
    path.touch()
    path.chmod(mode)
    gputest(*ONE, "-n", 50, f"--output={path}")
    assert path.stat().st_mode & 0o7777 == mode


@pytest.mark.thorough
def test_other_files_in_the_folder_stay(tmp_path: Path):
    path = tmp_path / "run.xyz"
    mine = [tmp_path / name for name in ("run.xyz.partial", "run.xyz.part", ".run.xyz.lock")]
    for file in mine:
        file.write_text("mine")
    gputest(*SMALL, "--steps=20", f"--trajectory={path}")
    assert [file.read_text() for file in mine] == ["mine"] * 3
    assert len(names(tmp_path)) == 4
    assert_whole_frames(path, 500)


def test_a_second_signal_leaves_no_scratch_files(tmp_path: Path):
    """The second signal ends the process while it writes."""
    started = Started("generate", "plummer", "-n", 2000000, "-o", tmp_path / "bodies")
    wait_until(lambda: writes_in(tmp_path, started.process.pid))
    started.process.send_signal(signal.SIGTERM)
    wait_until(lambda: not is_pending(started.process.pid, signal.SIGTERM))
    started.end(signal.SIGTERM)
    assert started.status == -signal.SIGTERM
    assert names(tmp_path) == []


def has_unnamed_files(folder: Path) -> bool:
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return True


def killed(tmp_path: Path, computing: bool, **variables: str) -> Tuple[Started, str]:
    """Starts a run with a trajectory, and kills the process that computes or the one that waits for it.
    Returns the run and its text on stderr."""
    path = tmp_path / "run.xyz"
    path.write_text("of an earlier run")
    started = Started(*ENDLESS, f"--trajectory={path}", "--trajectory-every=5", env=variables)
    started.read_lines(5)
    wait_until(lambda: writes_in(tmp_path, started.process.pid))
    (child,) = wait_until(lambda: children_of(started.process.pid))
    os.kill(child if computing else started.process.pid, signal.SIGKILL)
    said = started.end()
    wait_until(lambda: has_ended(child))
    assert path.read_text() == "of an earlier run"
    return started, said


@pytest.mark.parametrize("unnamed", [True, False])
def test_an_unfinished_file_is_removed_if_the_computing_process_is_killed(
        unnamed: bool, tmp_path: Path):
    """The unfinished file has no name. If the file system requires one, the other process knows it."""
    variables = {}
    if not unnamed:
        if "GPUTEST_FAILING_CALLS" not in os.environ:
            pytest.skip("GPUTEST_FAILING_CALLS names no library")
        variables = {"LD_PRELOAD": os.environ["GPUTEST_FAILING_CALLS"],
                     "GPUTEST_NO_UNNAMED_FILES": "1"}
    started, said = killed(tmp_path, True, **variables)
    assert said == "gputest: its process was ended from outside: SIGKILL (Killed)\n"
    assert started.status == DEVICE_LOST
    assert names(tmp_path) == ["run.xyz"]


@pytest.mark.thorough
def test_a_command_that_is_killed_leaves_nothing_but_its_lock(tmp_path: Path):
    if not has_unnamed_files(tmp_path):
        pytest.skip("the file system has no files without names")
    killed(tmp_path, False)
    assert names(tmp_path) == [".run.xyz.gputest-lock", "run.xyz"]


# Runs that cannot continue


def assert_continues(checkpoint: Path, said: str) -> None:
    step = int(re.search(r"at step (\d+)", said).group(1))
    assert step > 0 and f"{checkpoint} continues from there" in said
    again = gputest(*SIMULATE, f"--restart={checkpoint}", "--steps=2", "--every=1").stdout
    assert int(again.splitlines()[2].split()[0]) == step


def test_a_trajectory_beyond_the_limit_ends_the_run_with_the_checkpoint(tmp_path: Path):
    checkpoint, path = tmp_path / "run.ckpt", tmp_path / "run.xyz"
    finished = gputest(
        *SMALL, "--steps=1000", f"--checkpoint={checkpoint}", f"--trajectory={path}",
        "--trajectory-every=10", status=BAD_INPUT, preexec_fn=limited(600000),
    )
    assert "File too large" in finished.stderr
    assert_continues(checkpoint, finished.stderr)
    assert names(tmp_path) == ["run.ckpt", "run.xyz"]
    assert_whole_frames(path, 500, at_least=3)


@contextlib.contextmanager
def small_disk(folder: Path, size: int) -> Iterator[Path]:
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(mount, stderr=subprocess.DEVNULL, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.thorough
def test_a_full_disk_ends_the_run_with_the_checkpoint(tmp_path: Path):
    """There is no checkpoint yet: dropping a frame makes room for it."""
    with small_disk(tmp_path / "disk", 600 * 1024) as disk:
        checkpoint, path = disk / "run.ckpt", disk / "run.xyz"
        finished = gputest(
            *SMALL, "--steps=1000", f"--checkpoint={checkpoint}", f"--trajectory={path}",
            "--trajectory-every=10", status=BAD_INPUT,
        )
        assert "No space left" in finished.stderr
        assert_continues(checkpoint, finished.stderr)
        assert names(disk) == ["run.ckpt", "run.xyz"]
        assert_whole_frames(path, 500, at_least=2)


@pytest.mark.parametrize("more", [[], ["--isolate=off"]])
def test_rows_that_do_not_fit_on_the_disk_go_to_standard_output(more: List[str], tmp_path: Path):
    path = tmp_path / "r.json"
    path.write_text("of an earlier run")
    finished = gputest(*ONE, "-n", "50,60", *more, "--format=json", f"--output={path}",
                       status=BAD_INPUT, preexec_fn=limited(1500))
    assert [row["n"] for row in parse_result(finished.stdout)["results"]] == [50, 60]
    assert finished.complaints == [
        f"gputest: cannot write {path}: File too large; its rows went to standard output"]
    assert path.read_text() == "of an earlier run" and names(tmp_path) == ["r.json"]


def test_a_file_that_does_not_fit_on_the_disk_costs_no_other(tmp_path: Path):
    end = tmp_path / "end.tipsy"
    finished = gputest(*SMALL, "--steps=10", f"--checkpoint={tmp_path}/run.ckpt", f"--final={end}",
                       status=BAD_INPUT, preexec_fn=limited(30000))
    assert "run.ckpt: File too large" in finished.stderr
    assert names(tmp_path) == ["end.tipsy"] and 10000 < end.stat().st_size <= 30000
    page = tmp_path / "tests.xml"
    finished = gputest("verify", "--quick", "--device=cpu:0", "--kernel=lj_naive", "--output=/dev/full",
                       f"--junit={page}", status=BAD_INPUT)
    assert "cannot write /dev/full" in finished.stderr
    assert "<testsuite" in page.read_text() and "cpu:0" in finished.stdout


@pytest.mark.parametrize("option, file", [("--trajectory=run.xyz", "run.xyz"),
                                          ("--observables=run", "run.csv")])
def test_a_run_that_continues_does_not_replace_earlier_frames(option: str, file: str, tmp_path: Path):
    salt = ["simulate", "--halide=NaCl", "--steps=2"]
    new = [] if "trajectory" in option else ["--observables-every=1"]
    gputest(*salt, "-n", 64, "--temperature=300", option, *new, "--checkpoint=run.ckpt", cwd=tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    refused = gputest(*salt, "--restart=run.ckpt", option, "--checkpoint=run.ckpt", cwd=tmp_path,
                      status=USAGE)
    (said,) = refused.complaints
    assert option.split("=")[0] in said and f"{file} has" in said and "give another file" in said
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    gputest(*salt, "--restart=run.ckpt", option + "2" if "trajectory" not in option
            else "--trajectory=more.xyz", cwd=tmp_path)


def test_a_closed_pipe_ends_the_run_with_the_checkpoint(tmp_path: Path):
    checkpoint, path = tmp_path / "run.ckpt", tmp_path / "run.dump"
    started = Started(*ENDLESS, f"--checkpoint={checkpoint}", f"--trajectory={path}")
    started.read_lines(4)
    started.process.stdout.close()
    said = started.process.stderr.read()
    assert started.process.wait(timeout=TIME_LIMIT) == -signal.SIGPIPE
    assert_continues(checkpoint, said)
    assert names(tmp_path) == ["run.ckpt", "run.dump"]


@pytest.mark.unsanitized
def test_a_signal_during_a_check_leaves_a_whole_checkpoint(tmp_path: Path):
    """The reference computes the energies of each line, which takes most of this run's time."""
    checkpoint = tmp_path / "run.ckpt"
    for _ in range(4):
        started = Started(*SIMULATE, "-n", 4000, "--temperature=1", "--steps=1000000", "--every=1",
                          f"--checkpoint={checkpoint}")
        started.read_lines(4)
        assert_continues(checkpoint, started.end(signal.SIGTERM))


@pytest.mark.thorough
def test_standard_output_on_a_full_disk_ends_the_run_and_keeps_earlier_files(tmp_path: Path):
    """The program knows before the first step that it cannot print, so it keeps earlier files."""
    checkpoint, path = tmp_path / "run.ckpt", tmp_path / "run.xyz"
    for file in (checkpoint, path):
        file.write_text("of an earlier run")
    with open("/dev/full", "wb") as full:
        args = [*SMALL, "--steps=20", f"--checkpoint={checkpoint}", f"--trajectory={path}"]
        finished = gputest(*args, status=BAD_INPUT, stdout=full)
    assert finished.stderr.startswith(NO_OUTPUT.strip())
    assert len(finished.stderr.splitlines()) == 1
    assert {file.read_text() for file in tmp_path.iterdir()} == {"of an earlier run"}


def test_a_checkpoint_that_cannot_be_written_leaves_the_previous_one(tmp_path: Path):
    checkpoint = tmp_path / "run.ckpt"
    gputest(*SMALL, "--steps=10", f"--checkpoint={checkpoint}")
    before = checkpoint.read_bytes()
    finished = gputest(
        *SIMULATE, f"--restart={checkpoint}", "--steps=10", f"--checkpoint={checkpoint}",
        status=BAD_INPUT, preexec_fn=limited(len(before) - 1),
    )
    assert f"cannot write {checkpoint}" in finished.stderr
    assert names(tmp_path) == ["run.ckpt"] and checkpoint.read_bytes() == before


@pytest.mark.thorough
def test_a_run_continues_in_its_own_checkpoint(tmp_path: Path):
    checkpoint, whole = tmp_path / "run.ckpt", tmp_path / "whole.ckpt"
    gputest(*SMALL, "--steps=10", f"--checkpoint={checkpoint}")
    gputest(*SIMULATE, f"--restart={checkpoint}", "--steps=10", f"--checkpoint={checkpoint}")
    gputest(*SMALL, "--steps=20", f"--checkpoint={whole}")
    assert checkpoint.read_bytes() == whole.read_bytes()


def test_closing_the_terminal_leaves_a_whole_checkpoint(tmp_path: Path):
    """SIGHUP comes twice: from the system and from the shell."""
    checkpoint, path = tmp_path / "run.ckpt", tmp_path / "run.dump"
    started = Started(*ENDLESS, f"--checkpoint={checkpoint}", f"--trajectory={path}",
                      preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    started.read_lines(4)
    said = started.end(signal.SIGHUP, signal.SIGHUP)
    assert started.status == INTERRUPTED
    assert_continues(checkpoint, said)
    assert names(tmp_path) == ["run.ckpt", "run.dump"]


@pytest.mark.thorough
def test_nohup_is_respected():
    started = Started(*ENDLESS, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    started.read_lines(3)
    started.process.send_signal(signal.SIGHUP)
    started.read_lines(8)
    assert started.status is None
    started.end(signal.SIGTERM)
    assert started.status == INTERRUPTED


@pytest.mark.parametrize("option", ["--trajectory={}/run.xyz", "--checkpoint={}/run.xyz"])
def test_a_second_run_on_a_file_is_refused(option: str, tmp_path: Path):
    option = option.format(tmp_path)
    started = Started(*ENDLESS, option)
    started.read_lines(3)
    finished = gputest(*SMALL, "--steps=1", option, status=BAD_INPUT)
    path = f"{tmp_path}/run.xyz"
    assert finished.stdout == ""
    assert finished.stderr == f"gputest: {path} is being written by another gputest\n"
    os.symlink("run.xyz", tmp_path / "link.xyz")
    gputest(*SMALL, "--steps=1", option.replace("run.xyz", "link.xyz"), status=BAD_INPUT)
    gputest(*SMALL, "--steps=1", option.replace("run.xyz", "other.xyz"))
    (tmp_path / "other.xyz").unlink()
    started.end(signal.SIGTERM)
    assert started.status == INTERRUPTED
    assert names(tmp_path) == ["link.xyz", "run.xyz"]
    gputest(*SMALL, "--steps=1", option)


@pytest.mark.thorough
def test_a_killed_run_leaves_no_lock_that_holds(tmp_path: Path):
    option = f"--trajectory={tmp_path}/run.xyz"
    started = Started(*ENDLESS, option)
    started.read_lines(3)
    (child,) = wait_until(lambda: children_of(started.process.pid))
    started.end(signal.SIGKILL)
    wait_until(lambda: has_ended(child))
    gputest(*SMALL, "--steps=1", option)
    assert_whole_frames(tmp_path / "run.xyz", 500)


# Two names of one file

KERNEL = "il_ps_2_0\ndcl_output_generic o0\ndcl_output_generic o1\nmov o0, r0\nmov o1, r0\nend\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with input files and a link to one of them."""
    monkeypatch.chdir(tmp_path)
    gputest("generate", "plummer", "-n", 8, "-o", "bodies")
    gputest("generate", "lattice", "--edge=7", "-o", "atoms.xyz")
    os.symlink("bodies", "link")
    Path("prices").write_text("currency = EUR\ncpu = 1\n")
    Path("kernel.il").write_text(KERNEL)
    Path("words").write_bytes(bytes(16))
    Path("plan.toml").write_text(
        '[[buffer]]\nname = "o"\nshape = "1"\nfile = "words"\n[[launch]]\nkernel = "kernel.il"\n'
        'domain = "1x1"\nbind = { o0 = "o", o1 = "o" }\n[[output]]\nbuffer = "o"\nfile = "OUT"\n'
    )
    return tmp_path


RUN = " ".join(map(str, ONE)) + " "
IL_RUN = "il run kernel.il --domain=1x1 "


@pytest.mark.parametrize(
    "args, options",
    [
        (RUN + "--input=bodies --output=link", ["--output", "--input"]),
        (RUN + "--input=bodies --forces=./bodies", ["--forces", "--input"]),
        (RUN + "--output=new.xyz --forces={}/new.xyz", ["--output", "--forces"]),
        (RUN + "--price-file=prices --output=prices", ["--output", "--price-file"]),
        ("simulate --checkpoint=a.xyz --trajectory=a.xyz", ["--checkpoint", "--trajectory"]),
        ("simulate --input=atoms.xyz --trajectory=atoms.xyz", ["--trajectory", "--input"]),
        ("simulate --input=atoms.xyz --checkpoint=./atoms.xyz", ["--checkpoint", "--input"]),
        ("simulate --restart=atoms.xyz --trajectory=atoms.xyz", ["--trajectory", "--restart"]),
        ("il translate kernel.il --output=kernel.il", ["--output", "the kernel"]),
        ("il assemble kernel.il --output=./kernel.il", ["--output", "the kernel"]),
        ("il disassemble kernel.il --output=kernel.il", ["--output", "the kernel"]),
        (IL_RUN + "--output o0=kernel.il", ["--output o0", "the kernel"]),
        (IL_RUN + "--output o0=x --output o1=./x", ["--output o0", "--output o1"]),
        (IL_RUN + "--resource 0=words:1x1 --output o0=words", ["--output o0", "--resource"]),
        (IL_RUN + "--cb 0=words --output o0=words", ["--output o0", "--cb"]),
        (IL_RUN + "--uav 0=words --output uav0=words", ["--output uav0", "--uav"]),
        (IL_RUN + "--global words --output g=words", ["--output g", "--global"]),
    ],
)
def test_overwriting_an_input_is_refused(args: str, options: List[str], folder: Path):
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.exists()}
    finished = gputest(*args.format(folder).split(), status=USAGE)
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1
    assert "name the same file" in finished.stderr
    for option in options:
        assert option in finished.stderr
    assert before == {path.name: path.read_bytes() for path in folder.iterdir() if path.exists()}


@pytest.mark.parametrize("output", ["plan.toml", "kernel.il", "words"])
def test_a_plan_that_would_overwrite_its_input_is_refused(output: str, folder: Path):
    plan = folder / "plan.toml"
    plan.write_text(plan.read_text().replace("OUT", output))
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.exists()}
    finished = gputest("il", "run", plan, status=USAGE)
    assert "the output of line 9 and " in finished.stderr
    assert before == {path.name: path.read_bytes() for path in folder.iterdir() if path.exists()}


# Interrupted results

LONG = ["--api=cpu", "--kernel=gravity_simd", "-n", "100,200", "--min-time=100", "--samples=1000"]
LONG += ["--format=json"]


def interrupted(*args: Any) -> Finished:
    """Runs LONG and interrupts it in the first case."""
    run = Terminal(*LONG, *args, stream="stderr")
    run.read_until("[1/2]")
    run.process.send_signal(signal.SIGINT)
    return run.finish(status=INTERRUPTED)


def test_an_interrupted_result_says_so():
    result = parse_result(interrupted().stdout)
    assert result["interrupted"] == {"finished": 0, "cases": 2}
    assert result["results"] == []
    assert run_json(*ONE[:2], "-n", 50)["interrupted"] is None


@pytest.mark.parametrize("output_format", ["json", "csv", "table", "md"])
def test_an_interrupted_result_does_not_replace_one_with_more_rows(output_format: str, tmp_path: Path):
    path = tmp_path / "result"
    gputest(*ONE, "-n", 50, f"--format={output_format}", f"--output={path}")
    before = path.read_bytes()
    finished = interrupted(f"--output={path}")
    assert f"{path} has more rows and is not replaced" in finished.stderr
    assert path.read_bytes() == before and names(tmp_path) == ["result"]
    assert parse_result(finished.stdout)["interrupted"] == {"finished": 0, "cases": 2}


@pytest.mark.thorough
def test_an_interrupted_result_replaces_one_with_as_few_rows(tmp_path: Path):
    path = tmp_path / "result"
    for _ in range(2):
        finished = interrupted(f"--output={path}")
        assert finished.stdout == ""
        assert parse_result(path.read_text())["interrupted"] == {"finished": 0, "cases": 2}


def test_compare_warns_of_an_interrupted_result(tmp_path: Path):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    result = run_json(*ONE[:2], "-n", 50)
    old.write_text(json.dumps(result))
    new.write_text(json.dumps(result | {"interrupted": {"finished": 1, "cases": 2}}))
    for pair, said in [((old, new), new), ((new, old), new)]:
        finished = gputest("compare", *pair)
        assert finished.stderr == (
            f"gputest: warning: {said} was interrupted after 1 of 2 cases\n"
        )
    new.write_text(json.dumps(result | {"interrupted": {"finished": 0, "cases": 2}, "results": []}))
    for pair in [(old, new), (new, old), (new, new)]:
        finished = gputest("compare", *pair, status=BAD_INPUT)
        assert finished.stderr == (
            f"gputest: {new} has no rows to compare; it was interrupted after 0 of 2 cases\n"
        )

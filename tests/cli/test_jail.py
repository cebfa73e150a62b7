"""Submissions that are code of the host are shut in: they reach no files, no network and no other process. Without
the defence each attempt succeeds, so the test can fail."""

import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any, List

import pytest

from command import QUICK, RIGHT, gputest
from test_judge import BAD_INPUT, FAILED, HEADS, OF_THREAD, SAXPY, judged, task

pytestmark = pytest.mark.unsanitized

HEADERS = ["cstdlib", "fcntl.h", "arpa/inet.h", "csignal", "sys/ptrace.h", "sys/shm.h", "sys/stat.h", "sys/uio.h",
           "sys/wait.h", "unistd.h"]
# Expressions that are true if the attempt succeeds.
ATTEMPTS = {
    "read": 'open("/etc/passwd", O_RDONLY) >= 0',
    "folder": 'open("{folder}", O_RDONLY | O_DIRECTORY) >= 0',
    "write": 'open("{folder}/written", O_WRONLY | O_CREAT, 0600) >= 0',
    "mode": 'chmod("{folder}/mode", 0640) == 0',
    "remove": 'unlink("{folder}/removed") == 0 || errno == ENOENT',
    "connect": "[] {{ sockaddr_in to{{AF_INET, htons({port}), {{htonl(INADDR_LOOPBACK)}}, {{}}}};"
               " return connect(socket(AF_INET, SOCK_STREAM, 0), (sockaddr*)&to, sizeof to) == 0; }}()",
    "datagram": "[] {{ int ends[2]; return socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0; }}()",  # sends to any address
    "fork": "[] {{ int child = fork(); if (child == 0) _exit(0);"
            " return child > 0 && waitpid(child, nullptr, 0) > 0; }}()",
    "run": 'system("touch {folder}/run") == 0',
    "signal": "kill(getppid(), 0) == 0",
    "trace": "ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0 && (waitpid(getppid(), nullptr, __WALL),"
             " ptrace(PTRACE_DETACH, getppid(), 0, 0) == 0)",
    "own": "raise(0) != 0",  # a signal to itself is allowed
}
WITHOUT = "--without=jail"


@pytest.fixture(autouse=True)
def _skip_without_a_jail(tmp_path: Path):
    attempt(tmp_path, "none.cpp", "false")
    if "cannot shut submissions in" in gputest("judge", task(tmp_path), tmp_path / "none.cpp", *QUICK).stderr:
        pytest.skip("this system or build has no jail")


def attempt(folder: Path, name: str, expression: str) -> Path:
    """A kernel that is wrong if the expression is true."""
    path = folder / name
    path.write_text(
        "".join(f"#include <{header}>\n" for header in ["cerrno", *HEADERS]) + HEADS[path.suffix]
        + OF_THREAD[path.suffix]
        + f"  {{ if (i == 0 && ({expression})) return;\n    if (i < n) y[i] += a * x[i]; }}\n}}\n")
    return path


@pytest.mark.opencl
@pytest.mark.parametrize("suffix", [".cpp", ".hip"])
def test_nothing_gets_out_of_the_jail(tmp_path: Path, suffix: str):
    home = tmp_path / "home"
    home.mkdir()
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as server:
        files = [attempt(tmp_path, name + suffix, text.format(folder=home, port=server.getsockname()[1]))
                 for name, text in ATTEMPTS.items()]

        def rows_of(*words: Any, status: int) -> List[str]:
            for name in ("mode", "removed"):
                (home / name).write_text("")
                (home / name).chmod(0o600)
            rows = judged(task(tmp_path), *files, *words, status=status)
            assert words or all(row["status"] in RIGHT for row in rows), [row["reason"] for row in rows]
            return [row["kernel"][5:] for row in rows if row["status"] == "failed"]

        assert rows_of(status=0) == []
        assert sorted(path.name for path in home.iterdir()) == ["mode", "removed"]
        assert (home / "mode").stat().st_mode & 0o777 == 0o600
        impossible = {"own"} if os.geteuid() == 0 else {"own", "trace"}  # a user may forbid traces of processes
        assert set(rows_of(WITHOUT, status=FAILED)) >= set(ATTEMPTS) - impossible
        assert {path.name for path in home.iterdir()} >= {"written", "run"}


def test_a_submission_cannot_end_the_command(tmp_path: Path):
    kill = attempt(tmp_path, "kill.cpp", "kill(getppid(), SIGKILL) == 0")
    assert judged(task(tmp_path), kill)[0]["status"] in RIGHT
    gputest("judge", task(tmp_path), kill, WITHOUT, *QUICK, status=-signal.SIGKILL)


@pytest.mark.thorough
def test_a_reference_is_shut_in_too_but_reads_its_folder(tmp_path: Path):
    pytest.importorskip("numpy")
    start, end = SAXPY.index("'''"), SAXPY.rindex("'''") + 3
    made = task(tmp_path, SAXPY[:start] + '"answer.py:answer"' + SAXPY[end:])
    right = attempt(tmp_path, "right.cpp", "false")
    for file, status in [(tmp_path / "answer.py", 0), ("/etc/passwd", BAD_INPUT)]:
        (tmp_path / "answer.py").write_text(
            f"def answer(n, a, x, y):\n    open({str(file)!r}).close()\n    return y + a * x\n")
        (row, *_) = judged(made, right, status=status, env={"PYTHON": sys.executable})
        assert row["status"] in RIGHT if status == 0 else "raises PermissionError" in row["reason"]

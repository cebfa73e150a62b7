"""A preloaded library (tests/support/failing_calls.cpp) makes gputest's calls fail, one at a time:
allocations, files, processes, OpenCL, HIP and CUDA. The program must end by itself, with a documented
status and one sentence. Each file must be as it was before, or new and whole. For AMD's and NVIDIA's
APIs, only a sample of each function's calls fails. One command compiles a kernel; the calls of its
compiling process fail too.

GPUTEST_SHARED_CUDART names a program linked to libcudart.so. GPUTEST_FAKE_CUDART is the folder of a
fake libcudart.so that needs no GPU. If it is unset, the machine's library is used, which needs a GPU
(scripts/gpu_test.sh faults)."""

import functools
import itertools
import json
import os
import random
import re
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Set

import pytest

from command import BINARY, environment, gputest, listed

LIBRARY = os.environ.get("GPUTEST_FAILING_CALLS", "")
# If set, all places fail; else those of files, processes and APIs, and some of the allocations.
THOROUGH = "GPUTEST_ALL_FAULTS" in os.environ
ALLOCATIONS = 10  # per command, unless THOROUGH
OF_A_FUNCTION = 2  # places per command and function of an API, unless THOROUGH
LIMIT = 120  # seconds for a run. On an idle machine it takes less than one.
# Messages that a successful run may print.
BESIDE = re.compile("gputest: (warning: |hint: |wrote |il:interpreter ran )")
STATUSES = {0, 1, 2, 3, 4, 5, 6, 7, 141}  # without 70, an internal error


def cuda_run_time() -> str:
    """First and last address of the statically linked CUDA run-time library in the program. Its code
    that runs before main() is elsewhere, and is left out."""
    symbols = subprocess.run(["nm", "-S", BINARY], capture_output=True, text=True, check=True).stdout
    own = r"^(\w+) (\w+) [Tt] (_start$|libcudart_static_|cuda[A-Z]|__cuda)"
    found = [(int(first, 16), int(size, 16), name)
             for first, size, name in re.findall(own, symbols, re.MULTILINE)]
    begin = max(first for first, _, name in found if name == "_start")
    spans = [(first, first + size) for first, size, _ in found if first > begin]
    return f"{min(a for a, _ in spans):x} {max(b for _, b in spans):x}" if spans else ""


LINKED = cuda_run_time() if LIBRARY else ""

pytestmark = pytest.mark.skipif(not LIBRARY, reason="GPUTEST_FAILING_CALLS names no library")


class Command:
    """A command that runs in its own folder; each run is followed by a check of the folder's files."""

    def __init__(self, folder: Path, *args: Any, before: Optional[Callable[[Path], None]] = None,
                 whole: Optional[Dict[str, Callable[[bytes], bool]]] = None,
                 repeats: bool = False, env: Optional[Dict[str, str]] = None, binary: str = BINARY,
                 linked: str = LINKED, work: Optional[Path] = None, of: str = ""):
        self.env, self.binary, self.linked = env or {}, binary, linked
        self.of = of  # prefix of the calls that fail
        self.work = work  # a log of the work that a device received
        self.folder, self.args, self.whole = folder, [*map(str, args)], whole or {}
        self.repeats = repeats  # its standard output is the same each time
        self.before_folder = folder.parent / (folder.name + "-before")
        self.before_folder.mkdir()
        if before:
            before(self.before_folder)
        self.before = contents(self.before_folder)
        self.stdout = self.run().stdout
        self.given = self.work.read_text() if self.work else ""

    def run(self, **variables: str) -> subprocess.CompletedProcess:
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.before_folder, self.folder)
        return subprocess.run(
            [self.binary, *self.args], cwd=self.folder, stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment({"LD_PRELOAD": LIBRARY, "GPUTEST_LINKED": self.linked,
                             "OMP_NUM_THREADS": "2", **self.env, **variables}),
            timeout=LIMIT, check=False)

    def places(self) -> List[str]:
        """The places, in the order in which the program first reaches them."""
        log = self.folder.parent / "places"
        log.unlink(missing_ok=True)
        finished = self.run(GPUTEST_PLACES=str(log))
        assert finished.returncode == 0, finished
        found: List[str] = []
        self.complain_of_files(finished, found)
        assert not found
        return [place for place in log.read_text().splitlines()
                if function_of(place).lstrip("_").startswith(self.of)]

    def losses(self, place: str, lasts: bool) -> List[str]:
        """Errors in a run in which that place fails when first reached."""
        log = self.folder.parent / "reached"
        log.unlink(missing_ok=True)
        variables = {"GPUTEST_FAULT": f"{place} 1", "GPUTEST_FAULT_LOG": str(log)}
        if lasts:
            variables["GPUTEST_FAULT_LASTS"] = "1"
        try:
            finished = self.run(**variables)
        except subprocess.TimeoutExpired:
            return ["it does not end"]
        if not log.exists():
            return []
        found: List[str] = []
        if finished.returncode not in STATUSES:
            found.append(f"exit status {finished.returncode}")
        lines = finished.stderr.decode().splitlines()
        said = [line for line in lines if not BESIDE.match(line)]
        if place.startswith("worker:") and len(said) == 2:
            del said[0]  # the worker's message, which its row repeats or counts
        if finished.returncode not in (0, 141) and len(said) != 1:
            found.append(f"{len(said)} sentences")
        if any(not line.startswith("gputest: ") for line in lines):
            found.append("words of others")
        if finished.returncode == 0 and self.repeats and finished.stdout != self.stdout:
            found.append("another output, with status 0")
        if finished.returncode == 0 and self.work and self.work.read_text() != self.given:
            found.append(f"work of {self.work.read_text().strip()} for {self.given.strip()}, "
                         "with status 0")
        self.complain_of_files(finished, found, place)
        if found:
            found += [f"status {finished.returncode}", *lines[:4]]
        return found

    def complain_of_files(self, finished: subprocess.CompletedProcess, found: List[str],
                          place: str = "") -> None:
        after = contents(self.folder)
        for name in {*self.before, *after}:
            if name not in after:
                found.append(f"{name} is lost")
            elif name not in self.before and name not in self.whole:
                if ":unlink:" not in place:
                    found.append(f"{name} is left over")
            elif after[name] != self.before.get(name):
                if name not in self.whole or not self.whole[name](after[name]):
                    found.append(f"{name} is damaged")
        if finished.returncode == 0:
            found += [f"{name} was not written, with status 0" for name in self.whole
                      if after.get(name) in (None, self.before.get(name))]


def function_of(place: str) -> str:
    return place.split(":")[1]


def contents(folder: Path) -> Dict[str, bytes]:
    """The folder's files, without the cache; the program itself checks the cache's checksums."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


# Whether a file is whole


def is_result(content: bytes) -> bool:
    result = json.loads(content)
    return len(result["results"]) >= 1 and result["interrupted"] is None


def is_forces(content: bytes) -> bool:
    return content.endswith(b"\n") and len(content.splitlines()) == 3 + 50


def is_bodies(content: bytes) -> bool:
    return content.startswith(b"40\n") and len(content.split()) == 3 + 7 * 40


def is_checkpoint(content: bytes) -> bool:
    """Whether --restart would accept it: it ends with the checksum of its numbers."""
    magic, _, numbers = content.split(b"\n", 2)
    total = 0xCBF29CE484222325
    for byte in numbers[:-8]:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return magic == b"gputest checkpoint 1" and struct.pack("<Q", total) == numbers[-8:]


def is_trajectory(content: bytes) -> bool:
    lines = content.splitlines()
    count = int(lines[0]) + 2
    return (len(lines) % count == 0 and len(lines) > count and content.endswith(b"\n")
            and all(line == lines[0] for line in lines[::count]))


def is_picture(content: bytes) -> bool:
    return content.startswith(b"\x89PNG\r\n") and content.endswith(b"IEND\xaeB`\x82")


def is_page(content: bytes) -> bool:
    return content.startswith(b"<!DOCTYPE html>") and content.endswith(b"</html>\n")


# The commands

ONE = ["-n", 50, "--strategy=single", "--format=json"]
KERNEL = """il_ps_2_0
dcl_output_generic o0
dcl_literal l0, 1.0, 0.5, 0.25, 1.0
mov o0, l0
end
"""


def old_result(folder: Path) -> None:
    for name in ("result", "forces"):
        (folder / name).write_text("mine")


def two_results(folder: Path) -> None:
    for name in ("old.json", "new.json"):
        gputest("--api=cpu", "--kernel=gravity_naive", *ONE, f"--output={folder / name}")


def old_page(folder: Path) -> None:
    two_results(folder)
    (folder / "page.html").write_text("mine")


def old_checkpoint(folder: Path) -> None:
    gputest("simulate", *PARTICLES, "--steps=4", f"--checkpoint={folder / 'state'}")
    (folder / "run.xyz").write_text("mine")


def il_kernel(folder: Path) -> None:
    (folder / "kernel.il").write_text(KERNEL)
    (folder / "picture.png").write_text("mine")


PARTICLES = ["-n", 64, "--density=0.1", "--temperature=1", "--every=4"]
COMMANDS: Dict[str, Callable[[Path], Command]] = {
    "run": lambda folder: Command(
        folder, "--api=cpu", "--kernel=gravity_simd", *ONE, "--isolate=off", "--output=result",
        "--forces=forces", before=old_result, whole={"result": is_result, "forces": is_forces}),
    "worker": lambda folder: Command(
        folder, "--api=cpu", "--kernel=lj_simd", *ONE, "--isolate=on", "--output=result",
        before=old_result, whole={"result": is_result}),
    "simulate": lambda folder: Command(
        folder, "simulate", *PARTICLES, "--steps=12", "--checkpoint=state", "--checkpoint-every=4",
        "--trajectory=run.xyz", "--trajectory-every=4", before=old_checkpoint,
        whole={"state": is_checkpoint, "run.xyz": is_trajectory}),
    "restart": lambda folder: Command(
        folder, "simulate", "--steps=4", "--restart=state", "--checkpoint=state",
        before=old_checkpoint, whole={"state": is_checkpoint}),
    "generate": lambda folder: Command(
        folder, "generate", "plummer", "-n", 40, "-o", "bodies", repeats=True,
        before=lambda at: (at / "bodies").write_text("mine"), whole={"bodies": is_bodies}),
    "compare": lambda folder: Command(
        folder, "compare", "old.json", "old.json", before=two_results, repeats=True),
    "report": lambda folder: Command(
        folder, "report", "old.json", "new.json", "-o", "page.html", before=old_page,
        whole={"page.html": is_page}),
    "il": lambda folder: Command(
        folder, "il", "run", "kernel.il", "--domain=8x8", "--output=o0=picture.png",
        before=il_kernel, whole={"picture.png": is_picture}),
    "list": lambda folder: Command(folder, "list", "apis"),
    "describe": lambda folder: Command(folder, "describe", "gravity_naive"),
}
if any(entry["api"] == "opencl" and entry["devices"] for entry in listed("apis")):
    COMMANDS["opencl"] = lambda folder: Command(
        folder, "--api=opencl", "--kernel=gravity_naive", *ONE, "--isolate=off",
        "--output=result", before=old_result, whole={"result": is_result})


def of_amd(folder: Path) -> Command:
    """Only AMD's calls fail. The fake device computes nothing, so results are not verified. The kernels
    come from the tests' cache."""
    return Command(
        folder, "--device=hip:amd:0", "--kernel=gravity_naive", *ONE, "--isolate=off",
        "--no-verify", "--output=result", before=old_result, whole={"result": is_result}, of="hip",
        env={"LD_LIBRARY_PATH": str(Path(FAKE_HIP).parent), "FAKE_HIP_ARCHITECTURE": FAKE_TARGET})


def compiles(folder: Path) -> Command:
    """hiprtc compiles the kernel in its own process. This command has its own cache, empty at first; the
    command "describe" reads a filled one."""
    return Command(
        folder, f"--device=hip:{FAKE_TARGET}", "--kernel=gravity_naive", *ONE, "--isolate=off",
        "--output=result", before=old_result, whole={"result": is_result},
        env={"GPUTEST_CACHE_DIR": "cache"})


FAKE_HIP = os.environ.get("GPUTEST_FAKE_HIP", "")
FAKE_TARGET = "gfx906"
DEVICES = {entry["device"]: entry for entry in listed("devices")}
if DEVICES.get("hip:host", {"name": "absent"})["name"] != "absent":
    COMMANDS["hip_host"] = lambda folder: Command(
        folder, "--device=hip:host", "--kernel=gravity_tiled", *ONE, "--isolate=off",
        "--output=result", before=old_result, whole={"result": is_result})
if FAKE_HIP:
    COMMANDS["hip_amd"] = of_amd
if "compiled by" in DEVICES.get(f"hip:{FAKE_TARGET}", {"note": ""})["note"]:
    COMMANDS["compiles"] = compiles

SHARED_CUDART = os.environ.get("GPUTEST_SHARED_CUDART", "")
FAKE_CUDART = os.environ.get("GPUTEST_FAKE_CUDART", "")


def of_cuda(folder: Path, *args: Any, **options: Any) -> Command:
    """Only CUDA's calls fail, in the program linked to the shared library. The other calls fail in the
    tests of the normal program."""
    work = folder.parent / "work"
    env = {"LD_LIBRARY_PATH": FAKE_CUDART, "FAKE_CUDA_WORK": str(work)} if FAKE_CUDART else {}
    return Command(folder, *args, binary=SHARED_CUDART, linked="", of="cuda", env=env,
                   work=work if FAKE_CUDART else None, **options)


def runs_cuda(folder: Path, device: str) -> Command:
    return of_cuda(folder, f"--device={device}", "--kernel=gravity_texture2d", *ONE, *UNVERIFIED,
                   "--isolate=off", "--output=result", before=old_result,
                   whole={"result": is_result})


def simulates_by_cuda(folder: Path, device: str) -> Command:
    """A simulation with neighbour lists built on the device, and recorded launches."""
    return of_cuda(folder, "simulate", f"--api={device.split(':')[0]}", f"--device={device}",
                   *PARTICLES[:-1], "--every=200", "--steps=400", "--kernel=lj_naive", *UNVERIFIED,
                   "--isolate=off", "--checkpoint=state", before=old_checkpoint,
                   whole={"state": is_checkpoint})


UNVERIFIED = ["--no-verify"] if FAKE_CUDART else []  # because the fake computes nothing
if SHARED_CUDART:
    for entry in DEVICES.values():  # absent ones too
        platform = re.sub(":[0-9]+$", "", entry["device"])
        if platform in ("cuda", "hip:nvidia") and not entry["note"].startswith("not built"):
            name = platform.replace(":", "_")
            COMMANDS[name] = functools.partial(runs_cuda, device=f"{platform}:0")
            COMMANDS[f"{name}_simulate"] = functools.partial(simulates_by_cuda,
                                                             device=f"{platform}:0")
    COMMANDS["cuda_list"] = lambda folder: of_cuda(folder, "list", "devices")
    COMMANDS["cuda_describe"] = lambda folder: of_cuda(folder, "describe", "cuda:gravity_tiled")

SEEN: Set[str] = set()  # places that failed in an earlier command
TOTAL = {"places": 0, "losses": 0}


@pytest.fixture(scope="module", autouse=True)
def total() -> Iterator[None]:
    yield
    print(f"{TOTAL['places']} places failed, {TOTAL['losses']} losses")
    assert TOTAL["places"] > 0, "no call was made to fail"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_call_that_fails_costs_nothing(name: str, tmp_path: Path):
    command = COMMANDS[name](tmp_path / name)
    seed = int(os.environ.get("GPUTEST_FAULT_SEED", "1"))
    # Sorted, because threads reach them in any order.
    places = sorted(place for place in command.places() if command.of or place not in SEEN)
    memory = [place for place in places if ":memory." in place]
    chosen = [place for place in places if ":memory." not in place]
    chosen += memory if THOROUGH else random.Random(seed).sample(memory, min(ALLOCATIONS, len(memory)))
    if command.of and not THOROUGH:
        random.Random(seed).shuffle(chosen)
        by_function = sorted(chosen, key=function_of)
        chosen = [place for _, some in itertools.groupby(by_function, function_of)
                  for place in itertools.islice(some, OF_A_FUNCTION)]
    SEEN.update(chosen)
    failed = len(chosen)
    found = []
    for lasts in (False, True):
        if lasts:  # as if memory had run out
            chosen = [place for place in chosen if ":memory." in place]
            chosen = random.Random(seed).sample(chosen, min(ALLOCATIONS, len(chosen)))
        for place in chosen:
            if losses := command.losses(place, lasts):
                found.append(f"{place}{' and all after' if lasts else ''}: " + "; ".join(losses))
    TOTAL["places"] += failed
    TOTAL["losses"] += len(found)
    print(f"{name}: {failed} of {len(places)} places (seed {seed}), {len(found)} losses")
    assert not found, "\n".join(found)


# Functions that return no error.
NEVER_FAIL = re.compile("cudaCreateChannelDesc|cudaGetErrorString")


@pytest.mark.skipif(not SHARED_CUDART, reason="GPUTEST_SHARED_CUDART names no program")
def test_every_call_of_cuda_is_one_that_can_fail():
    def symbols(which: str, file: str) -> Set[str]:
        said = subprocess.run(["nm", "-D", "--without-symbol-versions", which, file],
                              capture_output=True, text=True, check=True).stdout
        return set(re.findall(r"\bcuda[A-Z]\w*", said))

    called = symbols("--undefined-only", SHARED_CUDART)
    assert "cudaMalloc" in called
    can_fail = symbols("--defined-only", LIBRARY)
    assert {name for name in called if not NEVER_FAIL.match(name)} <= can_fail
    if FAKE_CUDART:
        fake, = Path(FAKE_CUDART).glob("libcudart*")
        assert called <= symbols("--defined-only", str(fake))

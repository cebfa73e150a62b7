"""Every header compiles by itself: it includes all that it uses, so includes may have any order.

Headers that must follow a platform's header are left out; their first comment says so. They are those
of CUDA's and HIP's kernels, and those that Highway includes once per target."""

import concurrent.futures
import os
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Dict, FrozenSet, Iterable, List, Tuple

Names = Tuple[str, ...]
ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["GPUTEST_BINARY"]).resolve().parent
AFTER_OTHERS = re.compile(r"(^|/)(simt|hip/amd|hip/nvidia|cuda)/|^hip/[^/]*\.hpp$|_simd\.hpp$|/simd_targets\.hpp$")


def headers():
    for folder in ("app", "common", "opencl", "il_reference", "hip"):
        for path in sorted((ROOT / folder).rglob("*.hpp")):
            name = str(path.relative_to(ROOT))
            if not AFTER_OTHERS.search(name):
                yield name


FOLDERS = [ROOT, BUILD / "generated", ROOT / "hip/host/include"]
COMPILER = ["clang++", "-std=c++20", "-fopenmp", "-DGT_HIP_HOST_WAVEFRONT=64",
            *(f"-I{folder}" for folder in FOLDERS)]

# Lists of other projects' headers to precompile, because reading them takes most of the time.
JSON = "nlohmann/json.hpp"
CONTAINERS = ["string", "vector", "memory", "map", "functional", "optional"]
PRECOMPILED = [
    ("string",),
    ("string", "vector"),
    ("array", "string", "vector"),
    (*CONTAINERS,),
    (JSON, *CONTAINERS),
]


@lru_cache(maxsize=None)
def included(name: str) -> FrozenSet[str]:
    """The header itself and all that it includes, directly or not."""
    path = ROOT / name
    if not path.is_file():
        return frozenset([name])
    names = re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(), re.MULTILINE)
    return frozenset([name]).union(*map(included, names))


def base_of(name: str, headers: Iterable[str]) -> Names:
    """The largest list, or header, that the header includes completely. Compiled after this base, the header never
    sees another that it does not include."""
    others = included(name) - {name}
    bases = [*PRECOMPILED, *((other,) for other in sorted(others.intersection(headers)))]
    return max((base for base in bases if others.issuperset(base)), default=(),
               key=lambda base: len(frozenset().union(*map(included, base))))


class Compiler:
    """Compiles each list of headers once, after its base."""

    def __init__(self, headers: Iterable[str], folder: Path, processors: int = 2) -> None:
        self.folder = folder
        self.pool = concurrent.futures.ThreadPoolExecutor(processors)
        self.done: Dict[Names, concurrent.futures.Future] = {}
        bases = {name: base_of(name, headers) for name in headers}
        self.is_base = set(bases.values())
        for place, names in enumerate(PRECOMPILED):
            if names in self.is_base:
                self.begin(names, ())
        # A base is begun before all that wait for it.
        for name in sorted(headers, key=lambda name: len(included(name))):
            self.begin((name,), bases[name])

    def begin(self, names: Names, base: Names) -> None:
        self.done[names] = self.pool.submit(self.complaint, names, base)

    def precompiled(self, names: Names) -> Path:
        return self.folder / (re.sub(r"\W", "_", " ".join(names)) + ".pch")

    def complaint(self, names: Names, base: Names) -> str:
        """What the compiler says of the headers; empty if they compile."""
        if base and self.done[base].result():
            return ""  # the base's complaint is enough
        after = ["-include-pch", self.precompiled(base)] if base else []
        result = ["-o", self.precompiled(names)] if names in self.is_base else ["-fsyntax-only"]
        done = subprocess.run([*COMPILER, *after, "-x", "c++-header", "-", *result], capture_output=True, text=True,
                              input="".join(f'#include "{name}"\n' for name in names))
        return "" if done.returncode == 0 else done.stderr[:1500] or f"{names} do not compile"

    def complaints(self) -> List[str]:
        return [text for text in (one.result() for one in self.done.values()) if text]


def test_every_header_compiles_by_itself(tmp_path: Path):
    complaints = Compiler(list(headers()), tmp_path).complaints()
    assert complaints == [], "\n".join(complaints)


def test_a_missing_include_is_found(tmp_path: Path):
    """Neither in a header whose base is precompiled nor in one whose base is another header is it hidden."""
    includes, user = tmp_path / "includes.hpp", tmp_path / "uses.hpp"
    includes.write_text("#include <string>\n#include <vector>\ninline std::vector<std::string> words;\n")
    for first in ("#include <string>\n#include <vector>\n", f'#include "{includes}"\n'):
        for text, found in (("", True), ("#include <map>\n", False)):
            user.write_text("#pragma once\n" + first + text + "inline std::map<int, int> forgotten;\n")
            included.cache_clear()
            compiler = Compiler([str(includes), str(user)], tmp_path)
            complaints = compiler.complaints()
            assert len(complaints) == found and all("map" in one for one in complaints)

"""Every header compiles by itself: it includes all that it uses, so includes may have any order.

Headers that must follow a platform's header are left out; their first comment says so. They are those
of CUDA's and HIP's kernels, and those that Highway includes once per target."""

import concurrent.futures
import itertools
import os
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import FrozenSet, Iterable, List, Optional

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

# Lists of headers to precompile, because reading them takes most of the time. A header uses the first
# list that it includes completely, so it never sees a header that it does not include.
JSON, REGISTRY = "nlohmann/json.hpp", "common/run/registry.hpp"
CONTAINERS = ["string", "vector", "memory", "map", "functional", "optional"]
PRECOMPILED = [
    [JSON, REGISTRY],
    [JSON, *CONTAINERS],
    [REGISTRY],
    ["common/device/kernel.hpp"],
    ["array", "string", "vector"],
    ["string", "vector"],
    ["string"],
]


@lru_cache(maxsize=None)
def included(name: str) -> FrozenSet[str]:
    """The header itself and all that it includes, directly or not."""
    path = ROOT / name
    if not path.is_file():
        return frozenset([name])
    names = re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(), re.MULTILINE)
    return frozenset([name]).union(*map(included, names))


def first_of(name: str) -> Optional[int]:
    """Index in PRECOMPILED of the first list that the header includes completely."""
    others = included(name) - {name}
    return next((k for k, names in enumerate(PRECOMPILED) if others.issuperset(names)), None)


def chains(names: Iterable[str]) -> List[List[str]]:
    """Headers to compile together: each includes those before it, so this equals compiling it alone."""
    rest = sorted(names, key=lambda name: -len(included(name)))
    found = []
    while rest:
        chain = [rest.pop(0)]
        for name in list(rest):
            if included(name) < included(chain[0]) and first_of(name) == first_of(chain[0]):
                chain.insert(0, name)
                rest.remove(name)
        found.append(chain)
    return found


def complaint(chain: List[str], folder: Path) -> str:
    place = first_of(chain[0])
    first = [] if place is None else ["-include-pch", folder / f"{place}.hpp.pch"]
    done = subprocess.run(
        [*COMPILER, "-fsyntax-only", "-x", "c++", *first, "-"],
        input="".join(f'#include "{name}"\n' for name in chain), capture_output=True, text=True,
    )
    return "" if done.returncode == 0 else done.stderr[:1500]


def precompile(place: int, folder: Path) -> None:
    path = folder / f"{place}.hpp"
    path.write_text("".join(f"#include <{name}>\n" for name in PRECOMPILED[place]))
    subprocess.run([*COMPILER, "-fpch-instantiate-templates", "-x", "c++-header", path,
                    "-o", f"{path}.pch"], check=True)


def test_every_header_compiles_by_itself(tmp_path: Path):
    for place in range(len(PRECOMPILED)):
        precompile(place, tmp_path)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        complaints = [text for text in pool.map(complaint, chains(headers()), itertools.repeat(tmp_path)) if text]
    assert complaints == [], "\n".join(complaints)


def test_a_missing_include_is_found(tmp_path: Path):
    """Precompiled headers must not hide a missing include."""
    header = tmp_path / "forgets.hpp"
    text = "#include <string>\n#include <vector>\ninline std::map<int, int> forgotten;\n"
    header.write_text(text)
    place = first_of(str(header))
    assert PRECOMPILED[place] == ["string", "vector"]
    precompile(place, tmp_path)
    assert "map" in complaint([str(header)], tmp_path)
    header.write_text("#include <map>\n" + text)
    included.cache_clear()
    assert complaint([str(header)], tmp_path) == ""

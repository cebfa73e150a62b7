"""Every header compiles by itself: it includes what it uses, so that the order of includes is free.

Left out are headers that a platform's header must precede, as they say at their head: those of
kernels for CUDA and HIP, and those that Highway includes once per target."""

import concurrent.futures
import itertools
import os
import re
import subprocess
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["GPUTEST_BINARY"]).resolve().parent
AFTER_OTHERS = re.compile(r"(^|/)(simt|hip/amd|hip/nvidia|cuda)/|^hip/[^/]*\.hpp$|_simd\.hpp$|/simd_targets\.hpp$")


def headers():
    for folder in ("app", "common", "opencl", "il_reference", "hip"):
        for path in sorted((ROOT / folder).rglob("*.hpp")):
            name = str(path.relative_to(ROOT))
            if not AFTER_OTHERS.search(name):
                yield name


COMPILER = ["g++", "-std=c++20", "-fopenmp", "-DGT_HIP_HOST_WAVEFRONT=64"]
JSON = "nlohmann/json.hpp"


@lru_cache(maxsize=None)
def includes_json(name: str) -> bool:
    path = ROOT / name
    if not path.is_file():
        return name == JSON
    included = re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(), re.MULTILINE)
    return any(includes_json(other) for other in included)


def complaint(name: str, precompiled: Path) -> str:
    folders = [ROOT, BUILD / "generated", ROOT / "hip/host/include"]
    # Of what includes JSON's header, to read that once more would take half of the time.
    first = ["-include", precompiled] if includes_json(name) else []
    done = subprocess.run(
        [*COMPILER, "-fsyntax-only", "-x", "c++", *first, *(f"-I{folder}" for folder in folders), "-"],
        input=f'#include "{name}"\n', capture_output=True, text=True,
    )
    return "" if done.returncode == 0 else f"{name}:\n{done.stderr[:1500]}"


def test_every_header_compiles_by_itself(tmp_path: Path):
    json = tmp_path / "json.hpp"
    json.write_text(f"#include <{JSON}>\n")
    subprocess.run([*COMPILER, "-x", "c++-header", json, "-o", f"{json}.gch"], check=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        complaints = [text for text in pool.map(complaint, headers(), itertools.repeat(json)) if text]
    assert complaints == [], "\n".join(complaints)

"""Every header compiles by itself: it includes what it uses, so that the order of includes is free.

Left out are headers that a platform's header must precede, as they say at their head: those of
kernels for CUDA and HIP, and those that Highway includes once per target."""

import concurrent.futures
import os
import re
import subprocess
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


def complaint(name: str) -> str:
    folders = [ROOT, BUILD / "generated", ROOT / "hip/host/include"]
    done = subprocess.run(
        ["g++", "-std=c++20", "-fsyntax-only", "-fopenmp", "-x", "c++", "-DGT_HIP_HOST_WAVEFRONT=64",
         *(f"-I{folder}" for folder in folders), "-"],
        input=f'#include "{name}"\n', capture_output=True, text=True,
    )
    return "" if done.returncode == 0 else f"{name}:\n{done.stderr[:1500]}"


def test_every_header_compiles_by_itself():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        complaints = [text for text in pool.map(complaint, headers()) if text]
    assert complaints == [], "\n".join(complaints)

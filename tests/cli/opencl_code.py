"""Code objects for AMD's GPUs that clang compiles from OpenCL C, without OpenCL's library."""

import shutil
import subprocess

import pytest

CLANG, LLD = shutil.which("clang-15"), shutil.which("ld.lld-15")
needs_clang = pytest.mark.skipif(CLANG is None or LLD is None, reason="there is no clang-15 with lld")


class CodeObjects:
    """One source, compiled for a target and a version of the format on first use."""

    def __init__(self, folder, source):
        self.folder = folder
        (folder / "x.cl").write_text(source)

    def __call__(self, target, version=4):
        path = self.folder / f"{target}_{version}.co"
        if not path.exists():
            unlinked = path.with_suffix(".o")
            subprocess.run([CLANG, "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}",
                            "-cl-std=CL2.0", "-nogpulib", "-O2",
                            f"-mcode-object-version={version}", "-c", "-x", "cl",
                            str(self.folder / "x.cl"), "-o", str(unlinked)], check=True)
            subprocess.run([LLD, "-shared", str(unlinked), "-o", str(path)], check=True)
        return path

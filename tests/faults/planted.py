#!/usr/bin/env python3
"""Planted faults: wrong kernels, each a few edits away from a shipped one. Verification must find them.

The faults of a source file are in tests/faults/<its path>.faults:

    fault   last_body_dropped          the fault's effect; unique in the file
    kernel  gravity_naive              the kernel, if the file's path does not give it
    n       2                          the smallest n at which it must be caught; also at n plus any multiple of
                                       1024, except for in-place kernels, which need a square
    options --precision=fp64           further options, if any, in addition to --kernel and -n
    steps   --block-steps=4            if only simulations show it: more options of `gputest simulate`; only OpenCL
    missed  reason                     the reason, if it is not caught there
    beyond  sums                       the array, if it is caught because it writes beyond an array's end
    - j < n                            text that occurs once in the file
    + j + 1 < n                        its replacement; \\n is a new line

Kernels of OpenCL, and headers that they share with other APIs, are replaced when the command runs:

    planted.py plant <file>:<fault> <folder>     writes one for GPUTEST_CL_DIR=<folder>

Kernels of CUDA and HIP, the CPU and IL are compiled into gputest_planted. It is the command with
additional kernels, each named after its fault:

    planted.py outputs <folder>        lists its sources that are not the command's
    planted.py generate <folder>       writes them
"""

import re
import sys
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


class Fault(NamedTuple):
    name: str
    file: str  # from the root
    kernel: str  # as --kernel has it
    api: str
    n: int
    options: List[str]
    steps: Optional[str]
    missed: Optional[str]
    beyond: Optional[str]
    edits: List[Tuple[str, str]]

    def text(self) -> str:
        """The file's text with the fault."""
        text = (ROOT / self.file).read_text()
        for old, new in self.edits:
            count = text.count(old)
            if count != 1:
                raise SystemExit(f"{self.file} holds {count} of {old!r}, which {self.name} replaces")
            text = text.replace(old, new)
        return text

    @property
    def timed(self) -> bool:
        """Whether only times show it; a busy machine can hide it."""
        return any(option.startswith("--strategy") for option in self.options)

    @property
    def needs_square(self) -> bool:
        return "_in_place" in self.kernel

    @property
    def compiled(self) -> bool:
        return self.api != "opencl"

    def plant(self, folder: Path) -> None:
        """Writes the faulty file for GPUTEST_CL_DIR."""
        (folder / self.replaces).write_text(self.text())

    @property
    def replaces(self) -> str:
        """The file's name in GPUTEST_CL_DIR: gravity_naive.cl, gravity.h."""
        path = Path(self.file)
        return path.name if path.suffix == ".h" else f"{path.parent.name}_{path.name}"

    @property
    def planted_kernel(self) -> str:
        """The faulty kernel's name; gputest_planted has the right kernel too."""
        return f"{self.kernel}_{self.name}" if self.compiled else self.kernel

    @property
    def without_kernel(self) -> List[str]:
        """The arguments that run it, without its kernel and n."""
        device = {"il": ["--device=il:interpreter"], "hip": ["--device=hip:host"]}
        if self.steps is not None:
            return ["simulate", "--api=" + self.api, *self.options, *self.steps.split()]
        return ["--api=" + self.api, *device.get(self.api, []), *self.options,
                *([] if self.timed else ["--strategy=single"])]

    @property
    def command(self) -> List[str]:
        """The arguments that run it, without n."""
        return [*self.without_kernel, "--kernel=" + self.planted_kernel]


def api_of(file: str) -> str:
    if file.startswith("opencl/") or file.endswith(".h"):
        return "opencl"
    if file.startswith("il_reference/"):
        return "il"
    return "hip" if "/simt/" in file else "cpu"


def kernel_of(file: str) -> str:
    """common/gravity/simt/naive.inl, opencl/kernels/gravity/naive.cl: gravity_naive"""
    parts = Path(file).parts
    family = parts[1] if parts[0] == "common" else parts[2]
    return f"{family}_{Path(file).stem}"


def read(path: Path) -> List[Fault]:
    file = str(path.relative_to(FOLDER).with_suffix(""))
    faults = []
    for paragraph in re.split(r"\n\s*\n", path.read_text()):
        fields: Dict[str, str] = {}
        edits: List[Tuple[str, str]] = []
        for line in paragraph.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("-", "+"):
                rest = rest.replace("\\n", "\n")
            if word == "-":
                edits.append((rest, ""))
            elif word == "+":
                edits[-1] = (edits[-1][0], rest)
            elif word in ("fault", "kernel", "n", "options", "steps", "missed", "beyond"):
                fields[word] = rest.strip()
            elif word and word != "#":
                raise SystemExit(f"{path}: {line!r} is no line of a fault")
        if fields:
            faults.append(Fault(fields["fault"], file, fields.get("kernel", kernel_of(file)), api_of(file),
                                int(fields["n"]), fields.get("options", "").split(),
                                fields.get("steps"), fields.get("missed"), fields.get("beyond"), edits))
    return faults


def all_faults() -> List[Fault]:
    return [fault for path in sorted(FOLDER.rglob("*.faults")) for fault in read(path)]


# ---- gputest_planted


def narrowed(text: str, fault: Fault) -> str:
    """Keeps only the first value of each list in the kernel's declaration, which compiles faster."""
    real = "double" if "--precision=fp64" in fault.options else "float"
    text = re.sub(r"EveryLayout<(\w+)>", r"Layouts<\1>", text)
    text = re.sub(r"= Layouts<([\w:]+),[^>]*>", r"= Layouts<\1>", text)
    text = text.replace("= ListLayouts", "= Layouts<Float4Bodies>")
    text = re.sub(r"precisions = (BothPrecisions|Precisions<float, double>)",
                  f"precisions = Precisions<{real}>", text)
    return re.sub(r"Blocks<(\d+),[^>]*>", r"Blocks<\1>", text)


def simt_source(fault: Fault) -> str:
    """The kernel's text in a separate namespace, and the function that makes its row of the table."""
    family, _, variant = fault.kernel.partition("_")
    text = fault.text()
    if fault.file.endswith(".hpp"):  # its text replaces the line that includes it
        including = f'#include "{fault.file}"\n'
        kernel = (ROOT / f"common/{family}/simt/{variant}.inl").read_text()
        assert kernel.count(including) == 1, f"{fault.kernel} does not include {fault.file}"
        text = kernel.replace(including, text.replace("#pragma once\n", ""))
    text = narrowed(text, fault).replace(
        "namespace simt {", f"namespace simt {{\nnamespace {fault.planted_kernel} {{"
    ).replace("}  // namespace simt", f"}}\n}}  // namespace simt")
    return (
        '#include "common/simt/kernel_table.hpp"\n#include "hip/platform.hpp"\n'
        f"// After the platform's header.\n{text}\n"
        "namespace gputest::hip_host {\n"
        f"simt::CompiledKernel {fault.planted_kernel}() {{\n"
        f"  return simt::compiled<simt::{fault.planted_kernel}::{fault.kernel}_kernel<Simt>>(\n"
        f'      "{family}", "{variant}_{fault.name}");\n'
        "}\n}  // namespace gputest::hip_host\n"
    )


def is_of_vectors(fault: Fault) -> bool:
    """Whether Highway includes the file once for each target, so it must be compiled alone."""
    return "HWY_TARGET_INCLUDE" in fault.text()


def cpu_source(fault: Fault, path: Path) -> str:
    """The kernel's text, with its declaration named after the fault. If it is compiled together with
    others, its private names are in a separate namespace."""
    text = narrowed(fault.text(), fault)
    text = text.replace(f"{fault.kernel}_cpu", f"{fault.planted_kernel}_cpu")
    if is_of_vectors(fault):
        return text.replace(f'HWY_TARGET_INCLUDE "{fault.file}"', f'HWY_TARGET_INCLUDE "{path}"')
    own = f"of_{fault.planted_kernel}"
    for old, new in (("\nnamespace {\n", f"\nnamespace {own} {{\nnamespace {{\n"),
                     ("\n}  // namespace\n", "\n}\n}\n"),
                     ("declare<", f"declare<{own}::")):
        assert text.count(old) == 1, f"{fault.file}: {old!r}"
        text = text.replace(old, new)
    return text


def il_text(fault: Fault) -> str:
    return fault.text().replace(f"kernel: {fault.kernel}\n", f"kernel: {fault.planted_kernel}\n")


def files_like(pattern: str) -> List[str]:
    return [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(pattern))]


def simt_table(faults: List[Fault]) -> str:
    def kernel(file: str) -> str:
        return Path(file).stem if "/simulate/" in file else kernel_of(file)

    names = [kernel(file) for file in files_like("common/*/simt/*.inl")]
    names += [fault.planted_kernel for fault in faults]
    declarations = "".join(f"simt::CompiledKernel {name}();\n" for name in names)
    rows = "".join(f'      {{"{name}", {name}()}},\n' for name in names)
    return (
        '#include "common/simt/kernel_table.hpp"\n\nnamespace gputest::hip_host {\n\n'
        f"{declarations}const simt::KernelTable& kernels();\nconst simt::KernelTable& kernels() {{\n"
        f"  static const simt::KernelTable all{{\n{rows}  }};\n  return all;\n}}\n\n"
        "}  // namespace gputest::hip_host\n"
    )


def cpu_table(faults: List[Fault]) -> str:
    kernels = []
    for file in files_like("common/*/cpu/*.cpp"):
        family, stem = Path(file).parts[1], Path(file).stem
        if family != "cpu":
            kernels.append((family, stem, stem if family == "simulate" else f"{family}_{stem}"))
    for fault in faults:
        family, _, variant = fault.kernel.partition("_")
        kernels.append((family, f"{variant}_{fault.name}", fault.planted_kernel))
    declarations = "".join(f"extern const Declaration {name}_cpu;\n" for _, _, name in kernels)
    rows = "".join(f'      {{"{family}", "{variant}", &{name}_cpu}},\n' for family, variant, name in kernels)
    return (
        '#include "common/cpu/declaration.hpp"\n\nnamespace gputest::cpu {\n\n'
        f"{declarations}const std::vector<CompiledKernel>& compiled_kernels() {{\n"
        f"  static const std::vector<CompiledKernel> all{{\n{rows}  }};\n  return all;\n}}\n\n"
        "}  // namespace gputest::cpu\n"
    )


def il_table(faults: List[Fault]) -> str:
    files = [(file, (ROOT / file).read_text()) for file in files_like("il_reference/kernels/*/*.il")]
    for fault in faults:
        path = Path(fault.file)
        files.append((str(path.with_name(f"{path.stem}_{fault.name}.il")), il_text(fault)))
    rows = "".join(f'      {{"{path}", R"il({text})il"}},\n' for path, text in files)
    return (
        '#include "common/core/embedded.hpp"\n\nnamespace gputest {\n\n'
        "const std::vector<EmbeddedFile>& embedded_il_kernels();\n"
        "const std::vector<EmbeddedFile>& embedded_il_kernels() {\n"
        f"  static const std::vector<EmbeddedFile> all{{\n{rows}  }};\n  return all;\n}}\n\n"
        "}  // namespace gputest\n"
    )


def sources(folder: Path) -> Dict[Path, str]:
    """The sources of gputest_planted, by path. Its tables replace the command's."""
    faults = all_faults()
    result = {}
    of = {api: [fault for fault in faults if fault.api == api] for api in ("hip", "cpu", "il")}
    for fault in of["hip"]:
        result[folder / f"hip_{fault.planted_kernel}.cpp"] = simt_source(fault)
    for fault in of["cpu"]:
        kind = "vectors" if is_of_vectors(fault) else "cpu"
        path = folder / f"{kind}_{fault.planted_kernel}.cpp"
        result[path] = cpu_source(fault, path)
    result[folder / "hip_table.cpp"] = simt_table(of["hip"])
    result[folder / "cpu_table.cpp"] = cpu_table(of["cpu"])
    result[folder / "il_table.cpp"] = il_table(of["il"])
    return result


def main(arguments: List[str]) -> int:
    if len(arguments) == 3 and arguments[0] == "plant":
        for fault in all_faults():
            if f"{fault.file}:{fault.name}" == arguments[1]:
                fault.plant(Path(arguments[2]))
                return 0
    if len(arguments) != 2 or arguments[0] not in ("outputs", "generate"):
        print(__doc__, file=sys.stderr)
        return 2
    files = sources(Path(arguments[1]))
    if arguments[0] == "outputs":
        print(";".join(map(str, files)), end="")
        return 0
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

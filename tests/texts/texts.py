"""Files of kernels as texts, and the compilers in libraries that are given them."""

import ctypes
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

# What a text holds beside every common/**/*.h and common/*/simt/*. Other headers are the host's.
HEADERS = """
    common/cells/cell_axis.hpp common/cells/cluster_size.hpp common/cells/kernel_box.hpp common/cells/nearest_image.hpp
    common/cells/sort_work.hpp common/central/arguments.hpp common/central/law.hpp
    common/central/sums.hpp common/ewald/arguments.hpp common/ewald/mesh_arguments.hpp
    common/ewald/mesh_columns.hpp common/ewald/real_arguments.hpp common/ewald/real_pair.hpp
    common/ewald/spline.hpp common/ewald/turn.hpp common/ewald/waves_per_block.hpp
    common/fmm/arguments.hpp common/fmm/cell.hpp common/fmm/written_out.hpp
    common/gravity/pair.hpp common/gravity/targets.hpp common/hermite/arguments.hpp
    common/hermite/moving_bodies.hpp common/hermite/pair.hpp common/layout/bodies.hpp
    common/lj/arguments.hpp common/lj/pair.hpp common/lu/call_arrays.hpp common/lu/storage.hpp
    common/neighbour/arguments.hpp common/octree/arguments.hpp common/octree/cell.hpp
    common/octree/essential.hpp common/octree/shape.hpp common/reorder/elements.hpp
    common/reorder/packing.hpp common/reorder/planning.hpp common/reorder/strided_order.hpp
    common/reorder/tiling.hpp common/simt/double_single.hpp common/simt/lanes.hpp
    common/simt/nvidia_simt.hpp common/simt/simt.hpp common/simulate/level_arguments.hpp
    common/simulate/predict_arguments.hpp common/simulate/step_arguments.hpp common/tree/lists.hpp
    hip/amd_simt.hpp
""".split()

# What the compilers do not find, and what a text has in its place.
STANDARD = ["cstddef", "cstdint", "type_traits", "utility", "cmath", "math.h", "stdint.h"]
STANDS_FOR = {name: "common/texts/device_std.h" for name in STANDARD}
STANDS_FOR["common/device/kernel_call.hpp"] = "common/texts/kernel_call.h"


def kernel_files():
    """Every file of a kernel, from the project's root."""
    return sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("common/*/simt/*.inl"))


def headers(generated):
    """The headers of every text by the name that they are included by."""
    files = {str(file.relative_to(ROOT)): file for file in ROOT.glob("common/**/*.h")}
    files |= {str(file.relative_to(ROOT)): file for file in ROOT.glob("common/*/simt/*")}
    files |= {name: ROOT / name for name in HEADERS}
    files |= {name: generated / name for name in ("buffer_layouts.hpp", "pair_forces.hpp")}
    texts = {name: file.read_text() for name, file in files.items()}
    texts |= {name: f'#include "{other}"\n' for name, other in STANDS_FOR.items()}
    for text in list(texts.values()):
        for name in re.findall(r'#include [<"]([^">]+)[">]', text):
            texts.setdefault(name, "\n")  # hiprtc takes no header that is empty
    return texts


class Compiler:
    """NVRTC or hiprtc, whose functions differ by a prefix."""

    def __init__(self, prefix, libraries, traits, options):
        self.prefix, self.traits, self.options = prefix, traits, options
        self.library = None
        for name in libraries:
            try:
                self.library = ctypes.CDLL(name)
                break
            except OSError:
                pass

    def call(self, name, *arguments):
        return getattr(self.library, self.prefix + name)(*arguments)

    def messages(self, file, texts, instances=()):
        """What the compiler says against the file; empty where it takes it."""
        text = f'#define GPUTEST_TEXT\n#include "{self.traits}"\n#include "{file}"\n'
        for name, parameters in instances:
            text += f"template __global__ void gputest::simt::{name}({parameters});\n"
        array = ctypes.c_char_p * len(texts)
        program = ctypes.c_void_p()
        code = self.call("CreateProgram", ctypes.byref(program), text.encode(), b"text",
                         len(texts), array(*[text.encode() for text in texts.values()]),
                         array(*[name.encode() for name in texts]))
        assert code == 0, f"{self.prefix}CreateProgram gave {code}"
        words = [option.encode() for option in self.options]
        code = self.call("CompileProgram", program, len(words),
                         (ctypes.c_char_p * len(words))(*words))
        size = ctypes.c_size_t()
        self.call("GetProgramLogSize", program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        self.call("GetProgramLog", program, log)
        self.call("DestroyProgram", ctypes.byref(program))
        return "" if code == 0 else log.value.decode() or f"error {code}"


NVRTC = Compiler("nvrtc", [f"libnvrtc.so{end}" for end in ("", ".13", ".12")],
                 "common/simt/nvidia_simt.hpp",
                 ["--gpu-architecture=sm_90", "--std=c++20", "--ftz=true", "-default-device"])
HIPRTC = Compiler("hiprtc", ["libhiprtc.so", "libhiprtc.so.6", "libamdhip64.so.5"],
                  "hip/amd_simt.hpp",
                  ["--offload-arch=gfx90a", "-std=c++20", "-O3", "-fgpu-flush-denormals-to-zero"])

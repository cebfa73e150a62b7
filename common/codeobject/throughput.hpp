// The peak throughput of a multiprocessor per clock.
#pragma once

#include <optional>
#include <string_view>

namespace gputest {

/// Results per clock of a multiprocessor, counted per thread: of fused multiply-adds,
/// multiplications and additions in each precision; of special functions such as 1/sqrt; and the
/// most instructions issued, of any kind.
struct Throughput {
  double fp32, fp64, special, issued;
};

/// The throughput of a target by the compilers' name ("gfx906", "sm_90"); none for an unknown
/// target.
///
/// NVIDIA: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions"; four
/// schedulers issue for 32 threads a clock each. AMD: "Vega" and "CDNA" instruction set
/// architecture documents and white papers: four SIMD units of 16 lanes, a quarter of the rate for
/// special functions; RDNA 2 counts as two compute units of two SIMD units of 32 lanes.
std::optional<Throughput> throughput(std::string_view target);

}  // namespace gputest

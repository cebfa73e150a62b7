// How many results a multiprocessor gives in a clock.
#pragma once

#include <optional>
#include <string_view>

namespace gputest {

/// Results a clock of a multiprocessor, a thread's being one: of fused multiply-adds,
/// multiplications and additions in each precision, of special functions such as 1/sqrt, and how
/// many threads' instructions it issues at most, of whatever kind.
struct Throughput {
  double fp32, fp64, special, issued;
};

/// Of a target as the compilers name it ("gfx906", "sm_90"); none for a target that is not known.
///
/// NVIDIA: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions"; four
/// schedulers issue for 32 threads a clock each. AMD: "Vega" and "CDNA" instruction set
/// architecture documents and white papers: four SIMD units of 16 lanes, a quarter of the rate for
/// special functions; RDNA 2 as two compute units of two SIMD units of 32 lanes.
std::optional<Throughput> throughput(std::string_view target);

}  // namespace gputest

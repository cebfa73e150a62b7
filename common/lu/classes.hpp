// The classes of the benchmark LU: sizes, steps and published answers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/lu/oracle.hpp"

namespace gputest::lu {

/// A class of the benchmark, a cube.
struct BenchmarkClass {
  std::string_view name;  ///< such as "S"
  std::uint32_t edge;     ///< cells along an edge
  std::uint32_t steps;
  double dt;
  Five residual;   ///< norm() of the residual after the last step
  Five error;      ///< error_norm() of the flow
  double surface;  ///< surface_integral() of the flow

  std::uint64_t cells() const { return std::uint64_t{edge} * edge * edge; }
  /// Operations per step, as the benchmark counts them.
  double operations() const;
};

/// Every class, the smallest first (NPB 3, LU's verification; classes S, W, A, B and C).
const std::vector<BenchmarkClass>& classes();
/// The class of this name. Throws Error(bad_input) if there is none.
const BenchmarkClass& class_of(std::string_view name);

/// The published tolerance, relative.
constexpr double kTolerance = 1e-8;

/// The largest relative deviation of the norms and the surface integral from the published values.
/// `where` is a sentence about it, such as "component 2 of the residual's norm is …".
struct Deviation {
  double largest = 0;
  std::string where;
};
/// A number that is not finite has an infinite deviation.
Deviation deviation(const BenchmarkClass& of, const Five& residual, const Five& error,
                    double surface);

}  // namespace gputest::lu

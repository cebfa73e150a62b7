// Faults that are planted many times, with different salts, and must always be found.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest::counted {

/// Plants the fault at a place that the salt chooses, verifies, and returns whether it was found.
using Planting = std::function<bool(std::uint64_t salt)>;

/// A fault of one kernel on the CPU.
struct Fault {
  std::string kernel;   ///< "gravity_simd"
  std::string what;     ///< "one result zero"
  std::uint64_t n = 0;  ///< it must be found at this size
  /// The size for --quick.
  std::uint64_t quick_n = 0;
  /// Computes the parts that all salts share.
  std::function<Planting(const Registry& registry, std::uint64_t n)> prepare;
};

/// Faults in kernels' results, which are right otherwise.
std::vector<Fault> faults_of_answers();
/// Faults of launches that find their result already computed.
std::vector<Fault> faults_of_launches();
/// Faults in simulations.
std::vector<Fault> faults_of_steps();

/// The CPU's kernel of that name. Throws std::out_of_range if there is none.
const Kernel& cpu_kernel(const Registry& registry, std::string_view name);
/// The kernel's first layout, block and values of axes, except for the given axes.
Configuration configuration_of(const Kernel& kernel, Precision precision,
                               const std::map<std::string, std::string>& axes = {});
/// The family's options, each with its default.
OptionValues default_options(const Registry& registry, const std::string& family);

}  // namespace gputest::counted

// Faults that are planted many times, each time by another salt, and must be found every time.
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

/// Plants the fault in a place that the salt chooses, and verifies: whether it was found.
using Planting = std::function<bool(std::uint64_t salt)>;

/// A fault of one kernel on the CPU.
struct Fault {
  std::string kernel;   ///< "gravity_simd"
  std::string what;     ///< "one result zero"
  std::uint64_t n = 0;  ///< at which it must be found
  /// Of a quick count.
  std::uint64_t quick_n = 0;
  /// Computes what all salts have in common.
  std::function<Planting(const Registry& registry, std::uint64_t n)> prepare;
};

/// Of what kernels compute: an answer that is right but for the fault.
std::vector<Fault> faults_of_answers();
/// Of launches that find their result there already.
std::vector<Fault> faults_of_launches();
/// Of whole steps.
std::vector<Fault> faults_of_steps();

/// The CPU's kernel of that name. Throws std::out_of_range where there is none.
const Kernel& cpu_kernel(const Registry& registry, std::string_view name);
/// Its own layout, block and values of axes, but for those given.
Configuration configuration_of(const Kernel& kernel, Precision precision,
                               const std::map<std::string, std::string>& axes = {});
/// The family's options, each with its default.
OptionValues default_options(const Registry& registry, const std::string& family);

}  // namespace gputest::counted

// The right results of the family "memory", one by one, from the definitions.
#pragma once

#include <cstdint>
#include <functional>

#include "common/memory/access.hpp"

namespace gputest::memory {

/// A result and where it stands.
struct Expected {
  std::uint64_t place;
  double value;  ///< a whole number, or a multiple of 1/8
};

/// All results of a task; at() is called by several threads at once.
struct ExpectedResults {
  std::uint64_t count;
  std::function<Expected(std::uint64_t)> at;  ///< each place once over 0 … count - 1
};

/// The arrays as Task::seed fills them: `a` and `b` of the streams, and what other accesses read.
double value_of_a(const Task& task, std::uint64_t i);
double value_of_b(const Task& task, std::uint64_t i);
/// Numbers of 32 bits that broadcast and atomic read.
std::uint32_t word_of_a(const Task& task, std::uint64_t i);

ExpectedResults expected_results(const Task& task);

}  // namespace gputest::memory

// The right results of the family "memory", each from its definition.
#pragma once

#include <cstdint>
#include <functional>

#include "common/memory/access.hpp"

namespace gputest::memory {

/// A result and its place.
struct Expected {
  std::uint64_t place;
  double value;  ///< a whole number, or a multiple of 1/8
};

/// All results of a task; several threads may call at() simultaneously.
struct ExpectedResults {
  std::uint64_t count;
  std::function<Expected(std::uint64_t)> at;  ///< each place once, for 0 … count - 1
};

/// The arrays' values for Task::seed: `a` and `b` of the streams, and the inputs of other accesses.
double value_of_a(const Task& task, std::uint64_t i);
double value_of_b(const Task& task, std::uint64_t i);
/// Words of 32 bits that broadcast and atomic read.
std::uint32_t word_of_a(const Task& task, std::uint64_t i);

ExpectedResults expected_results(const Task& task);

}  // namespace gputest::memory

// The cards of the r600 family that a compiler of today still makes code for, and a model of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "il_reference/r600/assembly.hpp"

namespace gputest::r600 {

/// A GPU as the compiler names it, and the fastest card that was sold with it.
struct Card {
  std::string_view target;  ///< "cypress"
  std::string_view name;    ///< "Radeon HD 5870"
  std::uint32_t slots;      ///< operations in a bundle: 5, on Northern Islands 4
  std::uint32_t simds;      ///< each with 16 vector processors
  std::uint32_t megahertz;
};

/// Every card, oldest first.
const std::vector<Card>& cards();
/// The card of that target; none: there is no such.
std::optional<Card> find_card(std::string_view target);

/// Wavefronts of a kernel with so many registers that one SIMD holds: 248 registers of four numbers
/// for each thread's place (ATI Stream SDK OpenCL Programming Guide of 2010, "Impact of Register
/// Type on Wavefronts/SIMD").
std::uint32_t wavefronts(std::uint32_t registers);

/// What so much code takes of a SIMD for a wavefront of 64 threads, in cycles: 16 vector processors
/// take four for a bundle, and four fetch units 16 for a fetch. They work side by side, on
/// different wavefronts: where there are enough of those, the longer of the two is what it takes.
/// Clauses' starts, memory's latency and what misses the cache are left out, so that it is a bound.
struct Cycles {
  std::uint32_t alu, fetch;
  std::uint32_t bound() const { return alu > fetch ? alu : fetch; }
};
Cycles cycles(const Count& count);

/// How often a second the whole card does that for a thread, by that bound.
double per_second(const Card& card, const Count& count);

}  // namespace gputest::r600

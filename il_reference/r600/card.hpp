// The GPUs of the r600 family that a current compiler still supports, and a model of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "il_reference/r600/assembly.hpp"

namespace gputest::r600 {

/// A GPU by its compiler name, and the fastest product with it.
struct Card {
  std::string_view target;  ///< "cypress"
  std::string_view name;    ///< "Radeon HD 5870"
  std::uint32_t slots;      ///< operations in a bundle: 5, or 4 on Northern Islands
  std::uint32_t simds;      ///< each with 16 vector processors
  std::uint32_t megahertz;
};

/// Every GPU, oldest first.
const std::vector<Card>& cards();
/// The GPU of that target; none if there is no such target.
std::optional<Card> find_card(std::string_view target);

/// The number of wavefronts that one SIMD holds, for a kernel with that many registers: 248
/// registers of four numbers for each thread's place (ATI Stream SDK OpenCL Programming Guide of
/// 2010, "Impact of Register Type on Wavefronts/SIMD").
std::uint32_t wavefronts(std::uint32_t registers);

/// The time of that much code on a SIMD, for a wavefront of 64 threads, in cycles: 16 vector
/// processors take four for a bundle, and four fetch units take 16 for a fetch. They work in
/// parallel on different wavefronts, so with enough of those the longer time counts. Clause starts,
/// memory latency and cache misses are ignored, so this is a lower bound.
struct Cycles {
  std::uint32_t alu, fetch;
  std::uint32_t bound() const { return alu > fetch ? alu : fetch; }
};
Cycles cycles(const Count& count);

/// How often per second the whole GPU does that for one thread, by that bound.
double per_second(const Card& card, const Count& count);

}  // namespace gputest::r600

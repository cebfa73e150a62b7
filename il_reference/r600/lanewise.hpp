// Makes an instruction for all lanes from a function of one lane's bits.
#pragma once

#include <bit>
#include <cstdint>

#include "il_reference/r600/instructions.hpp"

namespace gputest::r600 {

/// Replaces a denormal by zero of its sign: the family's single-precision arithmetic neither reads
/// nor writes denormals.
inline std::uint32_t flushed(std::uint32_t bits) {
  return (bits & 0x7F80'0000u) == 0 ? bits & 0x8000'0000u : bits;
}

template <auto F>
void each_lane1(const Lanes* const sources[3], Lanes& result) {
  for (unsigned k = 0; k < kLanes; ++k) result.at[k] = F(sources[0]->at[k]);
}
template <auto F>
void each_lane2(const Lanes* const sources[3], Lanes& result) {
  for (unsigned k = 0; k < kLanes; ++k) result.at[k] = F(sources[0]->at[k], sources[1]->at[k]);
}
template <auto F>
void each_lane3(const Lanes* const sources[3], Lanes& result) {
  for (unsigned k = 0; k < kLanes; ++k)
    result.at[k] = F(sources[0]->at[k], sources[1]->at[k], sources[2]->at[k]);
}

/// The same for functions of floats.
template <auto F>
std::uint32_t float1(std::uint32_t a) {
  return flushed(std::bit_cast<std::uint32_t>(F(std::bit_cast<float>(flushed(a)))));
}
template <auto F>
std::uint32_t float2(std::uint32_t a, std::uint32_t b) {
  return flushed(std::bit_cast<std::uint32_t>(
      F(std::bit_cast<float>(flushed(a)), std::bit_cast<float>(flushed(b)))));
}
template <auto F>
std::uint32_t float3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return flushed(std::bit_cast<std::uint32_t>(F(std::bit_cast<float>(flushed(a)),
                                                std::bit_cast<float>(flushed(b)),
                                                std::bit_cast<float>(flushed(c)))));
}

}  // namespace gputest::r600

// The hardware's approximate functions.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace gputest::isa {

/// A double with only as many digits as the hardware's estimates, so that code which relies on more
/// fails. The error is up to 2^29 units in the last place (AMD's instruction set manuals, "Vector
/// ALU operations").
inline double estimate(double exact) {
  constexpr std::uint64_t unit = 1ull << 29;
  const auto bits = std::bit_cast<std::uint64_t>(exact);
  if (!std::isfinite(exact)) return exact;
  return std::bit_cast<double>((bits + unit / 2) & ~(unit - 1));
}

/// v_sin_f32 and v_cos_f32; the argument is in turns and valid up to 256 of them.
inline float sine_of_turns(float turns) {
  if (!(std::fabs(turns) <= 256.0F)) return 0.0F;
  return static_cast<float>(std::sin(2 * std::numbers::pi * static_cast<double>(turns)));
}
inline float cosine_of_turns(float turns) {
  if (!(std::fabs(turns) <= 256.0F)) return 1.0F;
  return static_cast<float>(std::cos(2 * std::numbers::pi * static_cast<double>(turns)));
}

}  // namespace gputest::isa

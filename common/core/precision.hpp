// The floating-point precisions of kernels.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace gputest {

enum class Precision { fp32, fp64 };

/// Every precision, in the order in which results are listed.
inline const std::vector<Precision>& all_precisions() {
  static const std::vector<Precision> all{Precision::fp32, Precision::fp64};
  return all;
}

/// "fp32" or "fp64".
inline std::string_view name(Precision p) { return p == Precision::fp32 ? "fp32" : "fp64"; }

/// The spacing of floating-point numbers at 1: 2^-23 or 2^-52.
inline double epsilon(Precision p) {
  return p == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                              : std::numeric_limits<double>::epsilon();
}

/// Bytes of one number.
inline std::size_t bytes(Precision p) { return p == Precision::fp32 ? 4 : 8; }

/// The number rounded to the precision, as a kernel receives it.
inline double round_to(Precision p, double value) {
  return p == Precision::fp32 ? static_cast<double>(static_cast<float>(value)) : value;
}

}  // namespace gputest

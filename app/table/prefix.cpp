#include "app/table/prefix.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace gputest {

Prefix prefix_for(double figure) {
  static const std::array<Prefix, 10> kPrefixes{{{"P", 1e15},
                                                 {"T", 1e12},
                                                 {"G", 1e9},
                                                 {"M", 1e6},
                                                 {"k", 1e3},
                                                 {"", 1},
                                                 {"m", 1e-3},
                                                 {"u", 1e-6},
                                                 {"n", 1e-9},
                                                 {"p", 1e-12}}};
  constexpr double kLeast = 0.1;
  if (!(figure > 0) || !std::isfinite(figure)) return {};
  for (const Prefix& prefix : kPrefixes)
    if (figure >= kLeast * prefix.factor) return prefix;
  return kPrefixes.back();
}

std::string figure_text(double scaled) {
  const double size = std::fabs(scaled);
  if (size == 0) return "0";
  if (!(size < 1e7) || size < 1e-3) return fmt::format("{:.1e}", scaled);
  const int decimals = size >= 1e5 ? 0 : size >= 1e4 ? 1 : size >= 1e3 ? 2 : size >= 0.1 ? 3 : 5;
  return fmt::format("{:.{}f}", scaled, decimals);
}

}  // namespace gputest

#include "app/command/figures.hpp"

#include <fmt/format.h>

#include <array>

namespace gputest {

std::string time_words(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.4g} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
  return fmt::format("{:.4g} s", seconds);
}

std::string share_words(double share) {
  if (share < 0.001) return "less than 0.1 %";
  return share < 0.0995 ? fmt::format("{:.1f} %", share * 100)
                        : fmt::format("{:.0f} %", share * 100);
}

std::string rate_words(double per_second, const std::string& unit) {
  struct Prefix {
    double scale;
    const char* letter;
  };
  constexpr std::array kPrefixes{Prefix{1e15, "P"}, Prefix{1e12, "T"}, Prefix{1e9, "G"},
                                 Prefix{1e6, "M"}, Prefix{1e3, "k"}};
  for (const Prefix& prefix : kPrefixes)
    if (per_second >= prefix.scale)
      return fmt::format("{:.4g} {}{}", per_second / prefix.scale, prefix.letter, unit);
  return fmt::format("{:.4g} {}", per_second, unit);
}

}  // namespace gputest

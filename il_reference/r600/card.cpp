#include "il_reference/r600/card.hpp"

#include <algorithm>

namespace gputest::r600 {

const std::vector<Card>& cards() {
  // GPUs with 16 vector processors in a SIMD; clocks and SIMDs are from AMD's product pages of the
  // time.
  static const std::vector<Card> all{
      {"cypress", "Radeon HD 5870", 5, 20, 850}, {"juniper", "Radeon HD 5770", 5, 10, 850},
      {"redwood", "Radeon HD 5670", 5, 5, 775},  {"barts", "Radeon HD 6870", 5, 14, 900},
      {"turks", "Radeon HD 6670", 5, 6, 800},    {"cayman", "Radeon HD 6970", 4, 24, 880},
  };
  return all;
}

std::optional<Card> find_card(std::string_view target) {
  const auto found = std::find_if(cards().begin(), cards().end(),
                                  [&](const Card& card) { return card.target == target; });
  return found == cards().end() ? std::nullopt : std::optional(*found);
}

std::uint32_t wavefronts(std::uint32_t registers) { return 248 / std::max(registers, 1u); }

Cycles cycles(const Count& count) { return {4 * count.bundles, 16 * count.fetches}; }

double per_second(const Card& card, const Count& count) {
  constexpr double kThreads = 64;
  return card.simds * kThreads * card.megahertz * 1e6 / std::max(cycles(count).bound(), 1u);
}

}  // namespace gputest::r600

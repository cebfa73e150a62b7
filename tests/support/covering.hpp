// Chooses few of many combinations of values such that they still contain every pair of values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gputest {

/// A value for each axis, in the same order for every combination: {"gravity_tiled", "fp32"}.
using Combination = std::vector<std::string>;

/// A covering array of strength two: indices of combinations that together contain every pair of
/// values in `all`. It repeatedly takes the combination with the most new pairs per cost; the seed
/// decides between equals. `costs` has the size of `all`; if it is empty, all cost the same. (D. M.
/// Cohen et al., The AETG system, IEEE TSE 23(7), 1997, 437.)
inline std::vector<std::size_t> covering_array(const std::vector<Combination>& all,
                                               std::uint32_t seed,
                                               const std::vector<double>& costs = {}) {
  using Value = std::pair<std::size_t, std::string>;
  std::map<std::pair<Value, Value>, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> pairs(all.size());
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t a = 0; a < all[k].size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const auto pair = std::make_pair(Value{a, all[k][a]}, Value{b, all[k][b]});
        pairs[k].push_back(numbers.emplace(pair, numbers.size()).first->second);
      }

  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(seed);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random() % k]);

  std::vector<bool> met(numbers.size());
  const auto is_new = [&](std::size_t pair) { return !met[pair]; };
  const auto worth = [&](std::size_t count, std::size_t k) {
    return static_cast<double>(count) / (costs.empty() ? 1 : costs[order[k]]);
  };
  // Sorted by the last known worth, which can only fall, then by the order.
  std::set<std::pair<double, std::size_t>> waiting;
  for (std::size_t k = 0; k < order.size(); ++k)
    waiting.emplace(worth(pairs[order[k]].size(), k), k);
  std::vector<std::size_t> chosen;
  while (!waiting.empty()) {
    const auto [counted, k] = *waiting.rbegin();
    waiting.erase(std::prev(waiting.end()));
    const std::vector<std::size_t>& its = pairs[order[k]];
    const auto now = static_cast<std::size_t>(std::count_if(its.begin(), its.end(), is_new));
    if (worth(now, k) < counted) {
      if (now > 0) waiting.emplace(worth(now, k), k);
      continue;
    }
    for (const std::size_t pair : its) met[pair] = true;
    chosen.push_back(order[k]);
  }
  return chosen;
}

}  // namespace gputest

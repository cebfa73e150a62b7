#include "common/run/wrong_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gputest {
namespace {

using Places = std::vector<std::uint64_t>;

constexpr std::uint64_t kWarp = 32;

/// Results with a wrong number, in order.
Places wrong_places(const WrongResults& results) {
  Places places;
  for (std::uint64_t k = 0; k < results.wrong.size(); ++k) {
    if (!results.wrong[k]) continue;
    const std::uint64_t place = k / results.components;
    if (places.empty() || places.back() != place) places.push_back(place);
  }
  return places;
}

std::string ordinal(std::uint64_t n) {
  const std::uint64_t last = n % 10;
  const bool is_teen = n / 10 % 10 == 1;
  return fmt::format("{}{}", n,
                     is_teen || last == 0 || last > 3 ? "th"
                     : last == 1                      ? "st"
                     : last == 2                      ? "nd"
                                                      : "rd");
}

/// The step between all neighbours; 0 if it varies.
std::uint64_t step_of(const Places& places) {
  if (places.size() < 3) return 0;
  const std::uint64_t step = places[1] - places[0];
  for (std::size_t k = 2; k < places.size(); ++k)
    if (places[k] - places[k - 1] != step) return 0;
  return step;
}

/// A pattern of places in a rectangle; empty if there is none.
std::string in_rectangle(const WrongResults& results, const Places& places) {
  const auto [width, height] = results.extent;
  if (width < 2 || height < 2) return "";
  const std::uint64_t whole_x = width / results.block[0] * results.block[0];
  const std::uint64_t whole_y = height / results.block[1] * results.block[1];
  const auto all = [&, w = width](const auto& is_so) {
    return std::all_of(places.begin(), places.end(),
                       [&](std::uint64_t place) { return is_so(place % w, place / w); });
  };
  if (all([](std::uint64_t x, std::uint64_t y) { return x == y; })) return "on the diagonal";
  const bool has_partial = whole_x < width || whole_y < height;
  if (has_partial &&
      all([&](std::uint64_t x, std::uint64_t y) { return x >= whole_x || y >= whole_y; }))
    return fmt::format(
        "beyond the last whole blocks of {} x {}: is there a bounds check, and does "
        "the grid cover the rest?",
        results.block[0], results.block[1]);
  if (all([&, w = width, h = height](std::uint64_t x, std::uint64_t y) {
        return x == 0 || y == 0 || x + 1 == w || y + 1 == h;
      }))
    return fmt::format("at the edges of {} x {}: are the edges treated separately?", width, height);
  return "";
}

/// A pattern of places in a row; empty if there is none.
std::string in_row(const WrongResults& results, const Places& places, std::uint64_t count) {
  const std::uint64_t block = std::uint64_t{results.block[0]} * results.block[1];
  const std::uint64_t first = places.front(), last = places.back();
  const bool is_run = last - first + 1 == places.size();
  if (places.size() == 1 && count > 1 && first + 1 == count)
    return "only the last one: does the kernel stop one too early?";
  if (places.size() == 1 && count > 1 && first == 0)
    return "only the first one: does the kernel start one too late?";
  if (block > 1 && count % block != 0 && first >= count / block * block && count > block)
    return fmt::format(
        "beyond the last whole block of {}: is there a bounds check, and does the "
        "grid cover the rest?",
        block);
  if (is_run && last + 1 == count && first > 0)
    return fmt::format("from {} to the end: does the grid cover all of them?", first);
  if (block > 1 && first / block == last / block && places.size() > 1)
    return fmt::format("in block {}{}", first / block,
                       first / kWarp == last / kWarp ? ", in one warp" : "");
  if (is_run && places.size() > 1) return fmt::format("in one run from {} to {}", first, last);
  const std::uint64_t step = step_of(places);
  if (step == block && block > 1)
    return fmt::format("at place {} of each block of {}: does a thread need its neighbour's block?",
                       first % block, block);
  if (step > 1) return fmt::format("every {} one, from {} on", ordinal(step), first);
  const auto at_end = [&](std::uint64_t place) {
    return place % block == 0 || (place + 1) % block == 0;
  };
  if (block > 2 && places.size() > 2 && std::all_of(places.begin(), places.end(), at_end))
    return fmt::format("at the ends of blocks of {}: does a thread need its neighbour's block?",
                       block);
  return "";
}

/// The only component that is wrong, if others are right; empty otherwise.
std::string component(const WrongResults& results) {
  if (results.components < 2) return "";
  std::vector<bool> wrong(results.components);
  for (std::uint64_t k = 0; k < results.wrong.size(); ++k)
    if (results.wrong[k]) wrong[k % results.components] = true;
  if (std::count(wrong.begin(), wrong.end(), true) != 1) return "";
  const auto place = std::find(wrong.begin(), wrong.end(), true) - wrong.begin();
  return fmt::format(" in component {} only", "xyzw"[place % 4]);
}

}  // namespace

std::string explain(const WrongResults& results) {
  const Places places = wrong_places(results);
  if (places.empty()) return "";
  const std::uint64_t count = results.wrong.size() / results.components;
  const std::string only = places.size() > 1 ? component(results) : "";
  if (places.size() == count && count == 1) return "it is the only one" + only;
  if (places.size() == count) return fmt::format("all {} are wrong{}", count, only);
  std::string pattern = in_rectangle(results, places);
  if (pattern.empty()) pattern = in_row(results, places, count);
  if (pattern.empty() && places.size() > 2)
    pattern = "scattered: do threads write to one place, or is a barrier missing?";
  const bool is_all = places.size() > 1 && !pattern.empty() && !pattern.starts_with("scattered");
  return fmt::format("{} of {} {} wrong{}{}{}{}", places.size(), count,
                     places.size() == 1 ? "is" : "are", only, pattern.empty() ? "" : ", ",
                     is_all && !pattern.starts_with("every") ? "all " : "", pattern);
}

}  // namespace gputest

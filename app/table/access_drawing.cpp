#include "app/table/access_drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "app/command/wrap.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kLine = 128, kWord = 4, kWords = kLine / kWord;
constexpr std::size_t kMostLines = 8, kMostPictures = 12;
constexpr std::string_view kLanes =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#@";
constexpr char kSeveral = '*', kNone = '.';

/// The character of each word, by the number of the line.
std::map<std::uint64_t, std::string> lines_of(const FirstAccess& access) {
  std::map<std::uint64_t, std::string> lines;
  for (std::size_t k = 0; k < access.lanes.size(); ++k) {
    const std::uint64_t begin = access.places[k], last = begin + access.bytes - 1;
    for (std::uint64_t word = begin / kWord; word <= last / kWord; ++word) {
      std::string& line = lines.try_emplace(word / kWords, kWords, kNone).first->second;
      char& at = line[word % kWords];
      at = at == kNone ? kLanes[access.lanes[k]] : kSeveral;
    }
  }
  return lines;
}

}  // namespace

std::string access_drawing(const CountedCase& one) {
  const std::vector<FirstAccess>& all = one.counts->first;
  std::string text = fmt::format("\n{}\n", fmt::join(wrapped(one.name, 80), "\n"));
  if (all.empty() && one.counts->card)
    return text + "  not drawn: the counters of a GPU have no addresses\n";
  if (all.empty()) return "";
  for (std::size_t k = 0; k < std::min(all.size(), kMostPictures); ++k) {
    const std::map<std::uint64_t, std::string> lines = lines_of(all[k]);
    text += fmt::format("{}  {}: {} lanes, {} bytes each, {} {} of 128 bytes\n", k == 0 ? "" : "\n",
                        all[k].access, all[k].lanes.size(), all[k].bytes, lines.size(),
                        lines.size() == 1 ? "line" : "lines");
    std::size_t shown = 0;
    for (const auto& [number, line] : lines)
      if (++shown <= kMostLines) text += fmt::format("{:>9}  {}\n", number, line);
    if (shown > kMostLines)
      text += fmt::format("           and {} more lines\n", shown - kMostLines);
  }
  if (all.size() > kMostPictures)
    text += fmt::format("\n  {} more accesses are not drawn\n", all.size() - kMostPictures);
  return text;
}

std::string access_drawing_key() {
  return "\nThe first of different accesses by a kernel's first wavefront. A row is a line of\n"
         "128 bytes or, in LDS, a word of each of 32 banks. A character is 4 bytes: the\n"
         "lane that accesses them (0 to 9, A to Z, a to z, #, @), * several, . none.\n";
}

}  // namespace gputest

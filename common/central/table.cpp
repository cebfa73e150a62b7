#include "common/central/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"
#include "common/core/printable.hpp"
#include "common/core/text_file.hpp"

namespace gputest {
namespace {

constexpr unsigned kFractionBits = 23;  // of a float
constexpr const char* kTitle = "gputest central table 1";
constexpr const char* kParts = "parts-per-octave";

/// The leading bits of a float, without its last 23 - bits.
std::uint32_t leading(double x, unsigned bits) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(x)) >> (kFractionBits - bits);
}

double of_leading(std::uint32_t number, unsigned bits) {
  return static_cast<double>(std::bit_cast<float>(number << (kFractionBits - bits)));
}

/// The quartic through g at the five nodes, in powers of t.
std::array<long double, 5> interpolate(const CentralFunction& g, long double begin,
                                       long double end) {
  constexpr int kNodes = 5;
  std::array<long double, kNodes> chebyshev{};
  for (int i = 0; i < kNodes; ++i) {
    const long double angle = (i + 0.5L) * std::numbers::pi_v<long double> / kNodes;
    const long double value = g((begin + end) / 2 + (end - begin) / 2 * std::cos(angle));
    for (int m = 0; m < kNodes; ++m)
      chebyshev[static_cast<std::size_t>(m)] +=
          (m == 0 ? 1 : 2) * value * std::cos(m * angle) / kNodes;
  }
  const auto& [a0, a1, a2, a3, a4] = chebyshev;
  return {a0 - a2 + a4, a1 - 3 * a3, 2 * a2 - 8 * a4, 4 * a3, 8 * a4};
}

/// Half of an interval's length over the beginning of its octave, to the power m.
double half_length(unsigned bits, int m) {
  return std::ldexp(1.0, -m * static_cast<int>(bits + 1));
}

[[noreturn]] void refuse_line(const std::string& path, std::size_t line, const std::string& what) {
  throw Error(Status::bad_input,
              fmt::format("line {} of the table {} {}", line, printable(path), what));
}

}  // namespace

double CentralTable::begin(std::size_t k) const {
  return of_leading(first + static_cast<std::uint32_t>(k), bits);
}

double CentralTable::at(double x) const {
  const std::size_t k = std::min<std::size_t>(leading(x, bits) - first, quartics.size() - 1);
  const double low = begin(k), high = begin(k + 1);
  const double t = (2 * x - low - high) / (high - low);
  double value = 0;
  for (std::size_t m = 5; m-- > 0;) value = value * t + quartics[k][m];
  return value;
}

CentralTable make_central_table(const CentralFunction& g, double low, double high) {
  const double least = std::numeric_limits<float>::min();
  const double most = std::numeric_limits<float>::max() / 4;
  if (!(low >= least && low <= high && high <= most))
    throw Error(
        Status::bad_input,
        fmt::format("a table from x = {:g} to {:g} is beyond the range of fp32", low, high));
  CentralTable table;
  for (table.bits = CentralTable::kMostBits;; --table.bits) {
    table.first = leading(low, table.bits);
    const std::size_t count = leading(high, table.bits) - table.first + 1;
    if (count > CentralTable::kMost) continue;  // one interval per octave always suffices
    table.quartics.resize(count);
    break;
  }
  for (std::size_t k = 0; k < table.quartics.size(); ++k) {
    const auto exact = interpolate(g, table.begin(k), table.begin(k + 1));
    for (std::size_t m = 0; m < 5; ++m) {
      const double c = static_cast<double>(exact[m]);
      if (!(std::abs(c) / half_length(table.bits, static_cast<int>(m)) <= most))
        throw Error(Status::bad_input,
                    fmt::format("a table of the law overflows fp32 at x = {:g}", table.begin(k)));
      table.quartics[k][m] = static_cast<double>(static_cast<float>(c));
    }
  }
  return table;
}

std::string central_table_text(const CentralTable& table, const std::string& comment) {
  std::string text = fmt::format("{}\n# {}\n{} {}\n", kTitle, comment, kParts, table.parts());
  for (std::size_t k = 0; k < table.quartics.size(); ++k) {
    text += fmt::format("{}", table.begin(k));
    for (const double c : table.quartics[k]) text += fmt::format(" {}", static_cast<float>(c));
    text += '\n';
  }
  return text + fmt::format("{} end\n", table.end());
}

CentralTable read_central_table(const std::string& path) {
  std::istringstream lines(read_text_file(path));
  CentralTable table;
  std::size_t number = 0;
  bool has_title = false, has_parts = false, has_end = false;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!has_title) {
      if (line != kTitle)
        refuse_line(path, number, fmt::format("is not '{}', the first line of a table", kTitle));
      has_title = true;
      continue;
    }
    std::istringstream split(line);
    std::vector<std::string> words;
    for (std::string word; split >> word;) words.push_back(word);
    if (words.empty() || words.front().front() == '#') continue;
    if (has_end) refuse_line(path, number, "follows the end");
    if (!has_parts) {
      const auto parts = words.size() == 2 && words[0] == kParts
                             ? parse_number<std::uint32_t>(words[1])
                             : std::nullopt;
      if (!parts || !std::has_single_bit(*parts) || *parts > (1u << CentralTable::kMostBits))
        refuse_line(path, number, fmt::format("is not '{}' and a power of two up to 1024", kParts));
      table.bits = static_cast<unsigned>(std::bit_width(*parts) - 1);
      has_parts = true;
      continue;
    }
    const auto x = parse_number<double>(words[0]);
    if (!x || !(*x >= std::numeric_limits<float>::min()) ||
        of_leading(leading(*x, table.bits), table.bits) != *x)
      refuse_line(path, number,
                  fmt::format("does not begin at the beginning of an interval; there are {} to an "
                              "octave",
                              table.parts()));
    if (table.quartics.empty()) table.first = leading(*x, table.bits);
    if (const double expected = table.end(); expected != *x)
      refuse_line(path, number,
                  fmt::format("begins at x = {:g}, but the line before ends at {:g}: the table has "
                              "a hole",
                              *x, expected));
    if (words.size() == 2 && words[1] == "end") {
      has_end = true;
      continue;
    }
    if (table.quartics.size() == CentralTable::kMost)
      refuse_line(path, number,
                  fmt::format("exceeds the limit of {} intervals", CentralTable::kMost));
    if (words.size() != 6)
      refuse_line(path, number,
                  fmt::format("has {} numbers instead of x and five coefficients", words.size()));
    table.quartics.emplace_back();
    for (std::size_t m = 0; m < 5; ++m) {
      const auto c = parse_number<double>(words[m + 1]);
      constexpr double kMost = std::numeric_limits<float>::max() / 4;
      if (!c || std::abs(*c) / half_length(table.bits, static_cast<int>(m)) > kMost)
        refuse_line(path, number,
                    fmt::format("has '{}', which is not a number in the range of fp32",
                                printable(words[m + 1])));
      table.quartics.back()[m] = static_cast<double>(static_cast<float>(*c));
    }
  }
  if (!has_end || table.quartics.empty())
    throw Error(
        Status::bad_input,
        fmt::format("the table {} lacks the line 'x end' after its intervals", printable(path)));
  return table;
}

std::vector<std::array<float, 5>> central_table_floats(const CentralTable& table) {
  std::vector<std::array<float, 5>> floats(table.quartics.size());
  for (std::size_t k = 0; k < floats.size(); ++k)
    for (int m = 0; m < 5; ++m)
      floats[k][static_cast<std::size_t>(m)] = static_cast<float>(
          table.quartics[k][static_cast<std::size_t>(m)] / half_length(table.bits, m));
  return floats;
}

CentralTableArrays central_table_arrays(const CentralTable& table) {
  CentralTableArrays arrays;
  arrays.lower.resize(4 * CentralTable::kMost);
  arrays.highest.resize(CentralTable::kMost);
  const auto floats = central_table_floats(table);
  for (std::size_t k = 0; k < floats.size(); ++k) {
    std::copy_n(floats[k].begin(), 4, &arrays.lower[4 * k]);
    arrays.highest[k] = floats[k][4];
  }
  return arrays;
}

}  // namespace gputest

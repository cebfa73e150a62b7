#include "app/results/price_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"
#include "common/core/text_file.hpp"

namespace gputest {
namespace {

std::string without_blanks_around(const std::string& text) {
  constexpr const char* kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

std::optional<double> PriceList::of(const DeviceInfo& device) const {
  for (const auto& [pattern, price] : prices)
    if (matches_glob(pattern, device.name) || matches_glob(pattern, device.id)) return price;
  return std::nullopt;
}

PriceList read_price_file(const std::string& path) {
  PriceList list;
  list.path = path;
  std::istringstream lines(read_text_file(path));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto refuse = [&](const std::string& sentence) {
      throw Error(Status::bad_input, fmt::format("{}:{}: {}", path, number, sentence));
    };
    line = without_blanks_around(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto equals = line.rfind('=');
    const std::string name = without_blanks_around(line.substr(0, equals));
    if (equals == line.npos || name.empty())
      refuse(fmt::format("'{}' is not 'device = price'", line));
    const std::string value = without_blanks_around(line.substr(equals + 1));
    if (name == "currency") {
      if (value.empty() || value.find_first_of(" \t") != value.npos)
        refuse(fmt::format("the currency must be one word, not '{}'", value));
      if (!list.currency.empty()) refuse("the currency is given twice; give it once");
      list.currency = value;
      continue;
    }
    const auto price = parse_number<double>(value);
    if (!price || !(*price > 0))
      refuse(fmt::format("the price must be a number above 0, not '{}'", value));
    const auto same = [&](const auto& entry) { return entry.first == name; };
    if (std::any_of(list.prices.begin(), list.prices.end(), same))
      refuse(fmt::format("'{}' has two prices; give one", name));
    list.prices.emplace_back(name, *price);
  }
  if (list.prices.empty())
    throw Error(Status::bad_input,
                fmt::format("{} has no price; write lines 'device = price'", path));
  if (list.currency.empty()) list.currency = "price";
  return list;
}

}  // namespace gputest

// Prices of devices, from a file of the user's. The program knows none.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/device/device.hpp"

namespace gputest {

/// What devices cost, in whatever currency.
struct PriceList {
  std::string path;      ///< of the file; empty: there is no list
  std::string currency;  ///< as the file names it; "price" where it does not
  std::vector<std::pair<std::string, double>> prices;  ///< patterns, and their price

  /// The price of the first pattern that the device's name or id matches; none where no line does.
  std::optional<double> of(const DeviceInfo& device) const;
};

/// Reads lines "device = price", where the device is a name, an id ("cpu:0") or a pattern with *
/// and
/// ?, and the price a number above 0. "currency = EUR" names the currency. Blank lines, and what
/// follows a #, are left out. Throws Error(bad_input) with file and line for anything else, for a
/// device named twice and for a file that names none.
PriceList read_price_file(const std::string& path);

}  // namespace gputest

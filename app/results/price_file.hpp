// Prices of devices, from the user's file. The program itself knows none.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/device/device.hpp"

namespace gputest {

/// The prices of devices, in any currency.
struct PriceList {
  std::string path;      ///< path of the file; empty: there is no list
  std::string currency;  ///< as in the file; "price" if it names none
  std::vector<std::pair<std::string, double>> prices;  ///< patterns with their prices

  /// The price of the first pattern that matches the device's name or id, if any does.
  std::optional<double> of(const DeviceInfo& device) const;
};

/// Reads lines "device = price". The device is a name, an id ("cpu:0") or a pattern with * and ?;
/// the price is a number above 0. "currency = EUR" names the currency. Blank lines and comments
/// after # are ignored. Throws Error(bad_input) with file and line for anything else and for a
/// device with two prices; also for a file without prices.
PriceList read_price_file(const std::string& path);

}  // namespace gputest

// Tables 1 and 2 of the IPSJ survey: Narumi, Hamada and Konishi, "Acceleration of particle
// simulations by accelerators", IPSJ Magazine 50(2), 2009, pp. 129-139 (in Japanese).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A device's line in one of the tables.
struct SurveyEntry {
  std::string system;  ///< "NVIDIA H100 (cuda:0)"
  std::string kernel;
  RowStatus status = RowStatus::ok;
  std::string reason;           ///< if the status is not ok
  std::optional<double> speed;  ///< table 1: 1e9 flops per second; table 2: seconds
  std::optional<double> price;
  std::string why_no_price;
  std::optional<double> watts;
  std::string why_no_watts;
  std::string watts_source;  ///< "board, NVML"
};

/// A table and its footnotes [1], [2], …
struct SurveyTable {
  std::string title;
  Table table;
  std::vector<std::string> footnotes;
};

/// Table 1: effective and peak speed, cost, power and size over speed, of gravity's direct sum over
/// n bodies, 38 flops per interaction.
SurveyTable gravity_table(const std::vector<SurveyEntry>& entries, const std::string& n,
                          const std::string& currency);

/// Table 2: seconds for so many steps, acceleration over the first entry's, and acceleration per
/// million of the currency and per kilowatt.
SurveyTable dynamics_table(const std::vector<SurveyEntry>& entries, const std::string& particles,
                           const std::string& steps, const std::string& currency);

}  // namespace gputest

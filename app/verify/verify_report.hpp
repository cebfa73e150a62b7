// The results of verifying devices, and their output.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A verified case, or a planted fault.
struct VerifiedCase {
  ResultRow row;
  std::string input;  ///< options of the problem other than n
  std::string order;  ///< order of threads, if the device has several
  std::string fault;  ///< name of the planted fault; empty: none

  /// Whether it failed or could not run; for a fault, whether it was missed.
  bool is_wrong() const;
  /// The case's configuration in one line.
  std::string text() const;
};

/// A device and its verified cases.
struct VerifiedDevice {
  DeviceInfo info;
  std::vector<VerifiedCase> cases;
  std::map<std::string, std::size_t> omitted;  ///< number of left-out cases by reason
  double seconds = 0;
  bool finished = false;

  std::size_t count(std::initializer_list<RowStatus> statuses, bool faults) const;
  std::size_t passed() const { return count({RowStatus::ok}, false); }
  std::size_t failed() const { return count({RowStatus::failed, RowStatus::error}, false); }
  std::size_t skipped() const;
  /// The number of skipped and left-out cases by reason.
  std::map<std::string, std::size_t> omissions() const;
  std::size_t found() const { return count({RowStatus::ok}, true); }
  std::size_t missed() const { return count({RowStatus::failed, RowStatus::error}, true); }
  /// "right", "wrong", "not trusted" if a planted fault was missed, "nothing verified" or
  /// "interrupted".
  std::string verdict() const;
  /// The device, the verdict and the numbers of cases as JSON.
  nlohmann::ordered_json summary() const;
};

/// The result of a verification.
struct VerifyReport {
  std::vector<std::string> argv;
  bool is_quick = false;
  std::vector<VerifiedDevice> devices;
  std::vector<Unavailable> absent;

  /// Whether every device is right.
  bool passed() const;
};

/// Prints text for people: totals, failures, left-out cases with reasons, and the verdict.
void print_verification(std::ostream& out, const VerifyReport& report);
/// Prints JSON; docs/verify.md describes the fields.
void print_verification_json(std::ostream& out, const VerifyReport& report);
/// Prints the HTML page that docs/verify.md describes. Its only time is that of writing it.
void print_certificate(std::ostream& out, const VerifyReport& report);
/// Prints JUnit XML for CI servers: one suite per device.
void print_junit(std::ostream& out, const VerifyReport& report);

}  // namespace gputest

// What a verification of devices found, and how it is shown.
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

/// A case that was verified, or a fault that was planted.
struct VerifiedCase {
  ResultRow row;
  std::string input;  ///< options of the problem beside n
  std::string order;  ///< of threads, where the device has several
  std::string fault;  ///< empty: the kernel as it is

  /// Whether it failed or could not be run; of a fault, whether it was missed.
  bool is_wrong() const;
  /// Where on the axes it is, in a line.
  std::string text() const;
};

/// A device and all that was verified on it.
struct VerifiedDevice {
  DeviceInfo info;
  std::vector<VerifiedCase> cases;
  std::map<std::string, std::size_t> omitted;  ///< reasons, and how many cases each left out
  double seconds = 0;
  bool finished = false;

  std::size_t count(std::initializer_list<RowStatus> statuses, bool faults) const;
  std::size_t passed() const { return count({RowStatus::ok}, false); }
  std::size_t failed() const { return count({RowStatus::failed, RowStatus::error}, false); }
  std::size_t skipped() const;
  /// Why cases were skipped or left out, and how many.
  std::map<std::string, std::size_t> omissions() const;
  std::size_t found() const { return count({RowStatus::ok}, true); }
  std::size_t missed() const { return count({RowStatus::failed, RowStatus::error}, true); }
  /// "right"; "wrong"; "not trusted", where a planted fault was missed; "nothing verified";
  /// "interrupted".
  std::string verdict() const;
  /// The device, the verdict and the numbers of cases, as JSON has them.
  nlohmann::ordered_json summary() const;
};

/// Everything that a verification says.
struct VerifyReport {
  std::vector<std::string> argv;
  bool is_quick = false;
  std::vector<VerifiedDevice> devices;
  std::vector<Unavailable> absent;

  /// Whether every device is right.
  bool passed() const;
};

/// As text for people: totals, what is wrong, what was left out and why, the verdict.
void print_verification(std::ostream& out, const VerifyReport& report);
/// As JSON; docs/verify.md has the fields.
void print_verification_json(std::ostream& out, const VerifyReport& report);
/// As a page: docs/verify.md says of what. It holds no time but that at which it is written.
void print_certificate(std::ostream& out, const VerifyReport& report);
/// As JUnit's XML, which CI servers read: a suite for each device.
void print_junit(std::ostream& out, const VerifyReport& report);

}  // namespace gputest

// The HTML page of a verification: the results of each device, kernel by kernel.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <ostream>
#include <set>

#include "app/command/build_info.hpp"
#include "app/report/report_page.hpp"
#include "app/run/altered_kernel.hpp"
#include "app/verify/verify_report.hpp"
#include "common/core/host.hpp"

namespace gputest {
namespace {

using PageData = nlohmann::ordered_json;

std::string now_in_words() {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::chrono::system_clock::now()));
}

/// The largest error divided by the tolerance; 0 for exact results, also with a tolerance of 0.
double share_of_tolerance(const Verification& verification) {
  if (verification.max_error == 0) return 0;
  if (verification.tolerance == 0) return std::numeric_limits<double>::infinity();
  return verification.max_error / verification.tolerance;
}

/// The totals of all cases of a kernel on a device, without planted faults.
struct KernelTotals {
  std::size_t passed = 0, wrong = 0, skipped = 0;
  double worst = 0;  ///< the largest error relative to its tolerance
  std::set<std::string> layouts, precisions, checksums, replaced;
  std::set<std::uint64_t> sizes;

  void add(const VerifiedCase& one) {
    const ResultRow& row = one.row;
    if (row.text) {
      checksums.insert(row.text->checksum);
      replaced.insert(row.text->replaced.begin(), row.text->replaced.end());
    }
    if (row.status == RowStatus::skipped) {
      ++skipped;
      return;
    }
    ++(one.is_wrong() ? wrong : passed);
    layouts.insert(row.configuration.layout);
    precisions.emplace(name(row.configuration.precision));
    sizes.insert(row.n);
    if (row.verification) worst = std::max(worst, share_of_tolerance(*row.verification));
  }

  PageData json(const std::string& kernel) const {
    return {{"kernel", kernel},
            {"passed", passed},
            {"wrong", wrong},
            {"skipped", skipped},
            {"worst", json_number(worst)},
            {"layouts", layouts},
            {"precisions", precisions},
            {"sizes", sizes},
            {"checksums", checksums},
            {"replaced", replaced}};
  }
};

/// A description of the planted fault of that name.
std::string fault_words(const std::string& fault) {
  for (const Alteration& alteration : alterations())
    if (alteration.name == fault) return alteration.what;
  return fault;
}

PageData page_of_device(const VerifiedDevice& device) {
  std::map<std::string, KernelTotals> kernels;
  auto failures = PageData::array(), faults = PageData::array(), totals = PageData::array();
  for (const VerifiedCase& one : device.cases) {
    const PageData entry{{"kernel", one.row.kernel.name()},
                         {"case", one.text()},
                         {"fault", fault_words(one.fault)},
                         {"status", name(one.row.status)},
                         {"reason", one.row.reason}};
    if (!one.fault.empty()) {
      faults.push_back(entry);
      continue;
    }
    kernels[one.row.kernel.name()].add(one);
    if (one.is_wrong()) failures.push_back(entry);
  }
  for (const auto& [kernel, of_kernel] : kernels) totals.push_back(of_kernel.json(kernel));
  PageData page = device.summary();
  page["kernels"] = std::move(totals);
  page["failures"] = std::move(failures);
  page["faults"] = std::move(faults);
  return page;
}

}  // namespace

void print_certificate(std::ostream& out, const VerifyReport& report) {
  auto devices = PageData::array(), absent = PageData::array();
  for (const VerifiedDevice& device : report.devices) devices.push_back(page_of_device(device));
  for (const Unavailable& absence : report.absent)
    absent.push_back({{"id", absence.id}, {"reason", absence.reason}});
  write_certificate_page(
      out, {{"written", now_in_words()},
            {"program", build_info()},
            {"host", {{"cpu", cpu_name()}, {"cores", cpu_cores()}, {"os", operating_system()}}},
            {"argv", report.argv},
            {"quick", report.is_quick},
            {"passed", report.passed()},
            {"devices", devices},
            {"absent", absent}});
}

}  // namespace gputest

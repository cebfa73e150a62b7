#include "app/verify/verify_report.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

#include "app/command/build_info.hpp"
#include "app/command/table.hpp"
#include "app/results/run_report.hpp"
#include "common/core/host.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 20;  // maximum number of printed failures

}  // namespace

bool VerifiedCase::is_wrong() const {
  return row.status == RowStatus::failed || row.status == RowStatus::error;
}

std::string VerifiedCase::text() const {
  const Configuration& c = row.configuration;
  std::string text = fmt::format("{} {}", c.layout, name(c.precision));
  if (c.block != 0) text += fmt::format(" block={}", c.block);
  for (const std::string& more : {axes_of(c), fmt::format("n={}", row.n), input})
    if (!more.empty()) text += " " + more;
  if (!order.empty()) text += " threads " + order;
  if (!fault.empty()) text += " fault " + fault;
  return text;
}

std::map<std::string, std::size_t> VerifiedDevice::omissions() const {
  std::map<std::string, std::size_t> reasons = omitted;
  for (const VerifiedCase& one : cases)
    if (one.row.status == RowStatus::skipped) ++reasons[one.row.reason];
  return reasons;
}

std::size_t VerifiedDevice::count(std::initializer_list<RowStatus> statuses, bool faults) const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [&](const VerifiedCase& one) {
        return one.fault.empty() != faults &&
               std::find(statuses.begin(), statuses.end(), one.row.status) != statuses.end();
      }));
}

std::size_t VerifiedDevice::skipped() const {
  std::size_t sum = 0;
  for (const auto& [reason, count] : omissions()) sum += count;
  return sum;
}

std::string VerifiedDevice::verdict() const {
  if (failed() > 0) return "wrong";
  if (missed() > 0) return "not trusted";
  if (!finished) return "interrupted";
  return passed() == 0 ? "nothing verified" : "right";
}

nlohmann::ordered_json VerifiedDevice::summary() const {
  auto reasons = nlohmann::ordered_json::array();
  for (const auto& [reason, cases_left_out] : omissions())
    reasons.push_back({{"reason", reason}, {"cases", cases_left_out}});
  return {{"id", info.id},           {"name", info.name},         {"vendor", info.vendor},
          {"driver", info.driver},   {"emulated", info.emulated}, {"verdict", verdict()},
          {"passed", passed()},      {"failed", failed()},        {"skipped", skipped()},
          {"faults_found", found()}, {"faults_missed", missed()}, {"seconds", seconds},
          {"omissions", reasons}};
}

bool VerifyReport::passed() const {
  return std::all_of(devices.begin(), devices.end(),
                     [](const VerifiedDevice& device) { return device.verdict() == "right"; });
}

void print_verification(std::ostream& out, const VerifyReport& report) {
  Table table;
  table.columns = {{"device"},
                   {"name"},
                   {"passed", Align::right},
                   {"failed", Align::right},
                   {"skipped", Align::right},
                   {"faults found", Align::right},
                   {"seconds", Align::right},
                   {"verdict"}};
  for (const VerifiedDevice& device : report.devices)
    table.rows.push_back(
        {{device.info.id, device.info.name, fmt::format("{}", device.passed()),
          fmt::format("{}", device.failed()), fmt::format("{}", device.skipped()),
          fmt::format("{} of {}", device.found(), device.found() + device.missed()),
          fmt::format("{:.1f}", device.seconds), device.verdict()}});
  fmt::print(out, "{}", to_text(table, false));
  for (const VerifiedDevice& device : report.devices) {
    std::size_t shown = 0, wrong = 0;
    for (const VerifiedCase& one : device.cases) {
      if (!one.is_wrong() || ++wrong > kShown) continue;
      if (shown++ == 0) fmt::print(out, "\nWrong on {}:\n", printable(device.info.id));
      fmt::print(out, "  {} {}: {}\n", one.row.kernel.name(), one.text(),
                 printable(one.row.reason));
    }
    if (wrong > shown) fmt::print(out, "  and {} more\n", wrong - shown);
  }
  for (const VerifiedDevice& device : report.devices) {
    const auto reasons = device.omissions();
    if (!reasons.empty()) fmt::print(out, "\nSkipped on {}:\n", printable(device.info.id));
    for (const auto& [reason, count] : reasons)
      fmt::print(out, "  {}: {}\n", count, printable(reason));
  }
  if (!report.absent.empty()) fmt::print(out, "\nAbsent:\n");
  for (const Unavailable& absence : report.absent)
    fmt::print(out, "  {}: {}\n", printable(absence.id), printable(absence.reason));
  const auto right =
      std::count_if(report.devices.begin(), report.devices.end(),
                    [](const VerifiedDevice& device) { return device.verdict() == "right"; });
  fmt::print(out, "\nVerdict: {} of {} devices right{}\n", right, report.devices.size(),
             report.is_quick ? " (--quick)" : "");
}

void print_verification_json(std::ostream& out, const VerifyReport& report) {
  Json devices = Json::array();
  for (const VerifiedDevice& device : report.devices) {
    Json cases = Json::array();
    for (const VerifiedCase& one : device.cases) {
      const ResultRow& row = one.row;
      Json entry{{"kernel", row.kernel.name()},
                 {"layout", row.configuration.layout},
                 {"precision", name(row.configuration.precision)},
                 {"block", row.configuration.block},
                 {"axes", row.configuration.axes},
                 {"n", row.n},
                 {"input", one.input},
                 {"order", one.order},
                 {"fault", one.fault.empty() ? Json() : Json(one.fault)},
                 {"status", name(row.status)},
                 {"reason", row.reason},
                 {"max_error", nullptr},
                 {"tolerance", nullptr}};
      if (row.verification) {
        entry["max_error"] = json_number(row.verification->max_error);
        entry["tolerance"] = json_number(row.verification->tolerance);
      }
      cases.push_back(std::move(entry));
    }
    devices.push_back(device.summary());
    devices.back()["cases"] = std::move(cases);
  }
  Json absent = Json::array();
  for (const Unavailable& absence : report.absent)
    absent.push_back({{"id", absence.id}, {"reason", absence.reason}});
  const Json json{
      {"verification_version", 1},
      {"gputest", build_info()},
      {"host", {{"cpu", cpu_name()}, {"cores", cpu_cores()}, {"os", operating_system()}}},
      {"argv", report.argv},
      {"quick", report.is_quick},
      {"passed", report.passed()},
      {"devices", devices},
      {"absent", absent}};
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void print_junit(std::ostream& out, const VerifyReport& report) {
  fmt::print(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gputest verify\">\n");
  for (const VerifiedDevice& device : report.devices) {
    const auto of_status = [&](RowStatus status) {
      return device.count({status}, false) + device.count({status}, true);
    };
    fmt::print(out,
               "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
               "time=\"{:.3f}\">\n",
               xml_text(device.info.id + " " + device.info.name), device.cases.size(),
               of_status(RowStatus::failed), of_status(RowStatus::error),
               of_status(RowStatus::skipped), device.seconds);
    for (const VerifiedCase& one : device.cases) {
      fmt::print(out, "<testcase classname=\"{}\" name=\"{}\">",
                 xml_text(device.info.id + "." + one.row.kernel.name()), xml_text(one.text()));
      if (one.is_wrong()) {
        const char* kind = one.row.status == RowStatus::failed ? "failure" : "error";
        fmt::print(out, "<{} message=\"{}\"/>", kind, xml_text(one.row.reason));
      } else if (one.row.status == RowStatus::skipped) {
        fmt::print(out, "<skipped message=\"{}\"/>", xml_text(one.row.reason));
      }
      fmt::print(out, "</testcase>\n");
    }
    fmt::print(out, "</testsuite>\n");
  }
  fmt::print(out, "</testsuites>\n");
}

}  // namespace gputest

// The rows that differ from a row in one thing, and how much faster or slower they are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/command/wrap.hpp"
#include "app/explain/explanation.hpp"

namespace gputest {
namespace {

constexpr std::size_t kMostOfAnAxis = 6;
constexpr double kAlike = 0.02;  // relative

/// A row that is compared with the explained one.
struct Rung {
  std::string axis;  ///< the property that differs: "layout", "kernel"
  std::string mine, theirs;
  std::vector<std::string> also;  ///< other differences that come with its kernel
  const ExplainedRow* row = nullptr;

  /// How many times as fast the explained row is.
  double ratio(const ExplainedRow& of) const { return *row->entry.median / *of.entry.median; }
};

std::string device_words(const ExplainedRow& row) {
  return fmt::format("{} ({})", row.device, row.device_name);
}

/// Adds the difference in devices; only the API if both drive the same device.
void add_device_difference(const ExplainedRow& row, const ExplainedRow& other,
                           std::vector<Rung>& found) {
  if (row.device == other.device && row.device_name == other.device_name) return;
  if (row.device_name == other.device_name && row.api != other.api)
    found.push_back({"API", row.device, other.device, {}, &other});
  else
    found.push_back({"device", device_words(row), device_words(other), {}, &other});
}

/// The differences between two rows; none if their problems differ.
std::vector<Rung> differences(const ExplainedRow& row, const ExplainedRow& other) {
  if (row.family != other.family || row.n != other.n ||
      row.rest_of_problem != other.rest_of_problem || row.entry.strategy != other.entry.strategy)
    return {};
  if (row.items == other.items && row.flops != other.flops)
    return {};  // different work, for example other fmas
  std::vector<Rung> found;
  if (row.kernel != other.kernel) found.push_back({"kernel", row.kernel, other.kernel, {}, &other});
  add_device_difference(row, other, found);
  if (row.layout != other.layout) found.push_back({"layout", row.layout, other.layout, {}, &other});
  if (row.precision != other.precision)
    found.push_back({"precision", row.precision, other.precision, {}, &other});
  if (row.block != other.block && row.block != 0 && other.block != 0)
    found.push_back({"block", std::to_string(row.block), std::to_string(other.block), {}, &other});
  for (const auto& [axis, value] : row.axes) {
    const auto theirs = other.axes.find(axis);
    const std::string text = theirs == other.axes.end() ? "none" : theirs->second;
    if (value != text) found.push_back({axis, value, text, {}, &other});
  }
  if (row.kernel == other.kernel && row.text != other.text && !row.text.empty() &&
      !other.text.empty())
    found.push_back({"own text", row.text, other.text, {}, &other});
  return found;
}

/// The rung of another row, if it differs in one property. Another kernel or API may also differ in
/// the layout, block and text that belong to it.
std::optional<Rung> rung_of(const ExplainedRow& row, const ExplainedRow& other) {
  const std::vector<Rung> found = differences(row, other);
  if (found.empty()) return std::nullopt;
  if (found.size() == 1) return found.front();
  Rung rung = found.front();
  const bool is_other_code = rung.axis == "kernel" || rung.axis == "API";
  for (std::size_t k = 1; k < found.size(); ++k) {
    const bool is_own = found[k].axis == "own text" ||
                        (is_other_code && found[k].axis == "block") ||
                        (rung.axis == "kernel" && found[k].axis == "layout");
    if (!is_own) return std::nullopt;
    rung.also.push_back(
        fmt::format("{} {} instead of {}", found[k].axis, found[k].mine, found[k].theirs));
  }
  return rung;
}

/// For each value that another row has, the row with the fewest differences.
std::vector<Rung> rungs_of(const ExplainedRow& row, const std::vector<ExplainedRow>& rows) {
  std::vector<Rung> rungs;
  for (const ExplainedRow& other : rows) {
    if (&other == &row || other.number == row.number || !other.is_timed()) continue;
    const std::optional<Rung> rung = rung_of(row, other);
    if (!rung) continue;
    const auto same = std::find_if(rungs.begin(), rungs.end(), [&](const Rung& known) {
      return known.axis == rung->axis && known.theirs == rung->theirs;
    });
    if (same == rungs.end())
      rungs.push_back(*rung);
    else if (rung->also.size() < same->also.size())
      *same = *rung;
  }
  return rungs;
}

std::string ratio_words(double ratio) {
  return ratio >= 1 && ratio < 10 ? fmt::format("{:.2f}", ratio) : fmt::format("{:.3g}", ratio);
}

/// Why the samples of the row cannot be compared; empty if they can.
std::string why_not_compared(const ExplainedRow& row) {
  if (row.entry.doubtful()) return row.status;
  if (row.entry.samples.size() < kMinCompared) return "untested";
  return "";
}

/// "supported", "undecided", or why there is no comparison.
std::string support_of(const ExplainedRow& row, const ExplainedRow& other) {
  if (!why_not_compared(row).empty()) return "not supported";
  if (const std::string why = why_not_compared(other); !why.empty())
    return "not supported: that row is " + why;
  const Interval ratio = ratio_interval(row.entry.samples, other.entry.samples);
  return ratio.low > 1 || ratio.high < 1 ? "supported" : "undecided";
}

/// "1.31 times as fast (supported: 1.30 to 1.32; row 4)".
std::string speed_words(const ExplainedRow& row, const Rung& rung) {
  const std::string support = support_of(row, *rung.row);
  const double ratio = rung.ratio(row);
  if (support.starts_with("not"))
    return fmt::format("{} times as fast ({}; row {})", ratio_words(ratio), support,
                       rung.row->number);
  const Interval range = ratio_interval(row.entry.samples, rung.row->entry.samples);
  if (range.low > 1 - kAlike && range.high < 1 + kAlike)
    return fmt::format("equally fast within {:.0f} % (supported; row {})", kAlike * 100,
                       rung.row->number);
  return fmt::format("{} times as fast ({}: {} to {}; row {})", ratio_words(ratio), support,
                     ratio_words(range.low), ratio_words(range.high), rung.row->number);
}

std::string shape_words(const std::optional<LaunchPlan>& plan) {
  if (!plan || plan->passes.empty()) return "";
  std::vector<std::string> parts;
  for (const auto& [name, value] : plan->parameters)
    parts.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}{}{}",
                     plan->passes.size() == 1 ? "" : fmt::format("{} passes", plan->passes.size()),
                     plan->passes.size() == 1 || parts.empty() ? "" : ", ", fmt::join(parts, ", "));
}

/// The summary of the other kernel, and how its launch differs.
std::string kernel_words(const Registry& registry, const ExplainedRow& row,
                         const ExplainedRow& other) {
  std::string text = summary_of(registry, other);
  const std::string mine = shape_words(row.plan), theirs = shape_words(other.plan);
  if (mine != theirs)
    text += fmt::format("{}its launch: {}; this row's: {}", text.empty() ? "" : "; ",
                        theirs.empty() ? "one pass" : theirs, mine.empty() ? "one pass" : mine);
  return text;
}

std::string rung_words(const Registry& registry, const ExplainedRow& row, const Rung& rung) {
  const bool is_name = rung.axis == "kernel" || rung.axis == "API" || rung.axis == "device";
  std::string text =
      fmt::format("{}{} instead of {}", is_name ? "" : rung.axis + " ", rung.mine, rung.theirs);
  if (!rung.also.empty()) text += fmt::format(", with {}", fmt::join(rung.also, " and "));
  text += ": " + speed_words(row, rung);
  if (rung.axis == "kernel") {
    const std::string what = kernel_words(registry, row, *rung.row);
    if (!what.empty()) text += fmt::format(". {}: {}", rung.theirs, what);
  }
  return text + ".";
}

nlohmann::ordered_json rung_json(const ExplainedRow& row, const Rung& rung) {
  const Interval ratio = ratio_interval(row.entry.samples, rung.row->entry.samples);
  return {{"row", rung.row->number},
          {"differs_in", rung.axis},
          {"this", rung.mine},
          {"other", rung.theirs},
          {"also", rung.also},
          {"ratio", rung.ratio(row)},
          {"range", {ratio.low, ratio.high}},
          {"support", support_of(row, *rung.row)}};
}

}  // namespace

Aspect ladder_aspect(const Registry& registry, const ExplainedRow& row,
                     const std::vector<ExplainedRow>& rows) {
  Aspect aspect{"ladder", {}};
  if (!row.is_timed()) return aspect;
  std::vector<Rung> rungs = rungs_of(row, rows);
  if (rungs.empty()) {
    aspect.sentences.push_back(
        "No other row of this file has the same problem and differs in only one property; run with "
        "--layout=all, --block=all or more kernels to get some.");
    return aspect;
  }
  if (const std::string why = why_not_compared(row); !why.empty())
    aspect.sentences.push_back(fmt::format("This row is {}, so no ratio below is supported.", why));
  aspect.figures["rungs"] = nlohmann::ordered_json::array();
  std::vector<std::string> axes;
  for (const Rung& rung : rungs)
    if (std::find(axes.begin(), axes.end(), rung.axis) == axes.end()) axes.push_back(rung.axis);
  std::stable_sort(rungs.begin(), rungs.end(), [&](const Rung& a, const Rung& b) {
    return a.ratio(row) < b.ratio(row);  // rows faster than this one first
  });
  for (const std::string& axis : axes) {
    std::size_t count = 0;
    for (const Rung& rung : rungs) {
      if (rung.axis != axis) continue;
      aspect.figures["rungs"].push_back(rung_json(row, rung));
      if (++count <= kMostOfAnAxis) aspect.sentences.push_back(rung_words(registry, row, rung));
    }
    if (count > kMostOfAnAxis)
      aspect.sentences.push_back(
          fmt::format("{} more rows differ in the {}.", count - kMostOfAnAxis, axis));
  }
  return aspect;
}

}  // namespace gputest

// Compares a row with its device's ceilings by the roofline model: bytes with the bandwidth of a
// copy, flops with the rate of chained fused multiply-adds.
#include <fmt/format.h>

#include <algorithm>

#include "app/command/figures.hpp"
#include "app/explain/explanation.hpp"
#include "common/core/host.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

constexpr double kShortLaunch = 50e-6;  // seconds; below this the launch overhead matters
constexpr const char* kCeilingKernel = "roofline_fma";
constexpr std::uint64_t kArithmeticFmas = 256;  // with so many, memory bounds no device

std::uint64_t fmas_of(const ExplainedRow& row) {
  const auto found = row.axes.find("fmas");
  if (found == row.axes.end()) return 0;
  return parse_number<std::uint64_t>(found->second).value_or(0);
}

double speed_of(const ExplainedRow& row, bool copies) {
  return (copies ? row.gbytes_per_s : row.gflops).value_or(0);
}

/// "row 3"; with the file's name if it is another than the explained row's: "row 3 of r.json".
std::string source_words(const CeilingRow& from) {
  return fmt::format("row {}{}{}", from.row.number,
                     from.file.empty() ? "" : " of " + from.file.substr(from.file.rfind('/') + 1),
                     from.row.entry.doubtful() ? ", which is " + from.row.status : "");
}

std::string how_to_measure(const ExplainedRow& row) {
  return fmt::format(
      "These results do not contain the device's ceilings. Measure them with gputest --api={} "
      "--device={} --kernel={} --fmas=all --precision=all -n 16M --format=json "
      "--output=ceilings.json, then add --ceilings=ceilings.json here.",
      row.api, row.device, kCeilingKernel);
}

/// Whether the speed of the row or of a ceiling is unreliable.
bool is_doubtful_share(const ExplainedRow& row, const MeasuredCeilings& ceilings) {
  const auto is_doubtful_ceiling = [](const std::optional<CeilingRow>& ceiling) {
    return ceiling && ceiling->row.entry.doubtful();
  };
  return row.entry.doubtful() || is_doubtful_ceiling(ceilings.copy) ||
         is_doubtful_ceiling(ceilings.arithmetic);
}

/// The meaning of the row's share of the lower roof.
std::string verdict_words(double share, bool by_bytes, double seconds) {
  const char* what = by_bytes ? "memory" : "arithmetic";
  if (share > 1.05)
    return by_bytes
               ? "That is more than a copy reaches: the arrays stay in the caches, so memory does "
                 "not bound it."
               : "That is more than chained multiply-adds reached. Flops are counted by "
                 "convention, so the kernel may use fewer instructions; or that measurement missed "
                 "the device's "
                 "ceiling.";
  if (share >= 0.7)
    return fmt::format("So {} bounds it: it can become at most {:.2f} times as fast.", what,
                       1 / share);
  if (share >= 0.3)
    return fmt::format("So {} is the nearest ceiling. The rest of the time goes to {}.", what,
                       by_bytes ? "repeated reads, latency and waiting"
                                : "instructions that are not counted (addresses, loads, loops), to "
                                  "special functions such as 1/sqrt, and to waiting");
  return fmt::format(
      "So neither ceiling explains it. Possible causes are latency, too few threads to hide it, "
      "and work that these counts leave out{}.",
      seconds < kShortLaunch ? ", or the launch overhead of some microseconds" : "");
}

Aspect& add_counts(const ExplainedRow& row, Aspect& aspect) {
  aspect.figures["flops"] = *row.flops;
  aspect.figures["bytes"] = *row.bytes;
  std::string text =
      fmt::format("By its family's counts a launch moves at least {}",
                  format_bytes(static_cast<std::uint64_t>(std::min(*row.bytes, 1e18))));
  if (*row.flops > 0) text += fmt::format(" and does {:.4g} flops", *row.flops);
  if (*row.flops > 0 && *row.bytes > 0) {
    text += fmt::format(": {:.3g} flops per byte", *row.flops / *row.bytes);
    aspect.figures["flops_per_byte"] = *row.flops / *row.bytes;
  }
  aspect.sentences.push_back(text + ".");
  return aspect;
}

/// Adds the share of the ceiling that --roofline reported with the row.
void add_bound(const ExplainedRow& row, Aspect& aspect) {
  if (!row.bound) return;
  aspect.figures["bound"] = *row.bound;
  aspect.figures["bound_ceiling"] = row.ceiling;
  aspect.sentences.push_back(
      fmt::format("During its run, --roofline found {} of the device's ceiling of {}, by the least "
                  "work that any algorithm needs.",
                  share_words(*row.bound), row.ceiling));
}

}  // namespace

std::vector<CeilingRow> ceiling_rows(const std::vector<ExplainedRow>& rows,
                                     const std::string& file) {
  std::vector<CeilingRow> found;
  for (const ExplainedRow& row : rows)
    if (row.kernel == kCeilingKernel && row.is_timed()) found.push_back({row, file});
  return found;
}

MeasuredCeilings measured_ceilings(const ExplainedRow& row, Precision arithmetic,
                                   const std::vector<CeilingRow>& known) {
  MeasuredCeilings ceilings;
  const auto take = [&](std::optional<CeilingRow>& best, const CeilingRow& one, bool copies) {
    const auto rank = [&](const CeilingRow& of) {
      return std::make_pair(of.row.api == row.api, speed_of(of.row, copies));
    };
    if (speed_of(one.row, copies) > 0 && (!best || rank(one) > rank(*best))) best = one;
  };
  for (const CeilingRow& one : known) {
    if (one.row.device_name != row.device_name) continue;
    const std::uint64_t fmas = fmas_of(one.row);
    if (fmas == 0) take(ceilings.copy, one, true);
    if (fmas >= kArithmeticFmas && one.row.precision == name(arithmetic))
      take(ceilings.arithmetic, one, false);
  }
  return ceilings;
}

Aspect ceiling_aspect(const ExplainedRow& row, Precision arithmetic,
                      const MeasuredCeilings& ceilings) {
  Aspect aspect{"ceiling", {}};
  if (!row.is_timed() || !row.flops || !row.bytes) return aspect;
  add_counts(row, aspect);
  add_bound(row, aspect);
  if (row.kernel == kCeilingKernel) {
    const std::uint64_t fmas = fmas_of(row);
    aspect.sentences.push_back(
        fmas == 0
            ? fmt::format("It is a copy, and measures that ceiling itself: {}.",
                          rate_words(*row.gbytes_per_s * 1e9, "B/s"))
            : fmt::format(
                  "It measures ceilings itself: with {} multiply-adds per number it reaches {} and "
                  "{}{}.",
                  fmas, rate_words(*row.gbytes_per_s * 1e9, "B/s"),
                  rate_words(*row.gflops * 1e9, "FLOP/s"),
                  fmas < kArithmeticFmas ? "; the ceiling of arithmetic needs 256 or more" : ""));
    return aspect;
  }
  if (!ceilings.copy && !ceilings.arithmetic && row.bound) return aspect;
  if (!ceilings.copy && !ceilings.arithmetic) {
    aspect.sentences.push_back(how_to_measure(row));
    return aspect;
  }
  double by_bytes = 0, by_flops = 0;
  if (ceilings.copy) {
    const double most = *ceilings.copy->row.gbytes_per_s;
    by_bytes = row.gbytes_per_s.value_or(0) / most;
    aspect.figures["copy_gbytes_per_s"] = most;
    aspect.figures["share_of_copy"] = by_bytes;
    aspect.sentences.push_back(fmt::format(
        "It moves {} of the bytes per second of a copy of {} ({}, {}).", share_words(by_bytes),
        format_bytes(
            static_cast<std::uint64_t>(std::min(ceilings.copy->row.bytes.value_or(0), 1e18))),
        rate_words(most * 1e9, "B/s"), source_words(*ceilings.copy)));
  }
  if (ceilings.arithmetic && *row.flops > 0) {
    const double most = *ceilings.arithmetic->row.gflops;
    by_flops = row.gflops.value_or(0) / most;
    aspect.figures["fma_gflops"] = most;
    aspect.figures["share_of_fma"] = by_flops;
    aspect.sentences.push_back(fmt::format(
        "It does {} of the flops of chained fused multiply-adds in {} ({}, {}), by that count.",
        share_words(by_flops), name(arithmetic), rate_words(most * 1e9, "FLOP/s"),
        source_words(*ceilings.arithmetic)));
  }
  if (!ceilings.copy)
    aspect.sentences.push_back(
        "No row here has the device's copy bandwidth; roofline_fma with --fmas=0 measures it.");
  else if (!ceilings.arithmetic && *row.flops > 0)
    aspect.sentences.push_back(
        fmt::format("No row here has the device's flops in {}; roofline_fma with --fmas=1024 "
                    "--precision={} measures them.",
                    name(arithmetic), name(arithmetic)));
  else if (is_doubtful_share(row, ceilings))
    aspect.sentences.push_back(
        "Some of these speeds are unreliable, so they do not show what bounds the row.");
  else
    aspect.sentences.push_back(
        verdict_words(std::max(by_bytes, by_flops), by_bytes > by_flops, *row.entry.median));
  return aspect;
}

}  // namespace gputest

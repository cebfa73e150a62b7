// Describes the counts of a launch on a device that executes AMD's machine code.
#include <fmt/format.h>

#include "app/command/figures.hpp"
#include "app/explain/explanation.hpp"

namespace gputest {
namespace {

using CountsJson = nlohmann::ordered_json;

double count_figure(const CountsJson& of, const char* name) { return of.at(name).get<double>(); }

/// "Its vector instructions had 58.2 of 64 lanes active."
std::string lanes_sentence(const CountsJson& counts) {
  const double lanes = count_figure(counts, "mean_active_lanes"),
               all = count_figure(counts, "wavefront");
  if (lanes == 0) return "";
  if (lanes == all) return fmt::format("Every instruction on lanes had all {:.0f} active.", all);
  return fmt::format("Instructions on lanes had {:.1f} of {:.0f} active.", lanes, all);
}

/// "A global load touches 64 lines of 64 bytes and uses 6.2 % of them: it is not coalesced."
std::string memory_sentence(const CountsJson& counts, const CountsJson& access) {
  const auto name = access.at("access").get<std::string>();
  if (name == "scalar load") return "";
  const std::uint64_t line = counts.at("line_bytes").get<std::uint64_t>();
  const double moved = count_figure(access, "bytes_moved"),
               asked = count_figure(access, "bytes_asked");
  const double lines = moved / static_cast<double>(line) / count_figure(access, "requests");
  const double share = asked / moved;
  std::string text = fmt::format("A {} touches {:.3g} lines of {} bytes", name, lines, line);
  if (share > 1) return fmt::format("{}; each byte goes to {:.1f} lanes.", text, share);
  if (share > 0.95) return text + " and uses all of their bytes.";
  return fmt::format(
      "{} and uses {} of them{}.", text, share_words(share),
      share < 0.5 ? ": neighbouring lanes do not access neighbouring addresses" : "");
}

/// "The banks of LDS take 32.0 times as long for a LDS read as without conflicts."
std::string bank_sentence(const CountsJson& access) {
  const auto name = access.at("access").get<std::string>();
  const double times =
      count_figure(access, "cycles") / count_figure(access, "cycles_without_conflicts");
  if (times == 1) return fmt::format("An {} has no bank conflicts.", name);
  return fmt::format(
      "Bank conflicts make an {} take {:.2f} times as long; the worst access needs {} words of one "
      "bank in turn.",
      name, times, access.at("most_in_a_row").get<std::uint64_t>());
}

}  // namespace

Aspect counts_aspect(const ExplainedRow& row) {
  Aspect aspect{"counts", {}};
  if (row.counts.is_null()) return aspect;
  try {
    const auto say = [&](std::string sentence) {
      if (!sentence.empty()) aspect.sentences.push_back(std::move(sentence));
    };
    say(lanes_sentence(row.counts));
    for (const CountsJson& access : row.counts.at("memory"))
      say(memory_sentence(row.counts, access));
    for (const CountsJson& access : row.counts.at("banks")) say(bank_sentence(access));
    if (count_figure(row.counts, "atomic_operations") > 0)
      say(fmt::format(
          "There are {:.0f} atomics; {:.0f} of them access one address, one after another.",
          count_figure(row.counts, "atomic_operations"),
          count_figure(row.counts, "atomic_most_on_one")));
  } catch (const CountsJson::exception&) {
    throw Error(Status::bad_input,
                fmt::format("row {} has counts that do not follow the schema", row.number));
  }
  aspect.figures = row.counts;
  return aspect;
}

}  // namespace gputest

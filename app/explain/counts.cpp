// Describes the counts of a launch: on a device that executes AMD's machine code, or by the
// counters of an NVIDIA GPU.
#include <fmt/format.h>

#include <utility>

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
  if (times < 1.005) return fmt::format("An {} has no bank conflicts.", name);
  const std::string worst =
      access.contains("most_in_a_row")
          ? fmt::format("; the worst access needs {} words of one bank in turn",
                        access.at("most_in_a_row").get<std::uint64_t>())
          : "";
  return fmt::format("Bank conflicts make an {} take {:.2f} times as long{}.", name, times, worst);
}

/// The part of the GPU that works nearest its greatest rate, and this share.
std::pair<std::string, double> busiest_part(const CountsJson& counts) {
  const CountsJson& card = counts.at("card");
  std::pair<std::string, double> busiest{"the issue of instructions",
                                         count_figure(card, "issue_share")};
  const auto consider = [&](const std::string& name, double share) {
    if (share > busiest.second) busiest = {name, share};
  };
  for (const CountsJson& unit : counts.at("units"))
    if (unit.contains("share"))
      consider("the unit " + unit.at("unit").get<std::string>(), count_figure(unit, "share"));
  for (const CountsJson& level : card.at("levels"))
    consider(level.at("level").get<std::string>(), count_figure(level, "share"));
  return busiest;
}

/// "Device memory is the bound: it works at 91 % of its greatest rate (CUPTI 13.0)."
std::vector<std::string> bound_sentences(const CountsJson& counts) {
  constexpr double kBound = 0.6;  // below this share of every part, latency is the bound
  const CountsJson& card = counts.at("card");
  const auto [part, share] = busiest_part(counts);
  const auto source = card.at("source").get<std::string>();
  if (share >= kBound)
    return {fmt::format("Counted: the bound is {}, which works at {} of its greatest rate ({}).",
                        part, share_words(share), source)};
  std::vector<std::string> sentences{
      fmt::format("Counted: no part works at more than {} of its greatest rate ({}: {}), so the "
                  "bound is latency.",
                  share_words(share), source, part)};
  if (!card.at("stalls").empty()) {
    const CountsJson& stall = card.at("stalls").front();
    sentences.push_back(fmt::format("Its warps wait {} of their time for: {}.",
                                    share_words(count_figure(stall, "share")),
                                    stall.at("reason").get<std::string>()));
  }
  sentences.push_back(fmt::format("A busy multiprocessor holds {} of the most warps on average.",
                                  share_words(count_figure(card, "occupancy"))));
  return sentences;
}

/// "L2 has 51 % of the 512 MB requested from it."
std::string level_sentence(const CountsJson& level) {
  const auto name = level.at("level").get<std::string>();
  const double bytes = count_figure(level, "bytes");
  if (bytes == 0 || !level.contains("hit_bytes")) return "";
  return fmt::format("{} has {} of the {:.4g} MB requested from it.", name,
                     share_words(count_figure(level, "hit_bytes") / bytes), bytes * 1e-6);
}

}  // namespace

Aspect counts_aspect(const ExplainedRow& row) {
  Aspect aspect{"counts", {}};
  if (row.counts.is_null()) return aspect;
  try {
    const auto say = [&](std::string sentence) {
      if (!sentence.empty()) aspect.sentences.push_back(std::move(sentence));
    };
    const bool on_card = row.counts.contains("card");
    if (on_card)
      for (std::string& sentence : bound_sentences(row.counts)) say(std::move(sentence));
    say(lanes_sentence(row.counts));
    for (const CountsJson& access : row.counts.at("memory"))
      say(memory_sentence(row.counts, access));
    for (const CountsJson& access : row.counts.at("banks")) say(bank_sentence(access));
    if (on_card)
      for (const CountsJson& level : row.counts.at("card").at("levels")) say(level_sentence(level));
    if (row.counts.value("atomic_operations", 0.0) > 0)
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

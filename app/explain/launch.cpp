// The passes of a row's launch, and how full its blocks and the device's multiprocessors are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/command/figures.hpp"
#include "app/command/table.hpp"
#include "app/explain/explanation.hpp"
#include "common/core/host.hpp"

namespace gputest {
namespace {

double blocks_of_pass(const Pass& pass) {
  double blocks = 1;
  for (const std::uint64_t size : pass.grid) blocks *= static_cast<double>(size);
  return blocks;
}

double threads_of_block(const Pass& pass) {
  double threads = 1;
  for (const std::uint32_t size : pass.block) threads *= size;
  return threads;
}

std::string counted_words(double count, const char* one) {
  return fmt::format("{:.0f} {}{}", count, one, count == 1 ? "" : "s");
}

/// "gravity_tiled, 512 blocks of 128 threads".
std::string pass_words(const Pass& pass, bool is_of_cpu) {
  if (is_of_cpu)
    return fmt::format("{}, {} of the host", pass.name,
                       counted_words(threads_of_block(pass), "thread"));
  if (pass.grid[0] == 0) return fmt::format("{}, which is not a kernel", pass.name);
  std::string text = fmt::format("{}, {} {} of {} threads", pass.name, extent(pass.grid),
                                 blocks_of_pass(pass) == 1 ? "block" : "blocks",
                                 extent({pass.block[0], pass.block[1], pass.block[2]}));
  if (pass.shared_bytes > 0)
    text += fmt::format(" with {} of shared memory each", format_bytes(pass.shared_bytes));
  if (pass.times > 1) text += fmt::format(", the largest of {} launches in turn", pass.times);
  return text;
}

/// "Its parts, timed with events between them, take: build 1.2 ms (30 %), ...".
std::string parts_sentence(const std::vector<LaunchPart>& parts) {
  double whole = 0;
  for (const LaunchPart& part : parts) whole += part.seconds;
  std::vector<std::string> words;
  for (const LaunchPart& part : parts)
    words.push_back(fmt::format("{} {} ({})", part.name, time_words(part.seconds),
                                share_words(part.seconds / whole)));
  return fmt::format("Its parts, timed with events between them, take: {}.",
                     fmt::join(words, ", "));
}

std::uint64_t parameter_of(const LaunchPlan& plan, const std::string& beginning) {
  for (const auto& [name, value] : plan.parameters)
    if (name.starts_with(beginning) && value > 0) return value;
  return 1;
}

/// How full the last block is, if the grid has one thread for each share of the work.
std::string last_block_sentence(const ExplainedRow& row, const LaunchPlan& plan, const Pass& pass) {
  const double block = threads_of_block(pass), blocks = blocks_of_pass(pass);
  const auto n = static_cast<double>(row.n);
  const auto bodies = static_cast<double>(parameter_of(plan, "bodies_per_"));
  const auto shares = static_cast<double>(parameter_of(plan, "lanes")) *
                      static_cast<double>(parameter_of(plan, "splits"));
  const double threads = std::ceil(n / bodies) * shares;
  if (pass.times > 1 || block < 2 || std::ceil(threads / block) != blocks) return "";
  const double last = threads - (blocks - 1) * block;
  if (last == block) return "Every block is full.";
  return fmt::format("The last block is {} full.", share_words(last / block));
}

/// Compares the launch's blocks with those that the device holds at once.
std::string waves_sentence(const Pass& pass, const RowResources& resources,
                           nlohmann::ordered_json& figures) {
  const auto& code = resources.code[resources.main_pass];
  if (resources.compute_units == 0 || !code) return "";
  const auto held = occupancy(*code, static_cast<std::uint32_t>(threads_of_block(pass)));
  if (!held || held->blocks == 0) return "";
  const double places = static_cast<double>(held->blocks) * resources.compute_units;
  const double blocks = blocks_of_pass(pass), waves = blocks / places;
  figures["compute_units"] = resources.compute_units;
  figures["blocks_at_once"] = places;
  figures["waves"] = waves;
  const std::string device =
      fmt::format("The {} multiprocessors of {} hold {:.0f} such blocks at once",
                  resources.compute_units, resources.compute_units_of, places);
  if (blocks < resources.compute_units)
    return fmt::format("{}; {} leave {:.0f} multiprocessors idle.", device,
                       counted_words(blocks, "block"), resources.compute_units - blocks);
  if (waves <= 1)
    return fmt::format("{}; the launch fills {} of these places.", device, share_words(waves));
  const double rest = blocks - std::floor(waves) * places;
  if (rest == 0) return fmt::format("{}, so the launch is {:.0f} full waves.", device, waves);
  const double whole = std::floor(waves);
  return fmt::format(
      "{}, so the launch is {} and a last one that is {} full{}.", device,
      counted_words(whole, "full wave"), share_words(rest / places),
      rest / places < 0.5 && whole < 4
          ? fmt::format(": if all waves took equally long, {} of the time would be lost",
                        share_words(1 - waves / std::ceil(waves)))
          : std::string());
}

}  // namespace

Aspect launch_aspect(const ExplainedRow& row, const RowResources& resources) {
  Aspect aspect{"launch", {}};
  if (!resources.plan || resources.plan->passes.empty()) {
    aspect.sentences.push_back(
        "The launch is unknown: the file does not contain the plan, and this program cannot plan "
        "it for that device. gputest --plan shows it in a run.");
    return aspect;
  }
  const LaunchPlan& plan = *resources.plan;
  const Pass& pass = plan.passes[resources.main_pass];
  aspect.figures["plan"] = to_json(plan);
  aspect.figures["planned_by"] = resources.is_planned_here ? "this program" : "the result";
  std::string text =
      plan.passes.size() == 1
          ? fmt::format("A launch is one pass: {}.", pass_words(pass, row.api == "cpu"))
          : fmt::format("A launch is {} passes in turn; the main one is {}.", plan.passes.size(),
                        pass_words(pass, row.api == "cpu"));
  aspect.sentences.push_back(text);
  std::vector<std::string> parts;
  for (const auto& [name, value] : plan.parameters)
    parts.push_back(fmt::format("{}={}", name, value));
  if (plan.scratch_bytes > 0)
    parts.push_back(fmt::format("scratch {}", format_bytes(plan.scratch_bytes)));
  if (!parts.empty())
    aspect.sentences.push_back(fmt::format("Its parameters: {}.", fmt::join(parts, ", ")));
  if (!row.parts.empty()) {
    for (const LaunchPart& part : row.parts) aspect.figures["parts"][part.name] = part.seconds;
    aspect.sentences.push_back(parts_sentence(row.parts));
  }
  const double threads = blocks_of_pass(pass) * threads_of_block(pass);
  if (row.api != "cpu" && pass.grid[0] > 0) {
    aspect.figures["threads"] = threads;
    const double ratio = static_cast<double>(row.n) / threads;
    aspect.sentences.push_back(
        ratio >= 1.5 ? fmt::format("That is {:.0f} threads; each does {:.3g} of n = {}.", threads,
                                   ratio, row.n)
        : ratio > 0.67
            ? fmt::format("That is {:.0f} threads, one for each of n = {}.", threads, row.n)
            : fmt::format("That is {:.0f} threads, {:.3g} for each of n = {}.", threads, 1 / ratio,
                          row.n));
    for (const std::string& sentence :
         {last_block_sentence(row, plan, pass), waves_sentence(pass, resources, aspect.figures)})
      if (!sentence.empty()) aspect.sentences.push_back(sentence);
  }
  if (resources.is_planned_here)
    aspect.sentences.push_back(
        "The file does not contain the plan; this is the launch of this version of the program.");
  return aspect;
}

}  // namespace gputest

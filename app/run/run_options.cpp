#include "app/run/run_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <map>
#include <random>

#include "app/run/isolation.hpp"
#include "app/run/selection.hpp"
#include "common/core/defences.hpp"
#include "common/core/names.hpp"

namespace gputest {
namespace {

constexpr double kJudgedSeconds = 120;  // for a case of a submission, unless --timeout is given

}  // namespace

OutputFormat parse_output_format(const std::string& text) {
  static const std::map<std::string, OutputFormat> formats{{"table", OutputFormat::table},
                                                           {"json", OutputFormat::json},
                                                           {"csv", OutputFormat::csv},
                                                           {"md", OutputFormat::markdown}};
  const auto found = formats.find(text);
  if (found == formats.end())
    throw Error(Status::usage, no_such("format", text, {"table", "json", "csv", "md"}));
  return found->second;
}

Error not_of_table(const std::string& option, const std::string& format) {
  return Error(Status::usage, fmt::format("{} applies only to --format=table, not to --format={}",
                                          option, format));
}

RunCommand RunOptions::read() {
  RunnerOptions& runner = command_.runner;
  std::erase_if(command_.problem, [](const auto& option) { return option.second.empty(); });
  command_.seed = whole_number("--seed", seed_, 0);
  if (is_first_look()) {
    runner.longest_launch = 0.75;
    runner.sampling.min_time = 0.2;
  }
  read_sampling(runner.sampling);
  runner.energy_window = energy_window(energy_window_);
  if (judges_) runner.timeout = kJudgedSeconds;
  if (const auto given = real_number("--timeout", timeout_, 0.001)) runner.timeout = *given;
  constexpr std::uint64_t kMebibyte = 1 << 20;
  if (const auto given = whole_number("--memory-limit", memory_limit_, 1, kMebibyte * kMebibyte))
    command_.memory_limit = *given * kMebibyte;
  static const std::map<std::string, Coverage> coverages{{"auto", Coverage::automatic},
                                                         {"sample", Coverage::sample},
                                                         {"second", Coverage::second},
                                                         {"full", Coverage::full}};
  runner.verify = !no_verify_;
  runner.once = !command_.trace.empty();
  leave_out_defences(without_);
  read_turns();
  if (no_verify_ && !(verify_.empty() && salt_.empty()))
    throw Error(Status::usage, "--no-verify compares no results; leave out --verify and --salt");
  const auto coverage = coverages.find(verify_.empty() ? "auto" : verify_);
  if (coverage == coverages.end())
    throw Error(Status::usage,
                no_such("verification", verify_, {"auto", "sample", "second", "full"}));
  command_.checking = {coverage->second,
                       whole_number("--salt", salt_, 0).value_or(std::random_device()())};
  command_.format = parse_output_format(format_);
  command_.colour = parse_colour_wish(colour_);
  if (command_.wide && command_.format != OutputFormat::table)
    throw not_of_table("--wide", format_);
  if (command_.plot && command_.format != OutputFormat::table)
    throw not_of_table("--plot", format_);
  if (command_.draw && command_.format != OutputFormat::table)
    throw not_of_table("--draw", format_);
  if (runner.count && command_.dry_run)
    throw Error(Status::usage,
                "--count needs launches, but --dry-run makes none; leave out one of them");
  if (command_.plot && command_.dry_run)
    throw Error(Status::usage,
                "--plot needs rates, but --dry-run measures none; leave out one of them");
  command_.isolation = parse_isolation(isolate_);
  command_.roofline = roofline_wish();
  if (command_.memory_limit && command_.isolation == Isolation::off)
    throw Error(Status::usage, "--memory-limit limits separate processes; leave out --isolate=off");
  return command_;
}

void RunOptions::read_turns() {
  TurnsWish& turns = command_.turns;
  if (judges_) turns.if_doubtful = false;
  const auto given = whole_number("--turns", turns_, 0, 100);
  if (!given) return;
  if (*given != 0 && *given < 5)
    throw Error(Status::usage, "--turns needs at least 5 turns for a range, or 0 for none");
  turns = {static_cast<unsigned>(*given), false, std::numeric_limits<double>::infinity()};
}

bool RunOptions::is_first_look() const {
  return command_.kernels.empty() && command_.own_kernels.empty() && command_.n == RunCommand().n &&
         samples_.empty() && min_time_.empty() && max_time_.empty();
}

RooflineWish RunOptions::roofline_wish() const {
  static const std::map<std::string, RooflineWish> wishes{{"", RooflineWish::none},
                                                          {"kept", RooflineWish::kept},
                                                          {"measure", RooflineWish::measure},
                                                          {"forget", RooflineWish::forget}};
  const auto wish = wishes.find(roofline_);
  if (wish == wishes.end())
    throw Error(Status::usage, no_such("--roofline", roofline_, {"kept", "measure", "forget"}));
  if (wish->second != RooflineWish::none && command_.dry_run)
    throw Error(Status::usage,
                "--roofline needs speeds, but --dry-run measures none; leave out one of them");
  return wish->second;
}

void RunOptions::read_sampling(SamplingOptions& sampling) const {
  const auto strategy = strategy_of(strategy_);
  if (!strategy)
    throw Error(Status::usage, no_such("strategy", strategy_, {"hot", "cold", "single"}));
  sampling.strategy = *strategy;
  if (const auto given = whole_number("--samples", samples_, 1, 100000))
    sampling.samples = static_cast<unsigned>(*given);
  const auto least = real_number("--min-time", min_time_, 0);
  const auto most = real_number("--max-time", max_time_, 0);
  if (least && most && *most < *least)
    throw Error(Status::bad_input,
                fmt::format("--max-time={} is less than --min-time={}; raise it", *most, *least));
  if (least) sampling.min_time = *least;
  if (most) sampling.min_time = std::min(sampling.min_time, *most);
  sampling.max_time = most.value_or(4 * sampling.min_time);
  for (const auto& [option, given] :
       {std::pair{"--samples", &samples_}, {"--min-time", &min_time_}, {"--max-time", &max_time_}})
    if (*strategy == Strategy::single && !given->empty())
      throw Error(Status::usage,
                  fmt::format("{} has no effect with --strategy=single, which is one launch; leave "
                              "it out",
                              option));
}

void RunOptions::declare(OptionList& options) {
  declare_cases(options);
  options.repeated(
      "--my-kernel", command_.own_kernels,
      "your own kernel, .cu .hip .cl .cpp or .il; or several, such as 'exercises/*.cl'", "FILE");
  options.value("--as", command_.own_family, "the family of --my-kernel [as in the file]",
                "FAMILY");
  options.need("--as", "--my-kernel");
  options.value("--devices", command_.devices,
                "devices that share every case: cuda:0,cuda:1 or hip:host*4; all: every GPU",
                "LIST");
  options.exclude("--devices", "--device");
  options.exclude("--devices", "--api");
  options.exclude("--devices", "--my-kernel");
  options.flag("--dry-run", command_.dry_run, "list the cases without running them");
  declare_problem(options);
  declare_measuring(options);
  options.value("--roofline", roofline_,
                "compare rows with their device's ceilings. kept: use earlier measurements; "
                "measure: measure them again; forget: delete them [no comparison]",
                "HOW");
  declare_output(options);
}

void RunOptions::declare_judging(OptionList& options) {
  judges_ = true;
  declare_cases(options);
  options.flag("--dry-run", command_.dry_run, "list the cases without running them");
  declare_measuring(options);
  declare_output(options);
}

void RunOptions::declare_measurement(OptionList& options) {
  declare_cases(options);
  declare_problem(options);
  declare_measuring(options);
}

void RunOptions::declare_cases(OptionList& options) {
  RunCommand& run = command_;
  options.group("Cases");
  options.list("--api", run.apis,
               fmt::format("APIs: {}, all", fmt::join(registry_.api_names(), ", ")), "LIST");
  if (!judges_)
    options.list("--kernel", run.kernels, "kernels; may be given more than once [gravity_*]",
                 "GLOB");
  options.value("--device", run.device,
                fmt::format("{}; several with commas; all [the first of each API]", kDeviceHelp),
                "ID");
  if (!judges_)
    options.list("--layout", run.layouts, "memory layouts, or all [each kernel's default]", "LIST");
  options.list("--precision", run.precisions, "fp32, fp64, or all [fp32, if the family has it]",
               "LIST");
  options.list("--block", run.blocks, "threads per block, or all [each kernel's default]", "LIST");
  if (judges_) return;
  for (const auto& family : registry_.families())
    for (const Axis& axis : family->axes()) {
      if (run.axes.count(axis.name) != 0) continue;  // shared by two families
      options.list("--" + axis.name, run.axes[axis.name],
                   fmt::format("{}: {}, or all [each kernel's default]", axis.help,
                               fmt::join(axis.values, ", ")),
                   "LIST");
    }
}

void RunOptions::declare_problem(OptionList& options) {
  options.group("Problem");
  options.value(
      "-n", command_.n,
      "particles or cells: N, N,N,… or A..B*2; 16k = 16384, 1M = 1024k, 1e6 = 1000000 [16384]",
      "N");
  options.value("--input", command_.input,
                "read particles from a file (gputest list formats), also .gz or .zst; -: standard "
                "input",
                "FILE");
  options.value("--units", command_.units,
                "units of --input: lj, LAMMPS's metal or real, or ase [as the file says]", "NAME");
  options.exclude("--input", "-n");
  options.need("--units", "--input");
  options.value("--seed", seed_, "seed of generated particles [the generator's default]", "S");
  options.exclude("--input", "--seed");
  for (const auto& family : registry_.families())
    for (const ProblemOption& option : family->options()) {
      if (command_.problem.count(option.name) != 0) continue;  // shared by two families
      options.value("--" + option.name, command_.problem[option.name],
                    fmt::format("{} [{}]", option.help, option.default_value), "X");
      if (option.of_generated) options.exclude("--input", "--" + option.name);
    }
}

void RunOptions::declare_measuring(OptionList& options) {
  options.group("Measurement");
  options.value("--strategy", strategy_,
                "hot: launches back to back; cold: caches flushed before each launch; single: one "
                "launch [hot]",
                "NAME");
  options.value("--samples", samples_, "minimum number of samples [10]", "K");
  options.value("--min-time", min_time_,
                "minimum time of all samples in seconds [0.5, at most --max-time]", "S");
  options.value("--max-time", max_time_,
                "stop after so many seconds if samples do not converge [4 times --min-time]", "S");
  options.value("--energy-window", energy_window_,
                "measure joules per launch over so many seconds, at least 5 [not measured]", "S");
  options.value("--timeout", timeout_,
                fmt::format("maximum seconds for one case [{}]",
                            judges_ ? fmt::format("{}", kJudgedSeconds) : "none"),
                "S");
  options.value("--memory-limit", memory_limit_,
                "maximum MiB of host memory for a case's process [on the host: free memory]",
                "MIB");
  options.value(
      "--turns", turns_,
      fmt::format(
          "measure the rows of a problem so many times in turns, which shows ratios even on "
          "a busy machine: 0, or 5 to 100 [7{} of the rows that fit into 20 s]",
          judges_ ? "" : " for a table with a doubtful speed,"),
      "K");
  options.list(
      "--without", without_,
      "leave out defences, to see what each costs; their names are in docs/faults.md. Speeds "
      "are then undefended",
      "LIST");
  if (judges_) return;
  options.value(
      "--verify", verify_,
      "sample: compare a sample with the reference; second: also compare all results with another "
      "kernel on the GPU; full: compare all; auto: full if that takes seconds, else second "
      "[auto]",
      "HOW");
  options.value("--salt", salt_, "seed that chooses the sample [random in each run]", "S");
  options.value("--isolate", isolate_,
                "run cases in separate processes: on, off, or auto, which is on for several cases, "
                "for --timeout and for --memory-limit [auto]",
                "WHEN");
  options.flag("--no-verify", no_verify_, "do not compare results with the reference");
}

void RunOptions::declare_output(OptionList& options) {
  options.group("Output");
  options.value("--price-file", command_.price_file,
                "file with lines 'device = price': show rates per price", "FILE");
  options.value("--format", format_, "table, json, csv or md [table]", "FORMAT");
  options.value("-o,--output", command_.output, "write the result to a file", "FILE");
  if (!judges_)
    options.value("--forces", command_.forces,
                  "write id, acceleration or force, and potential of one case", "FILE");
  if (judges_) options.value("--junit", command_.junit, "write JUnit XML to a file too", "FILE");
  options.list("--columns", command_.columns,
               "additional columns of the table: fields of --format=csv (gputest help table)",
               "LIST");
  options.flag("--wide", command_.wide, kWideHelp);
  options.flag("--plot", command_.plot, "draw the rates below the table");
  options.flag("--plan", command_.plan, "show the passes of each launch below the table");
  options.flag("--count", command_.runner.count,
               "show counts of each launch below the table: instructions, memory lines, bank "
               "conflicts. NVIDIA's GPUs count, and devices that execute AMD's machine code");
  options.flag("--draw", command_.draw,
               "draw the memory lines and LDS banks that a wavefront's first accesses touch");
  options.need("--draw", "--count");
  if (!judges_)
    options.value("--trace", command_.trace,
                  "show each instruction of this thread of il:interpreter on stderr", "X,Y");
  options.value("--baseline", command_.baseline,
                "show rates relative to this row: [api:]kernel[:layout]", "ROW");
  options.value("--color", colour_, kColourHelp, "WHEN");
  options.flag("-q,--quiet", command_.quiet, kQuietHelp);
}

}  // namespace gputest

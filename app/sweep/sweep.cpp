// Runs a suite and keeps each row as soon as it is made: docs/suites.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "app/command/build_info.hpp"
#include "app/command/commands.hpp"
#include "app/command/counts.hpp"
#include "app/command/messages.hpp"
#include "app/command/text_style.hpp"
#include "app/registry.hpp"
#include "app/run/case_loop.hpp"
#include "app/run/isolation.hpp"
#include "app/run/output.hpp"
#include "app/run/run_options.hpp"
#include "app/run/selection.hpp"
#include "app/sweep/suite.hpp"
#include "app/sweep/sweep_journal.hpp"
#include "common/core/checksum.hpp"
#include "common/core/destination.hpp"
#include "common/core/host.hpp"
#include "common/core/output_file.hpp"
#include "common/core/printable.hpp"
#include "common/core/stopwatch.hpp"
#include "common/run/row_message.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

struct SweepCommand {
  std::string suite;
  std::string output;             ///< empty: no file
  std::vector<std::string> apis;  ///< empty: as in each run
  std::string device;             ///< likewise
  std::optional<std::uint64_t> seed;
  std::optional<double> seconds;  ///< no case begins after this time
  bool resume = false, dry_run = false;
  OutputFormat format = OutputFormat::table;
  ColourWish colour = ColourWish::automatic;
  bool wide = false, quiet = false;
};

/// The cases of all runs.
struct SweepCases {
  std::vector<Case> cases;
  std::vector<std::size_t> runs;  ///< the run that each case belongs to
  std::vector<ResultRow> absent;  ///< rows of APIs and devices that are not available
};

void add_absent(const Unavailable& absence, SweepCases& all) {
  for (const ResultRow& row : all.absent)
    if (row.device.id == absence.id && row.reason == absence.reason) return;
  all.absent.push_back(unavailable_row(absence));
}

/// The selection of a run: first as in the suite, so that its mistakes show on every machine; then
/// on the devices that the command names. None if that leaves no case.
std::optional<Selection> selection_of(const Registry& registry, const SweepCommand& command,
                                      const SuiteRun& run, SweepCases& all) {
  RunCommand wanted = run.command;
  const auto counts = [&] {
    try {
      Selection selection = select(registry, wanted, parse_counts(wanted.n));
      return std::pair(std::move(selection), parse_counts(wanted.n));
    } catch (const Error& error) {
      if (error.status() == Status::unavailable) throw;
      throw Error(error.status(), fmt::format("{}: {}", run.place, error.what()));
    }
  };
  try {
    auto [selection, numbers] = counts();
    if (command.apis.empty() && command.device.empty()) return selection;
    if (!command.apis.empty()) wanted.apis = command.apis;
    if (!command.device.empty()) wanted.device = command.device;
    return select(registry, wanted, numbers);
  } catch (const Error& error) {
    const bool here = !command.apis.empty() || !command.device.empty();
    if (error.status() != Status::unavailable && !(here && error.status() == Status::usage)) throw;
    if (std::string(error.what()).starts_with(run.place)) throw;
    for (const std::string& api : wanted.apis) add_absent({api, error.what()}, all);
    return std::nullopt;
  }
}

SweepCases cases_of(const Registry& registry, const SweepCommand& command, const Suite& suite) {
  if (!command.apis.empty() || !command.device.empty()) {  // throws for unknown names
    RunCommand all;
    all.kernels = {"*"};
    if (!command.apis.empty()) all.apis = command.apis;
    all.device = command.device;
    select(registry, all, {1});
  }
  SweepCases all;
  for (std::size_t k = 0; k < suite.runs.size(); ++k) {
    const auto selection = selection_of(registry, command, suite.runs[k], all);
    if (!selection) continue;
    all.cases.insert(all.cases.end(), selection->cases.begin(), selection->cases.end());
    all.runs.resize(all.cases.size(), k);
    for (const Unavailable& absence : selection->unavailable) add_absent(absence, all);
  }
  const auto runs = [](const Case& c) { return c.runs(); };
  if (std::none_of(all.cases.begin(), all.cases.end(), runs))
    throw Error(Status::unavailable,
                fmt::format("no case of the suite {} runs on this machine{}", suite.name,
                            all.absent.empty() ? "" : ": " + all.absent.front().reason));
  return all;
}

/// The order in which cases run. The cases of one run on one device form a block, so that a device
/// is opened and a reference is made only once. Blocks are shuffled, and so are the cases in each.
std::vector<std::size_t> order_of(const SweepCases& all, std::uint64_t seed) {
  std::vector<std::vector<std::size_t>> blocks;
  std::map<std::pair<std::size_t, std::string>, std::size_t> places;
  for (std::size_t k = 0; k < all.cases.size(); ++k) {
    const auto [place, is_new] =
        places.emplace(std::pair(all.runs[k], all.cases[k].device.id), blocks.size());
    if (is_new) blocks.emplace_back();
    blocks[place->second].push_back(k);
  }
  std::mt19937_64 random(seed);
  std::shuffle(blocks.begin(), blocks.end(), random);
  std::vector<std::size_t> order;
  for (std::vector<std::size_t>& block : blocks) {
    std::shuffle(block.begin(), block.end(), random);
    order.insert(order.end(), block.begin(), block.end());
  }
  return order;
}

/// The values that a journal must share with the sweep that resumes it.
Json header_of(const Suite& suite, const SweepCases& all, std::uint64_t seed) {
  Json devices = Json::array();
  std::string keys;
  for (const Case& c : all.cases) {
    const std::string device = fmt::format("{} {} {}", c.device.id, c.device.name, c.device.driver);
    if (std::find(devices.begin(), devices.end(), device) == devices.end())
      devices.push_back(device);
    keys += case_key(c) + (c.runs() ? "\n" : " left out\n");
  }
  return {{"suite", suite.name}, {"checksum", suite.checksum}, {"version", version_line()},
          {"host", cpu_name()},  {"devices", devices},         {"cases", checksum(keys)},
          {"seed", seed}};
}

/// Throws Error(usage) if the journal belongs to another sweep.
void require_same(const Json& kept, const Json& now, const SweepCommand& command,
                  const std::string& path) {
  static const std::vector<std::pair<std::string, std::string>> kWords{
      {"suite", "suite"},     {"checksum", "checksum of the suite"},
      {"version", "program"}, {"host", "processor"},
      {"devices", "devices"}, {"cases", "checksum of the cases"},
      {"seed", "seed"}};
  const auto text = [](const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  for (const auto& [field, words] : kWords) {
    if (field == "seed" && !command.seed) continue;
    const Json found = kept.contains(field) ? kept.at(field) : Json();
    if (found != now.at(field))
      throw Error(Status::usage,
                  fmt::format("--resume: {} belongs to another sweep: its {} is {}, not {}", path,
                              words, text(found), text(now.at(field))));
  }
}

/// Runs a sweep from its first case to its result.
class Sweeping {
 public:
  Sweeping(const Registry& registry, const SweepCommand& command, std::vector<std::string> argv)
      : registry_(registry),
        command_(command),
        argv_(std::move(argv)),
        suite_(read_suite(registry, command.suite)) {}

  Status run() {
    require_kernel_files();
    if (!command_.output.empty()) require_writable(command_.output);
    require_apart({{"--output", command_.output}}, {{"the suite", suite_.path}});
    all_ = cases_of(registry_, command_, suite_);
    rows_.resize(all_.cases.size());
    if (command_.dry_run) return show_cases();
    if (is_finished_already()) return Status::ok;
    seed_ = command_.seed.value_or(std::random_device()());
    open_journal();
    order_ = order_of(all_, seed_);
    if (!command_.quiet)
      say("{}: {} cases, in the order of --seed={}", suite_.name, order_.size(), seed_);
    const bool finished = run_cases(order_, false) && run_cases(doubtful(), true);
    return finish(finished);
  }

 private:
  Status show_cases() {
    Report report = report_of();
    for (const Case& c : all_.cases) {
      report.rows.push_back(bare_row(registry_, c));
      ResultRow& row = report.rows.back();
      if (row.status == RowStatus::skipped && row.reason.empty()) row.reason = "dry run";
    }
    report.rows.insert(report.rows.end(), all_.absent.begin(), all_.absent.end());
    print_here(report);
    return Status::ok;
  }

  /// For --resume without a journal: whether the result is complete. Throws Error(usage) if the
  /// file is the result of another sweep.
  bool is_finished_already() const {
    if (!command_.resume || SweepJournal::is_there(command_.output) ||
        !std::filesystem::is_regular_file(command_.output))
      return false;
    const auto result = Json::parse(read_file(command_.output), nullptr, false);
    if (const std::string other = difference_from(result); !other.empty())
      throw Error(Status::usage,
                  fmt::format("--resume: {} is not a result of {}; give another --output",
                              command_.output, other));
    if (!result.contains("interrupted") || !result["interrupted"].is_null())
      throw Error(Status::usage,
                  fmt::format("--resume: {} is not finished, but its journal {} is gone; run the "
                              "sweep again without --resume",
                              command_.output, SweepJournal::path_of(command_.output)));
    say("{} already has every row of the suite {}", command_.output, suite_.name);
    return true;
  }

  /// How this sweep differs from the result's; empty if the result is this sweep's.
  std::string difference_from(const Json& result) const {
    const auto text = [](const Json& object, const char* field) {
      return object.is_object() ? object.value(field, Json()) : Json();
    };
    const Json sweep = text(result, "sweep");
    if (text(sweep, "suite") != suite_.name || text(sweep, "checksum") != suite_.checksum)
      return fmt::format("the present suite {}", suite_.name);
    if (text(result, "gputest") != build_info()) return "this program: " + version_line();
    std::set<Json> here, there;
    for (const Case& c : all_.cases) here.insert({c.device.id, c.device.name, c.device.driver});
    for (const Json& row : text(result, "results"))
      if (!text(row, "kernel").is_null()) {
        const Json device = text(row, "device");
        there.insert({text(device, "id"), text(device, "name"), text(device, "driver")});
      }
    return here == there ? "" : "these devices";
  }

  void open_journal() {
    if (command_.output.empty() || !destination_of(command_.output).replaceable) return;
    const std::string path = SweepJournal::path_of(command_.output);
    journal_.emplace(path);
    const bool is_new = journal_->header().is_null();
    if (!is_new && !command_.resume)
      throw Error(Status::usage,
                  fmt::format("{} has rows of a sweep that was stopped; continue with --resume, or "
                              "delete the file",
                              path));
    Json header = header_of(suite_, all_, seed_);
    if (is_new) return journal_->write_header(header);
    require_same(journal_->header(), header, command_, path);
    seed_ = journal_->header().at("seed").get<std::uint64_t>();
    for (const SweepJournal::Entry& entry : journal_->entries()) take(entry, path);
  }

  void take(const SweepJournal::Entry& entry, const std::string& path) {
    try {
      ResultRow row = bare_row(registry_, all_.cases.at(entry.number));
      from_message(entry.row, row);
      rows_[entry.number] = std::move(row);
      if (entry.is_repeat) repeated_.push_back(entry.number);
    } catch (const std::exception&) {
      throw Error(Status::bad_input, fmt::format("{} has a row that cannot be read", path));
    }
  }

  /// Runs those cases that have no row yet or, for a repeat, all of them. False if it was
  /// interrupted.
  bool run_cases(const std::vector<std::size_t>& numbers, bool is_repeat) {
    std::vector<std::size_t> left;
    for (const std::size_t number : numbers)
      if (is_repeat || !rows_[number]) left.push_back(number);
    std::vector<Case> cases;
    for (const std::size_t number : left) cases.push_back(all_.cases[number]);
    std::optional<Workers> workers;
    std::size_t run_of_workers = 0;
    const auto run = [&](std::size_t k, const ResultRow& bare) {
      time_is_up_ = is_time_up();
      if (time_is_up_) throw Error(Status::interrupted, "the time limit of --for is reached");
      ++run_here_;
      const std::size_t number = all_.runs[left[k]];
      if (!workers || number != run_of_workers) {
        workers.reset();
        workers.emplace(words_of(suite_.runs[number]), suite_.runs[number].command.runner.timeout);
        run_of_workers = number;
      }
      return workers->run(cases[k], bare);
    };
    const auto keep = [&](std::size_t k, ResultRow row) {
      if (journal_) journal_->add({left[k], is_repeat, to_message(row)});
      rows_[left[k]] = std::move(row);
      if (is_repeat) repeated_.push_back(left[k]);
    };
    return run_each(registry_, cases, run, keep, command_.quiet);
  }

  /// Whether the time of --for is used up. At least one case runs each time, so that repeated calls
  /// reach the end.
  bool is_time_up() const {
    return command_.seconds && run_here_ > 0 && watch_.seconds() >= *command_.seconds;
  }

  /// The command line of a plain run, for workers. Samples use the sweep's seed, so that a resumed
  /// sweep compares the same samples.
  std::vector<std::string> words_of(const SuiteRun& run) const {
    std::vector<std::string> words{argv_.front()};
    words.insert(words.end(), run.words.begin(), run.words.end());
    const bool has_salt = std::any_of(words.begin(), words.end(), [](const std::string& word) {
      return word.starts_with("--salt=");
    });
    if (run.command.runner.verify && !has_salt) words.push_back(fmt::format("--salt={}", seed_));
    return words;
  }

  /// Cases with an unreliable speed that have run only once.
  std::vector<std::size_t> doubtful() const {
    std::vector<std::size_t> numbers;
    for (const std::size_t number : order_)
      if (rows_[number] && is_doubtful(rows_[number]->status) &&
          std::find(repeated_.begin(), repeated_.end(), number) == repeated_.end())
        numbers.push_back(number);
    return numbers;
  }

  Report report_of() const {
    Report report;
    report.argv = argv_;
    return report;
  }

  Status finish(bool finished) {
    Report report = report_of();
    std::vector<std::size_t> places(rows_.size());
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (rows_[k]) {
        places[k] = report.rows.size();
        report.rows.push_back(*rows_[k]);
      }
    if (!finished) report.interruption = {report.rows.size(), rows_.size()};
    report.sweep = json_of(places, report.rows);
    report.rows.insert(report.rows.end(), all_.absent.begin(), all_.absent.end());
    if (!command_.output.empty()) {
      RunCommand to_file;
      to_file.output = command_.output;
      to_file.format = OutputFormat::json;
      try {
        print_to(to_file, report, journal_.has_value());
      } catch (const Error& error) {
        if (!journal_) throw;
        throw Error(error.status(),
                    fmt::format("{}; {} has its rows, continue with --resume", error.what(),
                                SweepJournal::path_of(command_.output)));
      }
    }
    if (finished && journal_) journal_->remove();
    print_here(report);
    if (!finished) {
      throw Error(time_is_up_ ? Status::timeout : Status::interrupted,
                  fmt::format("{}{}{}{}", time_is_up_ ? "the time limit of --for is reached: " : "",
                              sentence(*report.interruption),
                              report.interruption->finished == rows_.size()
                                  ? ", before unreliable ones were repeated"
                                  : "",
                              journal_ ? "; continue with --resume" : ""));
    }
    explain_failures(report);
    return exit_status(report);
  }

  /// The sweep's part of the result. `places` are the rows of cases.
  Json json_of(const std::vector<std::size_t>& places, const std::vector<ResultRow>& rows) const {
    Json runs = Json::array();
    for (std::size_t k = 0; k < suite_.runs.size(); ++k) {
      Json own = Json::array();
      for (std::size_t number = 0; number < rows_.size(); ++number)
        if (all_.runs[number] == k && rows_[number]) own.push_back(places[number]);
      runs.push_back({{"options", suite_.runs[k].words}, {"rows", own}});
    }
    const auto rows_of = [&](const std::vector<std::size_t>& numbers) {
      Json list = Json::array();
      for (const std::size_t number : numbers)
        if (rows_[number]) list.push_back(places[number]);
      return list;
    };
    return {{"suite", suite_.name},
            {"checksum", suite_.checksum},
            {"title", suite_.title},
            {"source",
             {{"document", suite_.source.document},
              {"place", suite_.source.place},
              {"address", suite_.source.address}}},
            {"notes", suite_.notes},
            {"seed", seed_},
            {"runs", runs},
            {"order", rows_of(order_)},
            {"repeated", rows_of(repeated_)},
            {"published", published_json(suite_.published, rows)}};
  }

  /// Prints the result; a table also gets the suite's title, source and notes and published
  /// figures.
  void print_here(const Report& report) const {
    const bool for_people =
        command_.format == OutputFormat::table || command_.format == OutputFormat::markdown;
    const bool markdown = command_.format == OutputFormat::markdown;
    if (for_people) {
      fmt::print("{}: {}\n", suite_.name, printable(suite_.title));
      if (!suite_.source.document.empty())
        fmt::print("Source: {}{}{}\n", printable(suite_.source.document),
                   suite_.source.place.empty() ? "" : ", ", printable(suite_.source.place));
      if (!suite_.notes.empty()) fmt::print("{}\n", notes());
      fmt::print("\n");
      std::fflush(stdout);
    }
    RunCommand here;
    here.format = command_.format;
    here.colour = command_.colour;
    here.wide = command_.wide;
    here.quiet = command_.quiet;
    print_to(here, report);
    if (!for_people || suite_.published.empty() || command_.dry_run) return;
    const Table table = published_table(suite_.published, report.rows);
    fmt::print("\nPublished figures, and the best row of each device here\n\n{}",
               markdown ? to_markdown(table) : to_text(table, false));
  }

  /// The suite's notes, made printable line by line.
  std::string notes() const {
    std::string text = suite_.notes;
    while (text.ends_with('\n')) text.pop_back();
    std::string lines;
    for (std::string::size_type start = 0; start <= text.size();) {
      const auto end = std::min(text.find('\n', start), text.size());
      lines += (lines.empty() ? "" : "\n") + printable(text.substr(start, end - start));
      start = end + 1;
    }
    return lines;
  }

  const Registry& registry_;
  const SweepCommand& command_;
  std::vector<std::string> argv_;
  Suite suite_;
  SweepCases all_;
  std::uint64_t seed_ = 0;
  std::vector<std::size_t> order_, repeated_;  ///< numbers of cases
  std::vector<std::optional<ResultRow>> rows_;
  std::optional<SweepJournal> journal_;
  Stopwatch watch_;
  std::size_t run_here_ = 0;  ///< number of cases that this process ran
  bool time_is_up_ = false;   ///< the time of --for ended before the last case
};

class Sweep : public Subcommand {
 public:
  Sweep(const Registry& registry, std::vector<std::string> argv)
      : registry_(registry), argv_(std::move(argv)) {}
  std::string name() const override { return "sweep"; }
  std::string summary() const override {
    return "run a suite (gputest list suites, or a TOML file), compare with published figures";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest sweep quick -o r.json", "run a built-in suite"},
            {"gputest sweep quick -o r.json --resume", "continue a stopped sweep"},
            {"gputest sweep full -o r.json --resume --for=10m",
             "run for ten minutes; repeat until the status is not 6"}};
  }
  void declare(OptionList& options) override {
    options.word("suite", command_.suite, "a suite's name, or a file SUITE.toml");
    options.value("-o,--output", command_.output, "write the result to a JSON file", "FILE");
    options.flag("--resume", command_.resume, "continue a stopped sweep of --output");
    options.value("--for", seconds_,
                  "begin no case after that time, such as 90s, 10m or 1.5h; if cases are left, the "
                  "exit status is 6",
                  "TIME");
    options.value("--seed", seed_, "seed of the order of cases [random in each sweep]", "S");
    options.list("--api", command_.apis, "run only on these APIs [those of the suite]", "LIST");
    options.value("--device", command_.device,
                  fmt::format("run only on this device: {}, or all", kDeviceHelp), "ID");
    options.flag("--dry-run", command_.dry_run, "list the cases without running them");
    options.value("--format", format_, "format of standard output: table, json, csv or md [table]",
                  "FORMAT");
    options.flag("--wide", command_.wide, kWideHelp);
    options.value("--color", colour_, kColourHelp, "WHEN");
    options.flag("-q,--quiet", command_.quiet, kQuietHelp);
  }
  Status run() override {
    command_.format = parse_output_format(format_);
    command_.colour = parse_colour_wish(colour_);
    if (command_.wide && command_.format != OutputFormat::table)
      throw not_of_table("--wide", format_);
    command_.seed = whole_number("--seed", seed_, 0);
    command_.seconds = duration("--for", seconds_);
    if (command_.resume) require_journal("--resume");
    if (command_.seconds) require_journal("--for");
    return Sweeping(registry_, command_, argv_).run();
  }

 private:
  /// Throws Error(usage) without a file that can have a journal next to it.
  void require_journal(const char* option) const {
    if (command_.output.empty())
      throw Error(
          Status::usage,
          fmt::format("{} needs --output, because the journal is next to that file", option));
    if (!destination_of(command_.output).replaceable)
      throw Error(Status::usage, fmt::format("{}: {} is not a regular file, so it can have no "
                                             "journal; give another --output",
                                             option, command_.output));
  }

  const Registry& registry_;
  std::vector<std::string> argv_;
  SweepCommand command_;
  std::string seed_, seconds_, format_ = "table", colour_ = "auto";
};

}  // namespace

std::unique_ptr<Subcommand> make_sweep(const Registry& registry,
                                       const std::vector<std::string>& argv) {
  return std::make_unique<Sweep>(registry, argv);
}

}  // namespace gputest

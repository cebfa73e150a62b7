// The options of a run: of the command line, and the keys of a suite's runs.
#pragma once

#include <string>

#include "app/command/options.hpp"
#include "app/command/subcommand.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// What is said of options that other commands have too.
constexpr const char *kWideHelp = "every column of the table, however wide [those that fit a line]",
                     *kColourHelp =
                         "auto: on a terminal, unless NO_COLOR is set; always; never "
                         "[auto]",
                     *kQuietHelp = "results alone: no progress, no hints";

/// What `--format` names. Throws Error(usage).
OutputFormat parse_output_format(const std::string& text);

/// That the option has no use with the format.
Error not_of_table(const std::string& option, const std::string& format);

/// What a run takes, and the command that follows from what was given.
class RunOptions {
 public:
  explicit RunOptions(const Registry& registry) : registry_(registry) {}

  /// All of them.
  void declare(OptionList& options);
  /// Those that say what is measured and how, and not what is done with the result.
  void declare_measurement(OptionList& options);

  /// What was given, with every value read. Throws Error(usage) or Error(bad_input).
  RunCommand read();

 private:
  void read_sampling(SamplingOptions& sampling) const;
  /// Whether the run is a first look at a machine: no kernel, size or sampling is named. It takes
  /// less time for a kernel, and skips those with long launches.
  bool is_first_look() const;
  RooflineWish roofline_wish() const;
  void declare_cases(OptionList& options);
  void declare_problem(OptionList& options);
  void declare_measuring(OptionList& options);
  void declare_output(OptionList& options);

  const Registry& registry_;
  RunCommand command_;
  std::string roofline_;
  std::string seed_, samples_, min_time_, max_time_, timeout_, memory_limit_, energy_window_;
  bool no_verify_ = false;
  std::string strategy_ = "hot", format_ = "table", verify_, salt_, isolate_ = "auto",
              colour_ = "auto";
};

}  // namespace gputest

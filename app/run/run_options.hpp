// The options of a run, on the command line and as keys of a suite's runs.
#pragma once

#include <string>

#include "app/command/options.hpp"
#include "app/command/subcommand.hpp"
#include "app/command/text_style.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Parses the value of --format. Throws Error(usage).
OutputFormat parse_output_format(const std::string& text);

/// The error for an option that has no effect in that format.
Error not_of_table(const std::string& option, const std::string& format);

/// Declares a run's options and makes the command from their values.
class RunOptions {
 public:
  explicit RunOptions(const Registry& registry) : registry_(registry) {}

  /// Declares all options.
  void declare(OptionList& options);
  /// Declares the options that apply to submissions of a task.
  void declare_judging(OptionList& options);
  /// Declares only the options for cases, problem and measurement, without those for output.
  void declare_measurement(OptionList& options);

  /// The command, with every value parsed. Throws Error(usage) or Error(bad_input).
  RunCommand read();

 private:
  void read_sampling(SamplingOptions& sampling) const;
  void read_turns();
  /// Whether the run is a first look at a machine: no kernel, size or sampling is given. Such a run
  /// takes less time per kernel, and skips kernels with long launches.
  bool is_first_look() const;
  RooflineWish roofline_wish() const;
  void declare_cases(OptionList& options);
  void declare_problem(OptionList& options);
  void declare_measuring(OptionList& options);
  void declare_output(OptionList& options);

  const Registry& registry_;
  bool judges_ = false;  ///< the options of declare_judging()
  RunCommand command_;
  std::string roofline_;
  std::string seed_, samples_, min_time_, max_time_, timeout_, memory_limit_, energy_window_;
  bool no_verify_ = false;
  std::vector<std::string> without_;
  std::string turns_;
  std::string strategy_ = "hot", format_ = "table", verify_, salt_, isolate_ = "auto",
              colour_ = "auto";
};

}  // namespace gputest

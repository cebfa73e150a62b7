// The interface of a subcommand: its options and its action. command_line.cpp connects it to the
// parser.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command/manual.hpp"
#include "common/core/error.hpp"

namespace gputest {

/// The options and words of a subcommand. A variable keeps its value if its option is not given.
/// Empty values are refused, so an empty variable means "not given". Variables live as long as the
/// subcommand. `type` is the placeholder that help shows for the value.
class OptionList {
 public:
  virtual ~OptionList() = default;
  /// The help shows the options from here on under that title.
  virtual void group(const std::string& title) = 0;
  /// One value. `names` is "--output" or "-o,--output".
  virtual void value(const std::string& names, std::string& text, const std::string& help,
                     const std::string& type = "") = 0;
  /// A list with commas; the option may be given more than once.
  virtual void list(const std::string& names, std::vector<std::string>& texts,
                    const std::string& help, const std::string& type = "") = 0;
  /// One value for each time that the option is given.
  virtual void repeated(const std::string& names, std::vector<std::string>& texts,
                        const std::string& help, const std::string& type = "") = 0;
  /// "--flag" sets it, "--flag,!--other" sets or clears it.
  virtual void flag(const std::string& names, bool& set, const std::string& help) = 0;
  /// A word without an option before it.
  virtual void word(const std::string& name, std::string& text, const std::string& help,
                    bool required = true) = 0;
  /// At least `fewest` words without options before them; 0: they may be left out.
  virtual void words(const std::string& name, std::vector<std::string>& texts,
                     const std::string& help, int fewest) = 0;
  /// The two options, which have been added, exclude each other.
  virtual void exclude(const std::string& one, const std::string& other) = 0;
  /// The first option requires the other.
  virtual void need(const std::string& one, const std::string& other) = 0;
};

/// A subcommand of the program.
class Subcommand {
 public:
  virtual ~Subcommand() = default;
  virtual std::string name() const = 0;
  /// One line.
  virtual std::string summary() const = 0;
  virtual void declare(OptionList&) {}
  /// Command lines, each with its purpose.
  virtual std::vector<ManualEntry> examples() const { return {}; }
  /// Its own subcommands, one of which must be given. Then run() is never called.
  virtual std::vector<std::unique_ptr<Subcommand>> children() { return {}; }
  /// Whether ranks that mpirun started may share the run.
  virtual bool takes_ranks() const { return false; }
  /// Acts on the given options. Returns the exit status, or throws Error.
  virtual Status run() { return Status::ok; }
};

/// The option's value as a whole number within bounds; none if it was not given. Throws
/// Error(bad_input).
std::optional<std::uint64_t> whole_number(const std::string& option, const std::string& text,
                                          std::uint64_t least, std::uint64_t most = ~0ull);

/// The option's value as a number from `least` to 1e6: seconds, or a share. None if it was not
/// given.
std::optional<double> real_number(const std::string& option, const std::string& text, double least);

/// The option's value as a time in seconds: "90", "90s", "10m" or "1.5h". None if it was not given.
/// Throws Error(bad_input) unless it is above 0 and at most 1e6 of its unit.
std::optional<double> duration(const std::string& option, const std::string& text);

/// The value of --energy-window; 0 if it was not given. Throws Error(usage) for a window too short
/// to be measured, Error(bad_input) for anything but a number.
double energy_window(const std::string& text);

}  // namespace gputest

// A subcommand of gputest, as its own file says it: what it takes, and what it does. The parser
// behind it is command_line.cpp's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command/manual.hpp"
#include "common/core/error.hpp"

namespace gputest {

/// What a subcommand takes. A value that is not given leaves its variable as it is, and one that is
/// empty is refused, so that an empty variable was not given; variables live as long as the
/// subcommand. `type` is what help shows in place of a value.
class OptionList {
 public:
  virtual ~OptionList() = default;
  /// Options from here on stand under that title in the help.
  virtual void group(const std::string& title) = 0;
  /// One value. `names` is "--output" or "-o,--output".
  virtual void value(const std::string& names, std::string& text, const std::string& help,
                     const std::string& type = "") = 0;
  /// Several, with commas between; the option may be given more than once.
  virtual void list(const std::string& names, std::vector<std::string>& texts,
                    const std::string& help, const std::string& type = "") = 0;
  /// One value each time that the option is given.
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
  /// The two, which have been added, exclude each other.
  virtual void exclude(const std::string& one, const std::string& other) = 0;
  /// The first of the two is of no use without the other.
  virtual void need(const std::string& one, const std::string& other) = 0;
};

/// A subcommand of the program: its options and what it does.
class Subcommand {
 public:
  virtual ~Subcommand() = default;
  virtual std::string name() const = 0;
  /// One line.
  virtual std::string summary() const = 0;
  virtual void declare(OptionList&) {}
  /// Command lines, and what each is for.
  virtual std::vector<ManualEntry> examples() const { return {}; }
  /// Its own subcommands, of which one must be given. Then run() is never called.
  virtual std::vector<std::unique_ptr<Subcommand>> children() { return {}; }
  /// Whether ranks that mpirun started may share it.
  virtual bool takes_ranks() const { return false; }
  /// What it does with what was given: returns the exit status, or throws Error.
  virtual Status run() { return Status::ok; }
};

/// A whole number within bounds as the option's value; none where it was not given. Throws
/// Error(bad_input).
std::optional<std::uint64_t> whole_number(const std::string& option, const std::string& text,
                                          std::uint64_t least, std::uint64_t most = ~0ull);

/// A number from `least` to 1e6, likewise: seconds, or a share.
std::optional<double> real_number(const std::string& option, const std::string& text, double least);

/// A time as the option's value, in seconds: "90", "90s", "10m" or "1.5h". None where it was not
/// given. Throws Error(bad_input) for what is no time above 0 and below 1e6 hours.
std::optional<double> duration(const std::string& option, const std::string& text);

/// What --energy-window says; 0 where it was not given. Throws Error(usage) for a window too short
/// to be measured, Error(bad_input) for no number.
double energy_window(const std::string& text);

}  // namespace gputest

// Options of the command line, parsed once into a struct: said by pointers to its members, whose
// initial values are the defaults.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gputest {

/// An option as help, completion and `describe` show it.
struct ProblemOption {
  std::string name;  ///< without dashes
  std::string default_value;
  std::string help;
  /// Throws Error(bad_input) for a text that it does not take.
  std::function<void(const std::string& text)> check;
  /// Whether it says how data are made, so that it is of no use where they are given.
  bool of_generated = false;
};

/// Values as text, by the names of their options.
using OptionValues = std::map<std::string, std::string>;

/// Which numbers an option takes.
enum class Sign { any, not_negative, positive };

/// The text of option `name` as a finite number, a whole number from 1 to `most`, or a choice of on
/// and off. Each throws Error(bad_input) with a sentence that names the option.
double parse_number_option(const std::string& name, const std::string& text, Sign sign);
/// A whole number from 1 to `most`.
std::uint64_t parse_count_option(const std::string& name, const std::string& text,
                                 std::uint64_t most);
/// True for on, false for off.
bool parse_toggle_option(const std::string& name, const std::string& text);

/// As the command line takes them.
std::string option_text(double value);
/// A whole number.
std::string option_text(std::uint64_t value);
/// "on" or "off".
std::string option_text(bool value);

/// The options that make a T, which is default constructible.
template <class T>
class OptionSet {
 public:
  /// A finite number. `member` is a pointer to the member, or what gives a reference to a part of
  /// one.
  template <class Member>
  OptionSet& number(const std::string& name, Member member, Sign sign, const std::string& help) {
    T initial;
    const double value = std::invoke(member, initial);
    return add(name, option_text(value), help, [=](T& made, const std::string& text) {
      std::invoke(member, made) = parse_number_option(name, text, sign);
    });
  }

  /// A whole number from 1 to the most that the member holds. `word` is how 0 is written, where 0
  /// has a meaning of its own ("auto").
  template <class Whole>
  OptionSet& count(const std::string& name, Whole T::*member, const std::string& help,
                   const std::string& word = {}) {
    const Whole initial = T{}.*member;
    const std::string text_of_initial = initial == 0 ? word : option_text(std::uint64_t{initial});
    return add(name, text_of_initial, help, [=](T& made, const std::string& text) {
      made.*member = !word.empty() && text == word
                         ? Whole{0}
                         : static_cast<Whole>(
                               parse_count_option(name, text, std::numeric_limits<Whole>::max()));
    });
  }

  /// on or off.
  OptionSet& toggle(const std::string& name, bool T::*member, const std::string& help) {
    return add(name, option_text(T{}.*member), help, [=](T& made, const std::string& text) {
      made.*member = parse_toggle_option(name, text);
    });
  }

  /// Any text, which T's maker reads.
  OptionSet& text(const std::string& name, std::string T::*member, const std::string& help) {
    return add(name, T{}.*member, help,
               [=](T& made, const std::string& text) { made.*member = text; });
  }

  /// The option added last says how data are made.
  OptionSet& of_generated() {
    entries_.back().option.of_generated = true;
    return *this;
  }

  /// Those of a base of T.
  template <class Base>
  OptionSet& include(const OptionSet<Base>& others) {
    for (const auto& entry : others.entries_) {
      add(entry.option.name, entry.option.default_value, entry.option.help,
          [read = entry.read](T& made, const std::string& text) { read(made, text); });
      entries_.back().option.of_generated = entry.option.of_generated;
    }
    return *this;
  }

  /// The struct that the values say; what they do not name has its default. Names that are none of
  /// this set are another's. Throws Error(bad_input) for a value that its option does not take.
  T parse(const OptionValues& values) const {
    T made;
    for (const Entry& entry : entries_)
      if (const auto named = values.find(entry.option.name); named != values.end())
        entry.read(made, named->second);
    return made;
  }

  std::vector<ProblemOption> described() const {
    std::vector<ProblemOption> options;
    for (const Entry& entry : entries_) options.push_back(entry.option);
    return options;
  }

 private:
  template <class Other>
  friend class OptionSet;

  using Read = std::function<void(T&, const std::string&)>;
  struct Entry {
    ProblemOption option;
    Read read;
  };

  OptionSet& add(const std::string& name, const std::string& default_value, const std::string& help,
                 Read read) {
    const auto check = [read](const std::string& text) {
      T made;
      read(made, text);
    };
    entries_.push_back({{name, default_value, help, check}, std::move(read)});
    return *this;
  }

  std::vector<Entry> entries_;
};

}  // namespace gputest

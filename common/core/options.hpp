// Options of the command line, parsed once into a struct. Pointers to its members declare them; the
// members' initial values are the defaults.
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
  /// Throws Error(bad_input) for a text that the option does not accept.
  std::function<void(const std::string& text)> check;
  /// Whether the option controls how data are generated, so that it is useless with the user's
  /// data.
  bool of_generated = false;
};

/// Values as text, by the names of their options.
using OptionValues = std::map<std::string, std::string>;

/// The numbers that an option accepts.
enum class Sign { any, not_negative, positive };

/// The value of option `name` as a finite number. This function and the next two throw
/// Error(bad_input) with a sentence that names the option.
double parse_number_option(const std::string& name, const std::string& text, Sign sign);
/// A whole number from 1 to `most`.
std::uint64_t parse_count_option(const std::string& name, const std::string& text,
                                 std::uint64_t most);
/// True for on, false for off.
bool parse_toggle_option(const std::string& name, const std::string& text);

/// A value as the command line accepts it.
std::string option_text(double value);
/// A whole number.
std::string option_text(std::uint64_t value);
/// "on" or "off".
std::string option_text(bool value);

/// The options of a T, which is default constructible.
template <class T>
class OptionSet {
 public:
  /// A finite number. `member` is a pointer to the member, or a function that returns a reference
  /// to a part of one.
  template <class Member>
  OptionSet& number(const std::string& name, Member member, Sign sign, const std::string& help) {
    T initial;
    const double value = std::invoke(member, initial);
    return add(name, option_text(value), help, [=](T& made, const std::string& text) {
      std::invoke(member, made) = parse_number_option(name, text, sign);
    });
  }

  /// A whole number from 1 to the member type's maximum. `word` is the text for 0 if 0 has a
  /// special meaning ("auto").
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

  /// Any text. The user of T interprets it.
  OptionSet& text(const std::string& name, std::string T::*member, const std::string& help) {
    return add(name, T{}.*member, help,
               [=](T& made, const std::string& text) { made.*member = text; });
  }

  /// Declares that the option added last controls how data are generated.
  OptionSet& of_generated() {
    entries_.back().option.of_generated = true;
    return *this;
  }

  /// Adds the options of a base of T.
  template <class Base>
  OptionSet& include(const OptionSet<Base>& others) {
    for (const auto& entry : others.entries_) {
      add(entry.option.name, entry.option.default_value, entry.option.help,
          [read = entry.read](T& made, const std::string& text) { read(made, text); });
      entries_.back().option.of_generated = entry.option.of_generated;
    }
    return *this;
  }

  /// The struct with these values; members without a value have their defaults. Ignores unknown
  /// names, which belong to other sets. Throws Error(bad_input) for a value that its option does
  /// not accept.
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

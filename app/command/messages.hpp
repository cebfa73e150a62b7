// What gputest says on standard error, beside results.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace gputest {

/// A line as it is printed. What cannot be printed is written as printable() does, since sentences
/// quote file names, devices and contents. Where standard error is closed or full, nothing is said.
void print_message(std::string_view line);

/// Lines of others: a compiler's, a checker's.
void print_messages(std::string_view lines);

/// "gputest: <sentence>".
template <class... Values>
void say(fmt::format_string<Values...> sentence, Values&&... values) {
  print_message("gputest: " + fmt::format(sentence, std::forward<Values>(values)...));
}

}  // namespace gputest

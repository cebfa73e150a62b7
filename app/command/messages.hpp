// Messages on standard error, apart from results.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace gputest {

/// Prints one line. Characters that cannot be printed are written as printable() does, because
/// messages quote file names, devices and contents. Prints nothing if standard error is closed or
/// full.
void print_message(std::string_view line);

/// Prints lines of other programs: a compiler's, a checker's.
void print_messages(std::string_view lines);

/// "gputest: <sentence>".
template <class... Values>
void say(fmt::format_string<Values...> sentence, Values&&... values) {
  print_message("gputest: " + fmt::format(sentence, std::forward<Values>(values)...));
}

}  // namespace gputest

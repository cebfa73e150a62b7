#include "app/command/messages.hpp"

#include "common/core/printable.hpp"
#include "common/core/standard_streams.hpp"

namespace gputest {

void print_message(std::string_view line) { print_messages(printable(line) + "\n"); }

void print_messages(std::string_view lines) { write_message(printable_lines(lines)); }

}  // namespace gputest

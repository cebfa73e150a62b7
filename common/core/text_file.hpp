// Text files as editors on any system write them.
#pragma once

#include <string>
#include <string_view>

namespace gputest {

/// The text behind UTF-8's byte-order mark, if it begins with one.
std::string_view without_byte_order_mark(std::string_view text);

/// The text without a byte-order mark and with every CR LF as LF.
std::string with_plain_lines(std::string_view text);

/// read_file() for a text: without a byte-order mark and with lines that end in LF, whichever
/// system its editor is of. Throws Error(bad_input) for a text in UTF-16.
std::string read_text_file(const std::string& path);

}  // namespace gputest

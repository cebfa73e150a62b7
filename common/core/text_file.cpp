#include "common/core/text_file.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/host.hpp"

namespace gputest {

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string with_plain_lines(std::string_view text) {
  text = without_byte_order_mark(text);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] != '\r' || k + 1 == text.size() || text[k + 1] != '\n') plain += text[k];
  return plain;
}

std::string read_text_file(const std::string& path) {
  const std::string content = read_file(path);
  const std::string_view beginning = std::string_view(content).substr(0, 2);
  if (beginning == "\xff\xfe" || beginning == "\xfe\xff")
    throw Error(Status::bad_input, fmt::format("{} is text in UTF-16; save it as UTF-8", path));
  return with_plain_lines(content);
}

}  // namespace gputest

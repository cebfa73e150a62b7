#include "app/command/wrap.hpp"

#include <algorithm>

namespace gputest {

std::size_t characters_in(std::string_view text) {
  constexpr unsigned char kContinuationMask = 0xC0, kContinuation = 0x80;
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & kContinuationMask) != kContinuation;
  }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (true) {
    // The last blank after a word that leaves a line short enough; else the first one.
    const std::size_t word = text.find_first_not_of(' ');
    std::size_t end = text.npos;
    if (word != text.npos && characters_in(text) > width)
      for (auto blank = text.find(' ', word); blank != text.npos;
           blank = text.find(' ', blank + 1)) {
        if (end != text.npos && characters_in(text.substr(0, blank)) > width) break;
        end = blank;
      }
    std::string line(text.substr(0, end));
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
    if (end == text.npos) return lines;
    const std::size_t next = text.find_first_not_of(' ', end);
    if (next == text.npos) return lines;
    text.remove_prefix(next);
  }
}

std::string paragraph(std::string_view sentence, std::size_t width, std::size_t indent) {
  if (width <= indent) return std::string(sentence) + "\n";
  std::string text;
  for (const std::string& line : wrapped(sentence, width - indent))
    text += std::string(text.empty() ? 0 : indent, ' ') + line + "\n";
  return text;
}

std::string shortened(const std::string& text, std::size_t width) {
  constexpr std::string_view kGap = "..";
  if (text.size() <= width || width <= kGap.size()) return text;
  const std::size_t kept = width - kGap.size(), end = kept / 2;
  return text.substr(0, kept - end) + std::string(kGap) + text.substr(text.size() - end);
}

}  // namespace gputest

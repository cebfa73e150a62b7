#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace gputest {
namespace {

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

Progress::Progress(std::size_t total) : total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (!terminal_) return;
  fmt::print(stderr, "{}", kClearLine);
  std::fflush(stderr);
}

void Progress::show(std::size_t k, const std::string& text) {
  if (!terminal_) return;
  fmt::print(stderr, "{}[{}/{}] {}", kClearLine, k, total_, text);
  std::fflush(stderr);
}

}  // namespace gputest

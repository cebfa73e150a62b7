#include "app/progress.hpp"

#include <unistd.h>

#include "common/core/standard_streams.hpp"

#include "common/core/printable.hpp"

namespace gputest {
namespace {

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

Progress::Progress(std::size_t total) : total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (!terminal_) return;
  write_message(kClearLine);
}

void Progress::show(std::size_t k, const std::string& text) {
  if (!terminal_) return;
  write_message(fmt::format("{}[{}/{}] {}", kClearLine, k, total_, printable(text)));
}

}  // namespace gputest

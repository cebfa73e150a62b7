#include "app/command/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "app/command/text_style.hpp"
#include "common/core/printable.hpp"
#include "common/core/standard_streams.hpp"

namespace gputest {
namespace {

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

std::string rough_time(double seconds) {
  constexpr double kMinute = 60, kHour = 60 * kMinute;
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 100 * kMinute) return fmt::format("{:.0f} min", seconds / kMinute);
  return fmt::format("{:.1f} h", seconds / kHour);
}

Progress::Progress(std::size_t total, std::optional<std::size_t> to_run, bool quiet)
    : total_(total),
      to_run_(to_run.value_or(total)),
      terminal_(!quiet && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { clear(); }

void Progress::show(std::size_t k, const std::string& text) {
  if (!terminal_) return;
  std::string line = fmt::format("[{}/{}] {}", k, total_, printable(text));
  constexpr double kWorthSaying = 2;  // seconds
  if (shown_ > 0 && to_run_ > shown_) {
    const double left =
        watch_.seconds() / static_cast<double>(shown_) * static_cast<double>(to_run_ - shown_);
    if (left >= kWorthSaying) line += fmt::format(", about {} left", rough_time(left));
  }
  ++shown_;
  const std::size_t width = terminal_width(STDERR_FILENO);
  if (width > 1 && line.size() >= width)
    line.resize(width - 1);  // a wrapped line could not be cleared
  write_message(kClearLine + line);
}

void Progress::clear() {
  if (terminal_) write_message(kClearLine);
}

}  // namespace gputest

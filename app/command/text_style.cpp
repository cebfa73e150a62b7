#include "app/command/text_style.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"
#include "common/many/ranks.hpp"

namespace gputest {
namespace {

constexpr std::size_t kUsualWidth = 80, kLeastWidth = 40, kMostWidth = 10000;

}  // namespace

ColourWish parse_colour_wish(const std::string& text) {
  if (text == "auto") return ColourWish::automatic;
  if (text == "always") return ColourWish::always;
  if (text == "never") return ColourWish::never;
  throw Error(Status::usage, no_such("colour", text, {"auto", "always", "never"}));
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1 && !many::started_as_rank(); }

std::size_t terminal_width(int descriptor) {
  winsize size{};
  return is_terminal(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t text_width(int descriptor) {
  if (const std::size_t width = terminal_width(descriptor); width != 0)
    return std::max(width, kUsualWidth);
  const char* columns = std::getenv("COLUMNS");
  const auto given = parse_number<std::uint64_t>(columns == nullptr ? "" : columns);
  return given ? std::clamp<std::size_t>(*given, kLeastWidth, kMostWidth) : kUsualWidth;
}

bool has_colour(ColourWish wish, int descriptor) {
  if (wish != ColourWish::automatic) return wish == ColourWish::always;
  const char* no_color = std::getenv("NO_COLOR");
  return is_terminal(descriptor) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace gputest

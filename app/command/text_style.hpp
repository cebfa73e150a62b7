// How text for people is shown: how wide, in which colours, how much of it.
#pragma once

#include <cstddef>
#include <string>

namespace gputest {

/// What --color says.
enum class ColourWish { automatic, always, never };

/// How a result is shown to people.
struct TextStyle {
  std::size_t width = 80;  ///< characters of a line
  bool terminal = false;   ///< sentences are broken at that width, and rows shown as they come
  bool colour = false;
  bool wide = false;   ///< every column, however wide that is
  bool quiet = false;  ///< results alone
  bool plot = false;   ///< rates are drawn as well
};

/// The value of --color. Throws Error(usage).
ColourWish parse_colour_wish(const std::string& text);

/// Whether a descriptor is a terminal, and not the one that mpirun gives its ranks.
bool is_terminal(int descriptor);
/// The columns of a terminal; 0 where the descriptor is none, or does not say.
std::size_t terminal_width(int descriptor);

/// Characters of a line on that descriptor: of a terminal its width, of anything else what the
/// variable COLUMNS says. 80 where neither says more; COLUMNS, where it is a number, may say less,
/// but no less than 40.
std::size_t text_width(int descriptor);

/// Whether text on that descriptor is to have colours. Where nothing is wished, a terminal has
/// them, but for the variable NO_COLOR that is there and not empty (https://no-color.org).
bool has_colour(ColourWish wish, int descriptor);

}  // namespace gputest

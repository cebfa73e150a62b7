// How text for people is shown: its width, its colours, and how much of it.
#pragma once

#include <cstddef>
#include <string>

namespace gputest {

/// Help texts of options of several commands.
constexpr const char *kWideHelp =
                         "show every column of the table, however wide [columns that fit the line]",
                     *kColourHelp =
                         "auto: on a terminal, unless NO_COLOR is set; always; never [auto]",
                     *kQuietHelp = "print only results: no progress, no hints";

/// The value of --color.
enum class ColourWish { automatic, always, never };

/// How a result is shown to people.
struct TextStyle {
  std::size_t width = 80;  ///< characters of a line
  bool terminal = false;   ///< sentences are wrapped at that width, and rows shown as they come
  bool colour = false;
  bool wide = false;   ///< every column, however wide the table gets
  bool quiet = false;  ///< only results
  bool plot = false;   ///< also draw rates
};

/// The value of --color. Throws Error(usage).
ColourWish parse_colour_wish(const std::string& text);

/// Whether a descriptor is a terminal, except the one that mpirun gives its ranks.
bool is_terminal(int descriptor);
/// The width of a terminal; 0 if the descriptor is none, or its width is unknown.
std::size_t terminal_width(int descriptor);

/// Characters of a line on that descriptor: the terminal's width, but at least 80. Elsewhere the
/// environment variable COLUMNS, but at least 40, or 80 if it is not a number.
std::size_t text_width(int descriptor);

/// Whether text on that descriptor has colours. Without a wish, only a terminal has them, and not
/// if the variable NO_COLOR is set and not empty (https://no-color.org).
bool has_colour(ColourWish wish, int descriptor);

}  // namespace gputest

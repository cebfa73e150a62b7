// Draws rates with characters, for a terminal.
#pragma once

#include <string>

#include "app/results/run_report.hpp"

namespace gputest {

/// A drawing for each family and precision with rates. If all rows have the same n, these are bars;
/// else the rate over n with logarithmic axes and a letter for each series of kernel, device,
/// layout and axes. Lines have at most `width` characters. Unreliable speeds have another
/// character, which the plot explains. Each drawing begins with a blank line; empty if there is no
/// rate.
std::string plot_text(const Report& report, std::size_t width);

}  // namespace gputest

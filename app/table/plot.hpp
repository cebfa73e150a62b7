// Rates drawn with characters, for a terminal.
#pragma once

#include <string>

#include "app/results/run_report.hpp"

namespace gputest {

/// Of each family whose rows have rates: bars, where all are of one n, else rate over n, both axes
/// logarithmic, a letter for each series of kernel, device, layout and axes. Lines have `width`
/// characters at most. What is not to be relied on is drawn with another character, which the plot
/// explains. Each drawing begins with a blank line; empty where there is no rate.
std::string plot_text(const Report& report, std::size_t width);

}  // namespace gputest

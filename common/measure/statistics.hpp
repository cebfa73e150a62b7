// Statistics of repeated measurements.
#pragma once

#include <vector>

namespace gputest {

/// The middle value, or the mean of the two middle ones. Empty input gives 0.
double median(std::vector<double> values);
/// The arithmetic mean; 0 of nothing.
double mean(const std::vector<double>& values);
/// Sample standard deviation (n - 1) over the mean; 0 for fewer than two values.
double relative_standard_deviation(const std::vector<double>& values);

}  // namespace gputest

#include "common/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gputest {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double relative_standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double average = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - average) * (value - average);
  return std::sqrt(squares / static_cast<double>(values.size() - 1)) / average;
}

}  // namespace gputest

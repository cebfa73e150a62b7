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

Interval median_interval(std::vector<double> samples, double confidence) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  double tail = 0;                                          // P(Binomial(n, 1/2) < k)
  double log_term = -static_cast<double>(n) * std::log(2);  // of P(Binomial(n, 1/2) = k - 1)
  std::size_t k = 1;
  for (std::size_t next = 1; 2 * next <= n; ++next) {
    tail += std::exp(log_term);
    if (1 - 2 * tail < confidence) break;
    k = next;
    log_term += std::log(static_cast<double>(n - next + 1) / static_cast<double>(next));
  }
  return {samples[k - 1], samples[n - k]};
}

double relative_half_width(const Interval& interval) {
  const double middle = (interval.low + interval.high) / 2;
  return middle == 0 ? 0 : (interval.high - interval.low) / 2 / middle;
}

Interval ratio_interval(const std::vector<double>& before, const std::vector<double>& now) {
  const Interval was = median_interval(before), is = median_interval(now);
  if (!(was.low > 0) || !(is.low > 0)) return {};
  return {is.low / was.high, is.high / was.low};
}

Change compare_samples(const std::vector<double>& before, const std::vector<double>& now,
                       double threshold) {
  if (before.size() < kMinCompared || now.size() < kMinCompared) return Change::undecided;
  const auto [least, most] = ratio_interval(before, now);
  if (!(least > 0)) return Change::undecided;
  const double limit = 1 + threshold;
  if (least > limit) return Change::slower;
  if (most < 1 / limit) return Change::faster;
  return most <= limit && least >= 1 / limit ? Change::same : Change::undecided;
}

}  // namespace gputest

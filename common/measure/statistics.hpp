// Statistics of repeated measurements.
#pragma once

#include <vector>

namespace gputest {

/// The middle value, or the mean of the two middle ones. Empty input gives 0.
double median(std::vector<double> values);
/// The arithmetic mean; 0 for empty input.
double mean(const std::vector<double>& values);
/// Sample standard deviation (n - 1) over the mean; 0 for fewer than two values.
double relative_standard_deviation(const std::vector<double>& values);

/// A range that holds a quantity.
struct Interval {
  double low = 0, high = 0;
};

/// The confidence interval of the median by order statistics. It assumes only that the samples are
/// independent (Hollander and Wolfe, "Nonparametric Statistical Methods", 3.6). Its bounds are two
/// of the samples: the innermost pair x(k), x(n + 1 - k) with a coverage, 1 - 2 P(Binomial(n, 1/2)
/// < k), of at least `confidence`. If all samples together cover less (at 99 %, seven and fewer),
/// it is the range of the samples. Empty input gives {0, 0}.
Interval median_interval(std::vector<double> samples, double confidence = 0.99);

/// Half of an interval's width over its middle: 0.01 is "to 1 %". 0 if the middle is 0.
double relative_half_width(const Interval& interval);

/// The comparison of two sets of samples of a time.
enum class Change {
  same,       ///< the ratio of the medians is within the threshold
  faster,     ///< the new median is below the old one by more than the threshold
  slower,     ///< the new median is above the old one by more than the threshold
  undecided,  ///< the samples allow no decision
};

/// The interval of the ratio of the medians, new over old: from low(new) / high(old) to high(new) /
/// low(old), with the bounds of median_interval(). {0, 0} if a bound is not above 0.
Interval ratio_interval(const std::vector<double>& before, const std::vector<double>& now);

/// The test that `compare` applies to ratio_interval(): `slower` if the whole interval lies above 1
/// + threshold, `faster` if it lies below 1 / (1 + threshold), `same` if it lies between, else
/// `undecided`. With fewer than kMinCompared samples on either side: `undecided`.
Change compare_samples(const std::vector<double>& before, const std::vector<double>& now,
                       double threshold);
constexpr std::size_t kMinCompared = 3;

}  // namespace gputest

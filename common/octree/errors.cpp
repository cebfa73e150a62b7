#include "common/octree/errors.hpp"

#include <algorithm>
#include <cmath>

namespace gputest {

double usual_pull(const std::vector<TreePull>& pulls) {
  std::vector<double> sizes;
  for (const TreePull& pull : pulls) sizes.push_back(std::hypot(pull.ax, pull.ay, pull.az));
  std::sort(sizes.begin(), sizes.end());
  const double median = quantile(sizes, 0.5);
  return median > 0 && std::isfinite(median) ? median : 1;
}

double quantile(const std::vector<double>& sorted, double share) {
  const auto count = static_cast<double>(sorted.size());
  const auto place = static_cast<std::size_t>(std::max(1.0, std::ceil(share * count)));
  return sorted[std::min(place, sorted.size()) - 1];
}

WalkErrors errors_at(double theta, std::vector<double> errors, double direct, double approximate) {
  std::sort(errors.begin(), errors.end());
  return {theta,
          quantile(errors, 0.5),
          quantile(errors, 0.9),
          quantile(errors, 0.99),
          quantile(errors, 0.999),
          errors.back(),
          direct,
          approximate};
}

}  // namespace gputest

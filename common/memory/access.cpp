#include "common/memory/access.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace gputest::memory {

std::uint32_t Task::hops() const {
  constexpr std::uint64_t kFewest = 1 << 16, kMost = 1 << 20;
  return static_cast<std::uint32_t>(std::clamp(nodes(), kFewest, kMost));
}

std::uint64_t Task::texels_per_row() const {
  constexpr std::uint64_t kWidest = 8192;  // every device with images supports this width
  std::uint64_t width = 1;
  while (width < kWidest && width * width < n) width *= 2;
  return width;
}

Task task_of(const Configuration& configuration, std::uint64_t n, std::uint64_t seed) {
  Task task;
  task.n = n;
  task.seed = seed;
  task.digits = configuration.precision == Precision::fp32 ? std::numeric_limits<float>::digits
                                                           : std::numeric_limits<double>::digits;
  const auto named =
      std::find(kAccessNames.begin(), kAccessNames.end(), configuration.on_axis("access"));
  if (named != kAccessNames.end()) task.access = static_cast<Access>(named - kAccessNames.begin());
  const std::string index = configuration.on_axis("index");
  if (index == "blocked") task.index = IndexOrder::blocked;
  if (index == "random") task.index = IndexOrder::random;
  const std::string stride = configuration.on_axis("stride");
  std::from_chars(stride.data(), stride.data() + stride.size(), task.stride);
  const std::string counters = configuration.on_axis("counters");
  if (counters != "spread") task.counter_shift = counters == "warp" ? 5 : 31;
  const std::string walk = configuration.on_axis("walk");
  if (walk == "columns") task.walk = Walk::columns;
  if (walk == "random") task.walk = Walk::random;
  task.through_texture = configuration.on_axis("through") != "global";
  task.to_device = configuration.on_axis("copied") != "from_device";
  task.pinned = configuration.on_axis("host_memory") == "pinned";
  const std::string launches = configuration.on_axis("launches");
  std::from_chars(launches.data(), launches.data() + launches.size(), task.launches);
  task.launches_empty = configuration.on_axis("launched") == "empty";
  return task;
}

}  // namespace gputest::memory

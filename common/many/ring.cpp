#include "common/many/ring.hpp"

#include <numeric>

namespace gputest::many {

std::vector<Visit> visits_of(std::size_t device, const std::vector<std::uint64_t>& counts,
                             bool both_sides) {
  const std::size_t devices = counts.size();
  const std::size_t steps = both_sides ? devices / 2 : devices - 1;
  std::vector<Visit> visits;
  for (std::size_t step = 1; step <= steps; ++step) {
    const std::size_t from = (device + devices - step) % devices;
    const auto first = std::accumulate(
        counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(from), std::uint64_t{0});
    Visit visit{from, {first, counts[from]}, counts[device]};
    if (both_sides && 2 * step == devices) {
      // Of the part with the lower number the one half meets the other part there, and the other
      // half as its guest.
      if (device < from) {
        visit.own -= visit.own / 2;
      } else {
        visit.visitors.count /= 2;
        visit.visitors.first += counts[from] - visit.visitors.count;
      }
    }
    if (visit.own > 0 && visit.visitors.count > 0) visits.push_back(visit);
  }
  return visits;
}

std::vector<Errand> errands_of(std::size_t device, const std::vector<std::uint64_t>& counts,
                               bool both_sides) {
  std::vector<Errand> errands;
  for (std::size_t step = 1; step < counts.size(); ++step) {
    const std::size_t to = (device + step) % counts.size();
    for (const Visit& visit : visits_of(to, counts, both_sides))
      if (visit.from == device) errands.push_back({to, visit.visitors});
  }
  return errands;
}

}  // namespace gputest::many

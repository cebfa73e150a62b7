#include "common/cells/verlet_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/cells/cell_grid.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

constexpr std::uint32_t kWarp = 64;  // the widest wavefront that exists

/// The number of entries that a list may have.
class Room {
 public:
  Room() : held_(std::min(available_memory() / kBytesPerEntry, kCounted)) {}

  /// Adds entries; false if there is no room for them all.
  bool add(std::uint64_t entries) { return (entries_ += entries) <= held_; }

  /// Throws if there was no room.
  void require() const {
    if (entries_ <= held_) return;
    if (held_ == kCounted)
      throw Error(Status::bad_input,
                  fmt::format("the neighbour list has over {} entries and exceeds a 32-bit count; "
                              "choose a smaller cutoff, skin or n",
                              kCounted));
    throw Error(Status::out_of_memory,
                fmt::format("the neighbour list has over {} entries; with a kernel's copies "
                            "they need more than the {} of free host memory; choose a "
                            "smaller cutoff, skin or n",
                            held_, format_bytes(held_ * kBytesPerEntry)));
  }

 private:
  // The list, the kernel argument made from it, and the copy of a device in host memory.
  static constexpr std::uint64_t kBytesPerEntry = 3 * sizeof(std::uint32_t);
  static constexpr std::uint64_t kCounted = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t held_;
  std::atomic<std::uint64_t> entries_ = 0;
};

/// Calls f(i, j) for every entry of the list, in parallel over i, and after each i done(i), which
/// returns whether to continue.
template <class F, class Done>
void for_each_pair(const ParticleSet& p, const PeriodicEdges& edges, double radius, ListKind kind,
                   const CellGrid& grid, const F& f, const Done& done) {
  const double radius2 = radius * radius;
  std::atomic<bool> going_on = true;
#pragma omp parallel for schedule(dynamic, 256)
  for (std::uint64_t i = 0; i < p.size(); ++i) {
    if (interrupted() || !going_on) continue;
    grid.for_each_near(grid.cell_of(i), [&](std::uint32_t j) {
      if (j == i || (kind == ListKind::half && j < i)) return;
      const double dx = edges.nearest(p.x[i] - p.x[j], 0);
      const double dy = edges.nearest(p.y[i] - p.y[j], 1);
      const double dz = edges.nearest(p.z[i] - p.z[j], 2);
      if (dx * dx + dy * dy + dz * dz < radius2) f(i, j);
    });
    if (!done(i)) going_on = false;
  }
  throw_if_interrupted();
}

}  // namespace

std::uint32_t VerletList::longest() const {
  std::uint32_t most = 0;
  for (std::uint64_t i = 0; i < particles(); ++i) most = std::max(most, length(i));
  return most;
}

VerletList build_verlet_list(const ParticleSet& particles, const PeriodicEdges& edges,
                             double radius, ListKind kind) {
  const CellGrid grid(particles, edges, radius);
  VerletList list;
  list.starts.assign(particles.size() + 1, 0);
  Room room;
  for_each_pair(
      particles, edges, radius, kind, grid,
      [&](std::uint64_t i, std::uint32_t) { ++list.starts[i + 1]; },
      [&](std::uint64_t i) { return room.add(list.starts[i + 1]); });
  room.require();
  std::partial_sum(list.starts.begin(), list.starts.end(), list.starts.begin());
  list.entries.resize(list.starts.back());
  std::vector<std::uint32_t> next(list.starts.begin(), list.starts.end() - 1);
  for_each_pair(
      particles, edges, radius, kind, grid,
      [&](std::uint64_t i, std::uint32_t j) { list.entries[next[i]++] = j; },
      [](std::uint64_t) { return true; });
#pragma omp parallel for schedule(static)
  for (std::uint64_t i = 0; i < particles.size(); ++i)
    std::sort(list.entries.begin() + list.starts[i], list.entries.begin() + list.starts[i + 1]);
  return list;
}

VerletList half_of(const VerletList& full) {
  VerletList half;
  require_host_memory(full.entries.size() / 2 * sizeof(std::uint32_t), "half the neighbour list");
  half.starts.assign(full.starts.size(), 0);
  half.entries.reserve(full.entries.size() / 2);
  for (std::uint64_t i = 0; i < full.particles(); ++i) {
    for (std::uint32_t k = full.starts[i]; k < full.starts[i + 1]; ++k)
      if (full.entries[k] > i) half.entries.push_back(full.entries[k]);
    half.starts[i + 1] = static_cast<std::uint32_t>(half.entries.size());
  }
  return half;
}

std::uint32_t ell_stride(std::uint64_t n) {
  return static_cast<std::uint32_t>((n + kWarp - 1) / kWarp * kWarp);
}

EllList to_ell(const VerletList& list) {
  const std::uint64_t n = list.particles();
  EllList result;
  result.stride = ell_stride(n);
  result.rows = std::max(1u, list.longest());
  const std::uint64_t words = std::uint64_t{result.rows} * result.stride;
  require_host_memory(words * sizeof(std::uint32_t), "the ell neighbour list");
  result.counts.resize(n);
  result.entries.resize(words);
#pragma omp parallel for schedule(static)
  for (std::uint64_t i = 0; i < result.stride; ++i) {
    const std::uint32_t length = i < n ? list.length(i) : 0;
    const auto past_the_end = static_cast<std::uint32_t>(i < n ? i : 0);
    if (i < n) result.counts[i] = length;
    for (std::uint32_t k = 0; k < result.rows; ++k)
      result.entries[std::uint64_t{k} * result.stride + i] =
          k < length ? list.entries[list.starts[i] + k] : past_the_end;
  }
  return result;
}

VerletList to_clusters(const VerletList& full) {
  const std::uint64_t n = full.particles();
  const std::uint64_t clusters = (n + kClusterSize - 1) / kClusterSize;
  require_host_memory(full.entries.size() * sizeof(std::uint32_t), "the list of clusters");
  VerletList list;
  list.starts.assign(clusters + 1, 0);
  std::vector<std::uint32_t> row;
  for (std::uint64_t c = 0; c < clusters; ++c) {
    row.clear();
    const std::uint64_t end = std::min(n, (c + 1) * kClusterSize);
    for (std::uint32_t k = full.starts[c * kClusterSize]; k < full.starts[end]; ++k)
      if (full.entries[k] / kClusterSize != c) row.push_back(full.entries[k]);
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    list.entries.insert(list.entries.end(), row.begin(), row.end());
    list.starts[c + 1] = static_cast<std::uint32_t>(list.entries.size());
  }
  return list;
}

std::vector<std::uint32_t> spatial_order(const ParticleSet& p) {
  const std::uint64_t n = p.size();
  const auto extent = [](const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return std::pair(*low, *high - *low);
  };
  const auto [low_x, length_x] = extent(p.x);
  const auto [low_y, length_y] = extent(p.y);
  const auto [low_z, length_z] = extent(p.z);
  const double volume = length_x * length_y * length_z;
  const double edge = std::cbrt(kClusterSize * volume / static_cast<double>(n));
  const auto columns = [&](double length) {
    return std::clamp(std::round(length / edge), 1.0, std::sqrt(static_cast<double>(n)));
  };
  const double columns_x = edge > 0 ? columns(length_x) : 1;
  const double columns_y = edge > 0 ? columns(length_y) : 1;
  const auto column = [](double from_low, double length, double count) {
    return length > 0 ? static_cast<std::uint32_t>(std::min(count - 1, from_low / length * count))
                      : 0u;
  };
  struct Key {
    std::uint32_t column;
    double z;
    std::uint32_t particle;
  };
  std::vector<Key> keys(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t row = column(p.y[i] - low_y, length_y, columns_y);
    const std::uint32_t along = column(p.x[i] - low_x, length_x, columns_x);
    const auto per_row = static_cast<std::uint32_t>(columns_x);
    const std::uint32_t place = row * per_row + (row % 2 == 0 ? along : per_row - 1 - along);
    keys[i] = {place, place % 2 == 0 ? p.z[i] : -p.z[i], static_cast<std::uint32_t>(i)};
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.column != b.column ? a.column < b.column
           : a.z != b.z         ? a.z < b.z
                                : a.particle < b.particle;
  });
  std::vector<std::uint32_t> order(n);
  std::transform(keys.begin(), keys.end(), order.begin(), [](const Key& k) { return k.particle; });
  return order;
}

}  // namespace gputest

#include "common/many/scaling.hpp"

#include <algorithm>
#include <cmath>

namespace gputest::many {
namespace {

constexpr double kNumbersIn = 3, kNumbersBack = 4;

/// Seconds of copies and messages for n bodies.
struct DataSeconds {
  double before = 0, meanwhile = 0, after = 0;
};

DataSeconds data_seconds(const Scaling& scaling, std::size_t devices, std::uint64_t n) {
  const Link &copies = scaling.links.copies, &messages = scaling.links.messages;
  const auto count = static_cast<double>(devices);
  const double number = static_cast<double>(scaling.bytes_per_number);
  const double part = static_cast<double>(n) / count * number;  // a column's
  const auto together = static_cast<double>(std::min(scaling.devices_per_rank, devices));
  const double ranks = std::ceil(count / together);
  // Of two parts that are opposite, half a one is a visitor.
  const double visits = scaling.both_sides ? std::floor(count / 2) : count - 1;
  const double visitors = scaling.both_sides ? (count - 1) / 2 : count - 1;

  DataSeconds data;
  data.before = copies.seconds(kNumbersIn, kNumbersIn * part);
  data.meanwhile =
      together * copies.seconds(kNumbersIn * visits, kNumbersIn * visitors * part) +
      messages.seconds(kNumbersIn * (ranks - 1), kNumbersIn * (ranks - 1) * together * part);
  if (!scaling.both_sides) return data;
  const double hosts = std::floor(ranks / 2);  // that a rank's bodies visit
  data.after = copies.seconds(visits + 1, kNumbersBack * (visitors + 1) * part) +
               messages.seconds(hosts, kNumbersBack * hosts * together * part);
  return data;
}

}  // namespace

PredictedTime predict(const Scaling& scaling, std::size_t devices, std::uint64_t n) {
  const DataSeconds alone = data_seconds(scaling, 1, scaling.n);
  const double arithmetic_of_one = std::max(0.0, scaling.seconds - alone.before - alone.after);
  const double growth = static_cast<double>(n) / static_cast<double>(scaling.n);
  const double arithmetic = arithmetic_of_one * growth * growth / static_cast<double>(devices);
  const DataSeconds data = data_seconds(scaling, devices, n);
  const double seconds = data.before + std::max(arithmetic, data.meanwhile) + data.after;
  return {seconds, seconds - arithmetic};
}

std::uint64_t weak_bodies(std::uint64_t n, std::size_t devices) {
  return static_cast<std::uint64_t>(
      std::llround(static_cast<double>(n) * std::sqrt(static_cast<double>(devices))));
}

std::vector<std::size_t> device_counts(std::size_t most) {
  std::vector<std::size_t> counts;
  for (std::size_t count = 1; count < most; count *= 2) counts.push_back(count);
  counts.push_back(most);
  return counts;
}

}  // namespace gputest::many

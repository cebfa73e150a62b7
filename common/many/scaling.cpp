#include "common/many/scaling.hpp"

#include <algorithm>
#include <cmath>

namespace gputest::many {
namespace {

constexpr double kNumbersIn = 3, kNumbersBack = 4;

/// Seconds of a launch in addition to its arithmetic.
struct OtherSeconds {
  double before = 0, meanwhile = 0, after = 0;  ///< data transfers
  double additions = 0;                         ///< on the device
};

OtherSeconds other_seconds(const Scaling& scaling, std::size_t devices, std::uint64_t n) {
  OtherSeconds other;
  if (devices == 1) return other;
  const Links& links = scaling.links;
  const Link &copies = links.copies, &messages = links.messages;
  const auto count = static_cast<double>(devices);
  const double number = static_cast<double>(scaling.bytes_per_number);
  const double part = static_cast<double>(n) / count * number;  // bytes of a column
  const auto together = static_cast<double>(std::min(scaling.devices_per_rank, devices));
  const double ranks = std::ceil(count / together);
  // In steps, a device receives one part each; of two opposite parts, only half a part is received.
  const double steps = scaling.both_sides ? std::floor(count / 2) : count - 1;
  const double parts = scaling.both_sides ? (count - 1) / 2 : count - 1;

  const auto add = [&](double times) {
    other.additions += links.additions.seconds(times, times * kNumbersBack * part);
  };
  add(steps);
  if (links.direct) {
    // If two devices are opposite, one receives the other's whole part.
    other.after = copies.seconds(steps, kNumbersIn * steps * part);
    if (!scaling.both_sides) return other;
    other.after += copies.seconds(steps, kNumbersBack * steps * part);
    add(steps);
    return other;
  }
  other.before = copies.seconds(kNumbersIn, kNumbersIn * part);
  other.meanwhile =
      together * copies.seconds(kNumbersIn * steps, kNumbersIn * parts * part) +
      messages.seconds(kNumbersIn * (ranks - 1), kNumbersIn * (ranks - 1) * together * part);
  if (!scaling.both_sides) return other;
  const double receivers = std::floor(ranks / 2);  // ranks to which a rank sends its bodies
  other.after = copies.seconds(steps + 1, kNumbersBack * (parts + 1) * part) +
                messages.seconds(receivers, kNumbersBack * receivers * together * part);
  // One device at a time, after all sums were set to zero.
  other.after += links.host_additions.seconds(together * steps,
                                              kNumbersBack * (together * parts + count) * part);
  add(1);
  return other;
}

}  // namespace

PredictedTime predict(const Scaling& scaling, std::size_t devices, std::uint64_t n) {
  const double launch = std::min(scaling.links.launch, scaling.seconds);
  const double growth = static_cast<double>(n) / static_cast<double>(scaling.n);
  const double arithmetic =
      (scaling.seconds - launch) * growth * growth / static_cast<double>(devices);
  const OtherSeconds other = other_seconds(scaling, devices, n);
  const double seconds =
      launch + other.before + std::max(arithmetic, other.meanwhile) + other.after + other.additions;
  return {seconds, std::max(0.0, seconds - launch - arithmetic - other.additions)};
}

PredictedTime predict(const Links& links, const ShareCost& share, bool has_ranks) {
  const auto seconds = [](const Link& link, std::uint64_t times, std::uint64_t bytes) {
    return times == 0 ? 0 : link.seconds(static_cast<double>(times), static_cast<double>(bytes));
  };
  double communication = 0;
  if (links.direct)
    communication = seconds(links.copies, share.receives > 0 ? 1 : 0,
                            std::max(share.bytes_sent, share.bytes_received));
  else
    communication = seconds(links.copies, share.sends, share.bytes_sent) +
                    seconds(links.copies, share.receives, share.bytes_received) +
                    (has_ranks ? seconds(links.messages, share.receives, share.bytes_received) : 0);
  const double hidden = std::min(share.before, communication);
  return {share.before + share.seconds + communication - hidden, communication - hidden};
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

#include "common/many/scaling.hpp"

#include <algorithm>
#include <cmath>

namespace gputest::many {
namespace {

constexpr double kNumbersIn = 3, kNumbersBack = 4;

/// Seconds of a launch beside its arithmetic.
struct OtherSeconds {
  double before = 0, meanwhile = 0, after = 0;  ///< of data
  double additions = 0;                         ///< on the device
};

OtherSeconds other_seconds(const Scaling& scaling, std::size_t devices, std::uint64_t n) {
  OtherSeconds other;
  if (devices == 1) return other;
  const Links& links = scaling.links;
  const Link &copies = links.copies, &messages = links.messages;
  const auto count = static_cast<double>(devices);
  const double number = static_cast<double>(scaling.bytes_per_number);
  const double part = static_cast<double>(n) / count * number;  // a column's
  const auto together = static_cast<double>(std::min(scaling.devices_per_rank, devices));
  const double ranks = std::ceil(count / together);
  // Of two parts that are opposite, half a one is a visitor.
  const double visits = scaling.both_sides ? std::floor(count / 2) : count - 1;
  const double visitors = scaling.both_sides ? (count - 1) / 2 : count - 1;

  const auto add = [&](double times) {
    other.additions += links.additions.seconds(times, times * kNumbersBack * part);
  };
  add(visits);
  if (links.direct) {
    // Of two devices that are opposite, one has the other's whole part as its visitors.
    other.after = copies.seconds(visits, kNumbersIn * visits * part);
    if (!scaling.both_sides) return other;
    other.after += copies.seconds(visits, kNumbersBack * visits * part);
    add(visits);
    return other;
  }
  other.before = copies.seconds(kNumbersIn, kNumbersIn * part);
  other.meanwhile =
      together * copies.seconds(kNumbersIn * visits, kNumbersIn * visitors * part) +
      messages.seconds(kNumbersIn * (ranks - 1), kNumbersIn * (ranks - 1) * together * part);
  if (!scaling.both_sides) return other;
  const double hosts = std::floor(ranks / 2);  // that a rank's bodies visit
  other.after = copies.seconds(visits + 1, kNumbersBack * (visitors + 1) * part) +
                messages.seconds(hosts, kNumbersBack * hosts * together * part);
  // One device's at a time, after all sums were made zero.
  other.after += links.host_additions.seconds(together * visits,
                                              kNumbersBack * (together * visitors + count) * part);
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

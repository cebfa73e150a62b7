#include "common/many/links.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "common/core/stopwatch.hpp"
#include "common/device/queue.hpp"

namespace gputest::many {
namespace {

constexpr std::uint64_t kSmall = 16, kLarge = 4 << 20;  // bytes

/// The median of some after one that is not counted.
double median_seconds(const std::function<void()>& transfer) {
  constexpr std::size_t kTimes = 9;
  transfer();
  std::vector<double> seconds;
  while (seconds.size() < kTimes) {
    const Stopwatch watch;
    transfer();
    seconds.push_back(watch.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + kTimes / 2, seconds.end());
  return seconds[kTimes / 2];
}

Link measured_link(const std::function<void(std::uint64_t bytes)>& transfer) {
  Link link;
  link.latency = median_seconds([&] { transfer(kSmall); });
  const double large = median_seconds([&] { transfer(kLarge); });
  link.bandwidth = static_cast<double>(kLarge - kSmall) / std::max(large - link.latency, 1e-9);
  return link;
}

Link slower_of(const Link& one, const Link& other) {
  return {std::max(one.latency, other.latency), std::min(one.bandwidth, other.bandwidth)};
}

Link link_of_copies(const ManyDevices& devices) {
  Queue& queue = *devices.devices().front()->queue();
  queue.use();
  std::vector<std::byte> host(kLarge);
  const auto memory = queue.allocate(kLarge);
  return slower_of(
      measured_link([&](std::uint64_t bytes) { memory->write_beside(0, bytes, host.data()); }),
      measured_link([&](std::uint64_t bytes) { memory->read_part(0, bytes, host.data()); }));
}

Link link_of_messages(Ranks& ranks) {
  if (ranks.size() == 1) return {};
  const std::vector<std::byte> sent(kLarge);
  std::vector<std::byte> received(kLarge);
  const int next = (ranks.rank() + 1) % ranks.size();
  const int before = (ranks.rank() + ranks.size() - 1) % ranks.size();
  return measured_link([&](std::uint64_t bytes) {
    ranks.begin_send(next, sent.data(), bytes);
    ranks.begin_receive(before, received.data(), bytes);
    ranks.wait();
  });
}

/// The worst that a rank has measured, on rank 0.
Link worst_of(Ranks& ranks, const std::function<Link()>& measure) {
  const std::vector<std::string> texts = ranks.gather_made([&] {
    const Link link = measure();
    return std::string(reinterpret_cast<const char*>(&link), sizeof link);
  });
  Link worst;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    Link link;
    std::memcpy(&link, texts[k].data(), sizeof link);
    worst = k == 0 ? link : slower_of(worst, link);
  }
  return worst;
}

}  // namespace

Links measure_links(const ManyDevices& devices) {
  Ranks& ranks = devices.ranks();
  Links links;
  links.copies = worst_of(ranks, [&] { return link_of_copies(devices); });
  links.messages = worst_of(ranks, [&] { return link_of_messages(ranks); });
  return links;
}

}  // namespace gputest::many

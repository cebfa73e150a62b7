#include "common/many/links.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "common/core/stopwatch.hpp"
#include "common/device/queue.hpp"
#include "common/device/staging.hpp"
#include "common/many/communicators.hpp"
#include "common/many/numbers.hpp"
#include "common/many/rank_part.hpp"

namespace gputest::many {
namespace {

constexpr std::uint64_t kSmall = 16, kLarge = 4 << 20;  // bytes

/// The median of nine transfers after one uncounted transfer.
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

/// If the times differ by less than a tenth, the bandwidth is unknown.
Link link_of(double small, double large) {
  Link link;
  link.latency = std::max(small, 0.0);
  if (large > 1.1 * link.latency)
    link.bandwidth = static_cast<double>(kLarge - kSmall) / (large - link.latency);
  return link;
}

Link measured_link(const std::function<void(std::uint64_t bytes)>& transfer) {
  return link_of(median_seconds([&] { transfer(kSmall); }),
                 median_seconds([&] { transfer(kLarge); }));
}

/// Seconds of one operation, from enqueuing it `times` over and waiting once; the waiting cancels
/// out.
double seconds_of_one(const std::function<void(int times)>& enqueue_and_wait) {
  constexpr int kTimes = 9;
  const double many = median_seconds([&] { enqueue_and_wait(kTimes); });
  return (many - median_seconds([&] { enqueue_and_wait(1); })) / (kTimes - 1);
}

Link slower_of(const Link& one, const Link& other) {
  return {std::max(one.latency, other.latency), std::min(one.bandwidth, other.bandwidth)};
}

Link link_of_copies(const ManyDevices& devices) {
  Queue& queue = *devices.devices().front()->queue();
  queue.use();
  Staging host(devices.pinning_queue());
  host.resize(kLarge);
  const auto memory = queue.allocate(kLarge);
  return slower_of(
      measured_link([&](std::uint64_t bytes) { memory->write_beside(0, bytes, host.data()); }),
      measured_link([&](std::uint64_t bytes) { memory->read_part(0, bytes, host.data()); }));
}

/// Transfers both ways at once between the first two devices of all ranks; a rank that has neither
/// returns nothing.
Link link_of_transfers(const ManyDevices& devices) {
  struct End {
    std::size_t k, peer;
    std::unique_ptr<DeviceMemory> sent, received;
  };
  Communicators& all = *devices.communicators();
  std::vector<End> ends;
  for (std::size_t number = all.first();
       number < std::min<std::size_t>(2, all.first() + all.count()); ++number) {
    Queue& queue = *devices.devices()[number - all.first()]->queue();
    queue.use();
    ends.push_back(
        {number - all.first(), 1 - number, queue.allocate(kLarge), queue.allocate(kLarge)});
  }
  if (ends.empty()) return {};
  omp_set_dynamic(0);  // with one thread for both transfers neither would end
  const auto seconds = [&](std::uint64_t bytes) {
    return seconds_of_one([&](int times) {
      std::exception_ptr failure;
#pragma omp parallel for num_threads(static_cast <int>(ends.size())) schedule(static, 1)
      for (const End& end : ends) try {  // one thread for each, as in a launch
          Queue& queue = *devices.devices()[end.k]->queue();
          queue.use();
          for (int time = 0; time < times; ++time)
            all.transfer(end.k, {{true, end.sent->get(), bytes, end.peer},
                                 {false, end.received->get(), bytes, end.peer}});
          queue.synchronize();
        } catch (...) {
#pragma omp critical(gputest_link)
          if (!failure) failure = std::current_exception();
          all.abort();
        }
      if (failure) std::rethrow_exception(failure);
    });
  };
  const double small = seconds(kSmall);
  return link_of(small, seconds(kLarge));
}

/// Measures additions on the device, and the seconds of one addition by itself.
Link link_of_additions(const ManyDevices& devices, double& alone) {
  Queue& queue = *devices.devices().front()->queue();
  queue.use();
  const auto others = queue.allocate(kLarge), sums = queue.allocate(kLarge);
  const auto seconds = [&](std::uint64_t bytes) {
    const std::uint64_t bodies = bytes / (kSums * sizeof(float));
    const auto addition = bind_addition(queue, Precision::fp32, bodies, *others, *sums);
    const auto add = [&](int times) {
      for (int time = 0; time < times; ++time) addition->enqueue();
      queue.synchronize();
    };
    if (bytes == kSmall) alone = median_seconds([&] { add(1); });
    return seconds_of_one(add);
  };
  const double small = seconds(kSmall);
  return link_of(small, seconds(kLarge));
}

Link link_of_host_additions() {
  std::vector<std::byte> sums(kLarge);
  Staging terms;
  return measured_link([&](std::uint64_t bytes) {
    terms.resize(bytes);
    add_numbers(sums.data(), terms, sizeof(float));
  });
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

Links worse_of(const Links& one, const Links& other) {
  return {one.direct,
          slower_of(one.copies, other.copies),
          slower_of(one.messages, other.messages),
          slower_of(one.additions, other.additions),
          slower_of(one.host_additions, other.host_additions),
          std::max(one.launch, other.launch)};
}

/// The slowest links that any rank has measured, on rank 0.
Links worst_of(Ranks& ranks, const std::function<Links()>& measure) {
  const std::vector<std::string> texts = ranks.gather_made([&] {
    const Links links = measure();
    return std::string(reinterpret_cast<const char*>(&links), sizeof links);
  });
  Links worst;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    Links links;
    std::memcpy(&links, texts[k].data(), sizeof links);
    worst = k == 0 ? links : worse_of(worst, links);
  }
  return worst;
}

}  // namespace

Links measure_links(const ManyDevices& devices) {
  Ranks& ranks = devices.ranks();
  Links links = worst_of(ranks, [&] {
    Links own;
    own.direct = devices.communicators() != nullptr;
    own.copies = own.direct ? link_of_transfers(devices) : link_of_copies(devices);
    own.additions = link_of_additions(devices, own.launch);
    own.host_additions = link_of_host_additions();
    return own;
  });
  if (devices.communicators() == nullptr)
    links.messages = worst_of(ranks, [&] {
                       return Links{false, {}, link_of_messages(ranks), {}, {}, 0};
                     }).messages;
  return links;
}

}  // namespace gputest::many

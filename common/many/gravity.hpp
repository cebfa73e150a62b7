// Gravity's direct sums over several devices. Each computes with its own bodies, while the others'
// go round in a ring (ring.hpp).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/device/queue.hpp"
#include "common/many/part.hpp"
#include "common/many/ranks.hpp"
#include "common/many/ring.hpp"
#include "common/many/shared_kernel.hpp"

namespace gputest::many {

/// Where a device has coordinates: x, y, z.
using Coordinates = std::vector<std::unique_ptr<DeviceMemory>>;

/// How the bodies of a device come to others and, where those compute both sides of a pair, what
/// they do to these bodies back. One thread calls, but for those that say otherwise.
class Exchange {
 public:
  virtual ~Exchange() = default;
  /// Before a launch.
  virtual void begin() {}
  /// Reads the device's own bodies, which `from` begins with. A thread of each device's.
  virtual void publish(const Range& own, const Coordinates& from) = 0;
  /// After every publish() of this rank: what goes between ranks goes on. True when all has come.
  virtual bool progress() { return true; }
  /// Whether a rank's bodies have come.
  virtual bool has(int) const { return true; }
  /// Copies the bodies to `to` from `place` on, while kernels go on.
  virtual void take(const Range& bodies, Coordinates& to, std::uint64_t place) = 0;

  /// Reads the sums of visitors, which stand in `from` from `place` on, and adds them to what other
  /// devices of this rank gave of these bodies. A thread of each device's.
  virtual void give_back(const Range& visitors, const DeviceMemory& from, std::uint64_t place) = 0;
  /// After every give_back() of this rank: what goes between ranks goes on. True when all has come.
  virtual bool progress_back() { return true; }
  /// Writes the sums that all gave of the device's own bodies to the beginning of `to`. A thread of
  /// each device's.
  virtual void take_back(const Range& own, DeviceMemory& to) = 0;

  /// A device's kernel of that step of the ring begins, or has ended: for tests. A thread of each
  /// device's.
  virtual void computes(std::size_t /*step*/, bool /*begins*/) {}
};

/// What is exchanged: numbers of n bodies, of which each rank has those from its first on.
struct Exchanged {
  std::uint64_t n, bytes_per_number;
  Ranks* ranks;
  Queue* pins = nullptr;              ///< ManyDevices::pinning_queue()
  std::vector<std::uint64_t> firsts;  ///< of each rank that has devices in use, and n
  bool both_sides = false;            ///< sums of visitors go back
  /// The other ranks whose bodies visit this one, and those that its own visit.
  std::vector<int> gives_back_to = {}, takes_back_from = {};
};

/// Copies through memory of the host, which any devices can, and around a ring of the ranks.
std::unique_ptr<Exchange> through_host(const Exchanged& exchanged);

/// How the bodies of several devices come to each other.
using MakeExchange = std::function<std::unique_ptr<Exchange>(const Exchanged&)>;

/// Makes a rank's part of gravity's direct sums.
MakePart gravity_part(const MakeExchange& exchange);

/// gravity_blocked or gravity_symmetric on every device; on the processor, which has no
/// gravity_blocked, gravity_simd. `variant` is "blocked" or "symmetric". Tests have other
/// exchanges.
class SharedGravity : public SharedKernel {
 public:
  SharedGravity(const std::string& variant, std::size_t devices,
                const MakeExchange& exchange = through_host);
  bool sums_all_pairs() const override { return true; }
};

}  // namespace gputest::many

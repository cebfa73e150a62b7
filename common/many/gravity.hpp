// Gravity's direct sums over several devices. Each device computes with its own bodies while the
// others' bodies go round in a ring (ring.hpp).
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

/// A device's arrays of coordinates: x, y, z.
using Coordinates = std::vector<std::unique_ptr<DeviceMemory>>;

/// Carries a device's bodies to other devices and, if those compute both sides of a pair, carries
/// the bodies' sums back. One thread calls, except where a function says otherwise.
class Exchange {
 public:
  virtual ~Exchange() = default;
  /// Called before a launch.
  virtual void begin() {}
  /// Reads the device's own bodies from the beginning of `from`. Each device's thread calls it.
  virtual void publish(const Range& own, const Coordinates& from) = 0;
  /// Advances messages between ranks, after every publish() of this rank. True when all bodies have
  /// arrived.
  virtual bool progress() { return true; }
  /// Whether a rank's bodies have arrived.
  virtual bool has(int) const { return true; }
  /// Copies the bodies to `to` from `place` on, while kernels run.
  virtual void take(const Range& bodies, Coordinates& to, std::uint64_t place) = 0;

  /// Reads the sums of others' bodies from `from`, beginning at `place`. Adds them to the sums that
  /// other devices of this rank computed for these bodies. Each device's thread calls it.
  virtual void give_back(const Range& others, const DeviceMemory& from, std::uint64_t place) = 0;
  /// Advances messages between ranks, after every give_back() of this rank. True when all sums have
  /// arrived.
  virtual bool progress_back() { return true; }
  /// Writes all sums that others computed for the device's own bodies to the beginning of `to`.
  /// Each device's thread calls it.
  virtual void take_back(const Range& own, DeviceMemory& to) = 0;

  /// For tests: a device's kernel of that step of the ring begins or has ended. Each device's
  /// thread calls it.
  virtual void computes(std::size_t /*step*/, bool /*begins*/) {}
};

/// The sizes of the exchange: n bodies, and the first body of each rank.
struct Exchanged {
  std::uint64_t n, bytes_per_number;
  Ranks* ranks;
  Queue* pins = nullptr;              ///< ManyDevices::pinning_queue()
  std::vector<std::uint64_t> firsts;  ///< the first body of each rank that has devices in use, then
                                      ///< n
  bool both_sides = false;            ///< sums of others' bodies go back
  /// The other ranks to which this one returns sums, and those that return sums to it.
  std::vector<int> gives_back_to = {}, takes_back_from = {};
};

/// Copies through the host's memory, which works for any devices, and round a ring of the ranks.
std::unique_ptr<Exchange> through_host(const Exchanged& exchanged);

/// Makes the exchange between several devices.
using MakeExchange = std::function<std::unique_ptr<Exchange>(const Exchanged&)>;

/// Makes a rank's part of gravity's direct sums.
MakePart gravity_part(const MakeExchange& exchange);

/// gravity_blocked or gravity_symmetric on every device; gravity_simd on a processor, which has no
/// gravity_blocked. `variant` is "blocked" or "symmetric". Tests pass other exchanges.
class SharedGravity : public SharedKernel {
 public:
  SharedGravity(const std::string& variant, std::size_t devices,
                const MakeExchange& exchange = through_host);
  bool sums_all_pairs() const override { return true; }
};

}  // namespace gputest::many

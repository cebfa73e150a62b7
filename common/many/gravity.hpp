// Gravity's direct sums over several devices. Each computes the sums of its own bodies, while the
// others' go round in a ring (Makino 2002, New Astronomy 7, 373, the "ring" algorithm).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/device/queue.hpp"
#include "common/device/shared_work.hpp"
#include "common/many/devices.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// Bodies first … first + count - 1 of n.
struct Range {
  std::uint64_t first = 0, count = 0;
};

/// Where a device has coordinates: x, y, z.
using Coordinates = std::vector<std::unique_ptr<DeviceMemory>>;

/// How the bodies of a device come to all others. One thread calls, but for publish() and
/// computes().
class Exchange {
 public:
  virtual ~Exchange() = default;
  /// Reads the device's own bodies, which `from` begins with. A thread of each device's.
  virtual void publish(const Range& own, const Coordinates& from) = 0;
  /// After every publish() of this rank: what goes between ranks goes on. True when all has come.
  virtual bool progress() { return true; }
  /// Whether a rank's bodies have come.
  virtual bool has(int) const { return true; }
  /// Copies the bodies to the beginning of `to`, while kernels go on.
  virtual void take(const Range& bodies, Coordinates& to) = 0;
  /// A device's kernel of that step of the ring begins, or has ended: for tests. A thread of each
  /// device's.
  virtual void computes(std::size_t /*step*/, bool /*begins*/) {}
};

/// What is exchanged: numbers of n bodies, of which each rank has those from its first on.
struct Exchanged {
  std::uint64_t n, bytes_per_number;
  Ranks* ranks;
  std::vector<std::uint64_t> firsts;  ///< of each rank, and n
};

/// Copies through memory of the host, which any devices can, and around a ring of the ranks.
std::unique_ptr<Exchange> through_host(const Exchanged& exchanged);

/// Bodies for each device in proportion to `speeds`, at least one. Throws Error(bad_input) where
/// there are fewer bodies than devices.
std::vector<std::uint64_t> shares_of(std::uint64_t n, const std::vector<double>& speeds);

/// gravity_blocked on every device; on the processor, which has none, gravity_simd.
class SharedGravity : public Kernel {
 public:
  using MakeExchange = std::function<std::unique_ptr<Exchange>(const Exchanged&)>;
  /// Tests have other exchanges.
  explicit SharedGravity(std::size_t devices, MakeExchange exchange = through_host);

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override;
  std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t n) const override;

 private:
  std::size_t devices_;
  MakeExchange exchange_;
};

/// What ranks but 0 do: this rank's part of the work that rank 0's kernels share, on its devices,
/// until rank 0 wants nothing more.
void serve_rank(const ManyDevices& devices);

}  // namespace gputest::many

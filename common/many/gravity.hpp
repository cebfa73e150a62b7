// Gravity's direct sums over several devices. Each has all bodies and computes the sums of its own:
// the all-gather of a direct sum, as in the parallel codes for GRAPE (Makino 2002, New Astronomy 7,
// 373, the "copy" algorithm).
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

/// A device's part: it has the bodies in the order first … n - 1, 0 … first - 1, so that its own
/// `count` come first.
struct Part {
  Queue* queue = nullptr;
  std::uint64_t first = 0, count = 0;
  std::vector<std::unique_ptr<DeviceMemory>> coordinates;  ///< x, y, z of n bodies each
};

/// How the bodies of one part come to all others. publish() is called for every part of this rank,
/// then between_ranks() once, then take() for every part; both by a thread that uses the part's
/// device.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void publish(const Part& part) = 0;
  virtual void between_ranks() {}
  virtual void take(const Part& part) = 0;
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

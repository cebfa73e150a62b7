// One number of each particle, in the host's memory and in a device's.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/queue.hpp"
#include "common/device/staging.hpp"

namespace gputest::libraries {

/// An array of the layout soa, in a kernel's precision. Its memory belongs to a queue, which must
/// outlive it.
class Column {
 public:
  explicit Column(Precision precision) : precision_(precision) {}

  /// Makes room for `count` numbers on the host and the device: the old numbers, then zeros.
  void resize(Queue& queue, std::size_t count);
  /// Sets `count` numbers at places first … first + count - 1.
  void set(std::size_t first, std::size_t count, const double* from);
  /// Sets three columns of one precision from x y z x y z …
  static void set_positions(Column& x, Column& y, Column& z, std::size_t first, std::size_t count,
                            const double* from);
  /// Copies these places to the device, after all enqueued work. With a stream it does not wait for
  /// that work; the caller must not set the places again before the copy has ended.
  void upload(std::size_t first, std::size_t count, const SideStream* in = nullptr);

  const DeviceMemory& memory() const { return *memory_; }
  /// The number at place k of the host's memory, rounded as the device has it.
  double at(std::size_t k) const {
    return precision_ == Precision::fp32
               ? static_cast<double>(reinterpret_cast<const float*>(host_.data())[k])
               : reinterpret_cast<const double*>(host_.data())[k];
  }

 private:
  std::size_t bytes_of(std::size_t count) const;
  template <class Real>
  Real* numbers() {
    return reinterpret_cast<Real*>(host_.data());
  }

  Precision precision_;
  Staging host_;
  std::unique_ptr<DeviceMemory> memory_;
};

/// The first `count` numbers of that precision in a device's memory, as doubles.
std::vector<double> download(const DeviceMemory& memory, Precision precision, std::size_t count);

}  // namespace gputest::libraries

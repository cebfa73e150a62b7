// Several kernels over data that remain on a device, in the same way for every API. Memory is
// opaque, and a kernel is bound to its arguments once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/device/launch_plan.hpp"

namespace gputest {

class SideStream;

/// Uninitialised memory of a device. Opaque: only the API's own code knows the type of get(). It
/// must not outlive the queue that allocated it.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  virtual ~DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// A pointer in CUDA, HIP and on the CPU; the cl_mem in OpenCL.
  virtual void* get() const = 0;
  virtual std::uint64_t bytes() const = 0;
  /// Copies all bytes() from host memory, in order after all enqueued work. The other functions
  /// have the same order.
  virtual void write(const void* from) = 0;
  /// Copies all bytes() to host memory.
  virtual void read(void* to) const = 0;
  /// Copies `bytes` from host memory to the part that begins at byte `first`.
  virtual void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) = 0;
  /// Like write_part(), but does not wait for enqueued work if the API allows it: kernels run
  /// during the copy and must not use those bytes. Returns when the copy is complete.
  virtual void write_beside(std::uint64_t first, std::uint64_t bytes, const void* from) {
    write_part(first, bytes, from);
  }
  /// Copies `bytes` from the part that begins at byte `first` to host memory.
  virtual void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const = 0;
  /// Like write_part() and read_part(), but from and to pinned memory and in that stream of the
  /// device: after earlier work in the stream and in parallel with kernels. Return before the copy
  /// is complete.
  virtual void write_in(const SideStream&, std::uint64_t first, std::uint64_t bytes,
                        const void* from) {
    write_part(first, bytes, from);
  }
  virtual void read_in(const SideStream&, std::uint64_t first, std::uint64_t bytes,
                       void* to) const {
    read_part(first, bytes, to);
  }
  /// Sets every byte.
  virtual void fill(unsigned char byte) = 0;
  /// Copies the content of other memory of the same device and size.
  virtual void copy(const DeviceMemory& other) = 0;
  /// The address at which the host reads and writes the same bytes while no enqueued kernel uses
  /// them. Null if they must be copied.
  virtual std::byte* host() const { return nullptr; }
};

/// A 2D resource of a device. The host can only write it as a whole.
class ImageMemory : public DeviceMemory {
 public:
  void write_part(std::uint64_t, std::uint64_t, const void* from) final { write(from); }
  void read(void*) const final { refuse(); }
  void read_part(std::uint64_t, std::uint64_t, void*) const final { refuse(); }
  void fill(unsigned char) final { refuse(); }
  void copy(const DeviceMemory&) final { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw std::logic_error("a 2D resource can only be written"); }
};

/// Arrays of a bound kernel, in the order of its KernelSignature.
struct KernelArrays {
  std::vector<const DeviceMemory*> inputs, outputs, scratch;
};

/// A kernel with fixed instance, arguments and grid. The arrays must outlive it.
class BoundKernel {
 public:
  BoundKernel() = default;
  virtual ~BoundKernel() = default;
  BoundKernel(const BoundKernel&) = delete;
  BoundKernel& operator=(const BoundKernel&) = delete;

  virtual void enqueue() = 0;
  virtual const LaunchPlan& plan() const = 0;

  /// Like Execution's functions of these names.
  virtual std::optional<KernelText> text() const { return std::nullopt; }
  virtual std::optional<LaunchCounts> counted_launch(const std::function<void()>& /*before*/) {
    return std::nullopt;
  }
  virtual std::optional<double> event_seconds() { return std::nullopt; }
  virtual std::vector<PassTime> pass_times() { return {}; }
  virtual void flush_cache() { throw std::logic_error("this kernel cannot flush the caches"); }
  /// After this call, launches may be replayed as one unit, for a kernel that has run and is
  /// enqueued alone, not in a sequence.
  virtual void record() {}
};

/// The priority among kernels that wait for multiprocessors in several streams of a device. An API
/// with fewer priorities takes the nearest.
enum class Urgency { as_kernels, before_kernels, before_all };

/// A stream of a device in addition to the queue: for a library that sends memory from device to
/// device, or for kernels that use idle multiprocessors. It belongs to the thread that enqueues the
/// kernels. Every call throws Error on failure.
class SideStream {
 public:
  SideStream() = default;
  virtual ~SideStream() = default;
  SideStream(const SideStream&) = delete;
  SideStream& operator=(const SideStream&) = delete;

  /// The API's stream, a cudaStream_t or hipStream_t, for such a library.
  virtual void* native() const = 0;
  /// Later work in the stream begins after all kernels enqueued so far.
  virtual void follow_kernels() = 0;
  /// Later kernels begin after all work in the stream so far.
  virtual void precede_kernels() = 0;
  /// Waits for all work in the stream so far.
  virtual void wait() = 0;

  /// Records the end time of all work so far in that stream or, if it is null, of the queue's
  /// kernels. Returns the number of the record: 0, 1, … since forget_times().
  virtual std::size_t keep_time(const SideStream* stream) = 0;
  /// Seconds from one recorded time to a later one, both in the past.
  virtual double seconds_between(std::size_t from, std::size_t to) const = 0;
  virtual void forget_times() = 0;
};

/// A device's memory, and its kernels by name. Enqueued work runs in order. Every call throws Error
/// on failure, like those of Execution.
class Queue {
 public:
  virtual ~Queue() = default;
  /// Makes the device current for the calling thread, if the API has current devices. A thread that
  /// did not open the device must call this before it uses the queue or its memory.
  virtual void use() {}
  /// Throws Error(out_of_memory) if the memory does not suffice.
  virtual std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) = 0;
  /// Memory with a host() address for data that kernels read or write once, so that nothing waits
  /// for a copy. Device memory without a host() address if the API has no memory that both can
  /// access.
  virtual std::unique_ptr<DeviceMemory> allocate_on_host(std::uint64_t bytes) {
    return allocate(bytes);
  }
  /// Memory of an array: a 2D resource or host memory if the shape says so; otherwise `bytes`, at
  /// least the shape's. Kernels do not write an array that is `read_only`. Throws like allocate().
  virtual std::unique_ptr<DeviceMemory> allocate_array(const ArrayShape& shape, std::uint64_t bytes,
                                                       bool read_only) = 0;
  /// A part of that memory of allocate_array(), which must outlive it. `first` is 0 or a multiple
  /// of 4096.
  virtual std::unique_ptr<DeviceMemory> part_of(DeviceMemory& whole, std::uint64_t first,
                                                std::uint64_t bytes) = 0;
  /// Whether the device is a simulator that finds accesses outside the memory of an allocation and
  /// reads of what forbid() names.
  virtual bool guards_allocations() const { return false; }
  /// Kernels must neither read nor write these bytes of the memory, which lie around an array of
  /// that shape at `array`. Only a simulator enforces that.
  virtual void forbid(DeviceMemory& /*whole*/, std::uint64_t /*first*/, std::uint64_t /*bytes*/,
                      const ArrayShape& /*shape*/, std::uint64_t /*array*/) {}
  /// Whether the device is a simulator that detects reads of uninitialised memory and accesses
  /// outside arrays.
  virtual bool sees_every_access() const { return false; }
  /// "lj_unrolled", "neighbour_mask" or a step kernel, "step_move". Throws Error(unavailable) if
  /// the API has no such kernel.
  virtual std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration&,
                                            const KernelSignature&, const KernelArrays&) = 0;
  /// Enqueues several bound kernels in order, `times` times. An API may replay them as one unit (a
  /// CUDA graph).
  virtual void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) = 0;
  /// Waits for all enqueued work.
  virtual void synchronize() = 0;

  /// Pinned host memory of that size, which the API's devices copy without an intermediate buffer.
  /// Null if the API has none. Any thread may call this: its current device does not change.
  virtual std::shared_ptr<std::byte> pinned_memory(std::uint64_t /*bytes*/) { return nullptr; }

  /// The file of the library with NCCL's functions that supports this device's memory and streams:
  /// "libnccl.so.2", "librccl.so.1". Empty if there is none.
  virtual std::string collectives() const { return ""; }
  /// A stream for copies from device to device or for further kernels; null if the API has no
  /// separate streams.
  virtual std::unique_ptr<SideStream> make_side_stream(Urgency) { return nullptr; }
  /// Like bind(), for a kernel that runs in such a stream.
  virtual std::unique_ptr<BoundKernel> bind_beside(const SideStream&, const std::string& kernel,
                                                   const Configuration& configuration,
                                                   const KernelSignature& signature,
                                                   const KernelArrays& arrays) {
    return bind(kernel, configuration, signature, arrays);
  }
};

}  // namespace gputest

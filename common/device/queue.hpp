// Work of several kernels over data that stay on a device. Alike for every API: memory is opaque,
// and a kernel is bound to its arguments once.
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

/// Memory of a device, not initialised. Opaque: an API's own code knows what get() is. It must not
/// outlive the queue that allocated it.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  virtual ~DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// A pointer in CUDA, HIP and on the CPU; of OpenCL the cl_mem.
  virtual void* get() const = 0;
  virtual std::uint64_t bytes() const = 0;
  /// Copies all bytes() of it from host memory, after what was enqueued before.
  virtual void write(const void* from) = 0;
  /// Copies all bytes() of it to host memory, after what was enqueued before.
  virtual void read(void* to) const = 0;
  /// Copies `bytes` of host memory to those of it from `first` on, after what was enqueued before.
  virtual void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) = 0;
  /// Copies as write_part() does, and not after what was enqueued before: kernels go on meanwhile,
  /// where the API has a way. They must not use those bytes. Returns when it is done.
  virtual void write_beside(std::uint64_t first, std::uint64_t bytes, const void* from) {
    write_part(first, bytes, from);
  }
  /// Copies `bytes` of it from `first` on to host memory, after what was enqueued before.
  virtual void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const = 0;
  /// Copy as write_part() and read_part() do, from and to pinned memory, in that stream of the
  /// device: after what was put there before, and beside kernels. They return before that is done.
  virtual void write_in(const SideStream&, std::uint64_t first, std::uint64_t bytes,
                        const void* from) {
    write_part(first, bytes, from);
  }
  virtual void read_in(const SideStream&, std::uint64_t first, std::uint64_t bytes,
                       void* to) const {
    read_part(first, bytes, to);
  }
  /// Sets every byte, after what was enqueued before.
  virtual void fill(unsigned char byte) = 0;
  /// Makes it what other memory of the device's, of as many bytes, is, after what was enqueued
  /// before.
  virtual void copy(const DeviceMemory& other) = 0;
  /// Where the host reads and writes the same bytes, while no kernel that is enqueued uses them.
  /// Null where they must be copied.
  virtual std::byte* host() const { return nullptr; }
};

/// A 2D resource of a device. The host writes the whole of it, and nothing else.
class ImageMemory : public DeviceMemory {
 public:
  void write_part(std::uint64_t, std::uint64_t, const void* from) final { write(from); }
  void read(void*) const final { refuse(); }
  void read_part(std::uint64_t, std::uint64_t, void*) const final { refuse(); }
  void fill(unsigned char) final { refuse(); }
  void copy(const DeviceMemory&) final { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw std::logic_error("a 2D resource is only written"); }
};

/// Arrays of a bound kernel, in the order of its KernelSignature.
struct KernelArrays {
  std::vector<const DeviceMemory*> inputs, outputs, scratch;
};

/// A kernel with everything fixed: instance, arguments, grid. The arrays must outlive it.
class BoundKernel {
 public:
  BoundKernel() = default;
  virtual ~BoundKernel() = default;
  BoundKernel(const BoundKernel&) = delete;
  BoundKernel& operator=(const BoundKernel&) = delete;

  virtual void enqueue() = 0;
  virtual const LaunchPlan& plan() const = 0;

  /// As Execution's functions of these names do.
  virtual std::optional<KernelText> text() const { return std::nullopt; }
  virtual std::optional<LaunchCounts> counted_launch() { return std::nullopt; }
  virtual std::optional<double> event_seconds() { return std::nullopt; }
  virtual std::vector<PassTime> pass_times() { return {}; }
  virtual void flush_cache() { throw std::logic_error("a kernel that flushes no caches"); }
  /// From now on its launches may be replayed as one, of a kernel that has run and is enqueued
  /// alone.
  virtual void record() {}
};

/// Of what waits for multiprocessors in several streams of a device, the more urgent goes first. An
/// API that knows fewer takes the nearest.
enum class Urgency { as_kernels, before_kernels, before_all };

/// A stream of a device beside its queue's kernels: for a library that sends memory from device to
/// device, or for kernels that fill what the queue's leave idle. The thread that enqueues the
/// kernels uses it. Every call throws Error on failure.
class SideStream {
 public:
  SideStream() = default;
  virtual ~SideStream() = default;
  SideStream(const SideStream&) = delete;
  SideStream& operator=(const SideStream&) = delete;

  /// The API's own, a cudaStream_t or hipStream_t, which such a library is given.
  virtual void* native() const = 0;
  /// What is put into the stream from now on begins when all kernels so far have ended.
  virtual void follow_kernels() = 0;
  /// Kernels that are enqueued from now on begin when all in the stream so far has ended.
  virtual void precede_kernels() = 0;
  /// Waits until all in the stream so far has ended.
  virtual void wait() = 0;

  /// Keeps the time at which all in that stream of the device so far has ended or, where it is
  /// null, all of the queue's kernels. Returns its number: 0, 1, … since forget_times().
  virtual std::size_t keep_time(const SideStream* stream) = 0;
  /// Seconds from one time to a later one, both in the past.
  virtual double seconds_between(std::size_t from, std::size_t to) const = 0;
  virtual void forget_times() = 0;
};

/// A device's memory and its kernels by name. What is enqueued runs in that order. Every call
/// throws Error on failure, as those of Execution do.
class Queue {
 public:
  virtual ~Queue() = default;
  /// Makes the device the calling thread's own, where the API has such. A thread that did not open
  /// the device calls it before it uses the queue or its memory.
  virtual void use() {}
  /// Throws Error(out_of_memory) where there is not as much.
  virtual std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) = 0;
  /// Memory with a host() address, for what kernels read or write once, so that no copy is waited
  /// for; the device's own, without one, where the API has none that both reach.
  virtual std::unique_ptr<DeviceMemory> allocate_on_host(std::uint64_t bytes) {
    return allocate(bytes);
  }
  /// Memory of an array: a 2D resource or the host's where the shape says so. Behind it are
  /// `behind` more bytes, which only parts reach. Kernels do not write one that is `read_only`.
  /// Throws as allocate() does.
  virtual std::unique_ptr<DeviceMemory> allocate_array(const ArrayShape& shape,
                                                       std::uint64_t behind, bool read_only) = 0;
  /// Whether the device is a simulator that itself sees what kernels read unwritten and outside
  /// arrays.
  virtual bool sees_every_access() const { return false; }
  /// "lj_unrolled", "neighbour_mask" or a step kernel, "step_move". Throws Error(unavailable) if
  /// the API has no such kernel.
  virtual std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration&,
                                            const KernelSignature&, const KernelArrays&) = 0;
  /// Enqueues several bound kernels in order, `times` over; an API may replay them as one (a CUDA
  /// graph).
  virtual void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) = 0;
  /// Waits for everything that was enqueued.
  virtual void synchronize() = 0;

  /// So many bytes of the host's memory whose pages stay where they are, so that copies to and from
  /// the API's devices need no other on their way. Null where the API has none. Any thread calls:
  /// its device stays what it is.
  virtual std::shared_ptr<std::byte> pinned_memory(std::uint64_t /*bytes*/) { return nullptr; }

  /// The file of the library with NCCL's functions that takes this device's memory and streams:
  /// "libnccl.so.2", "librccl.so.1". Empty where none does.
  virtual std::string collectives() const { return ""; }
  /// A stream for what sends memory from device to device; null where the device's is none that
  /// others could take.
  virtual std::unique_ptr<SideStream> make_side_stream(Urgency) { return nullptr; }
  /// As bind(), of a kernel that runs in such a stream.
  virtual std::unique_ptr<BoundKernel> bind_beside(const SideStream&, const std::string& kernel,
                                                   const Configuration& configuration,
                                                   const KernelSignature& signature,
                                                   const KernelArrays& arrays) {
    return bind(kernel, configuration, signature, arrays);
  }
};

}  // namespace gputest

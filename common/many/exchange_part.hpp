// One rank's part of a kernel over divided particles: in each launch a device receives from the
// others the data of their particles that it needs.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/device/queue.hpp"
#include "common/device/staging.hpp"
#include "common/many/part.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// A problem; its first input has x y z w of every particle.
struct WholeProblem {
  Assignment assignment;
  std::vector<HostArray> inputs;

  std::uint64_t n() const { return assignment.arguments.items; }
  Precision precision() const { return assignment.configuration.precision; }
};

/// The particles that a device holds, by their numbers in the whole problem: its own, for which it
/// computes results, then its ghosts, particles of others that it only reads.
struct Holding {
  std::vector<std::uint32_t> own, ghosts;

  std::uint64_t count() const { return own.size() + ghosts.size(); }
};

/// Data between devices are counted in vectors of four numbers, the size of one particle. They go
/// by the communicators or, if these are null, through the hosts' memory and MPI. The family's
/// subclass chooses the data. All ranks hold the whole problem's inputs and reach the same
/// decisions about all devices.
class ExchangePart : public Part {
 public:
  ExchangePart(const ManyDevices& devices, const Assignment& assignment,
               std::shared_ptr<Communicators> direct);
  ExchangePart(const ExchangePart&) = delete;
  ExchangePart& operator=(const ExchangePart&) = delete;

  void upload(std::size_t input, const std::byte* numbers) override;
  bool divides_by_inputs() const override { return true; }
  void divide(const std::vector<std::uint64_t>& counts) override;
  void spoil() override;
  void launch() override;
  const std::vector<DeviceSeconds>& seconds() const override { return seconds_; }
  std::vector<double> speeds() override;
  std::optional<ShareCost> cost() override;
  std::vector<std::byte> results() const override;
  std::vector<Pass> passes() const override;
  std::vector<HostArray> outputs(std::vector<std::byte> results) const override;
  std::vector<std::uint64_t> items() const override;

 protected:
  using Kernels = std::vector<std::unique_ptr<BoundKernel>>;

  /// A copy that is sent to another device.
  struct OutgoingCopy {
    std::size_t to;
    std::uint64_t count;                          ///< vectors
    const DeviceMemory* sent;                     ///< from its beginning on
    std::unique_ptr<BoundKernel> pick = nullptr;  ///< writes it there; null: already there
    Staging host{};                               ///< if it goes through the host
  };

  /// A copy that is received from another device.
  struct IncomingCopy {
    std::size_t from;
    std::uint64_t place, count;
    Staging host{};  ///< if it comes from another rank through the hosts
  };

  /// A device with its particles. In each launch it enqueues `first` and the `pick` kernels of
  /// `outgoing`, sends and receives while `beside` runs, and enqueues `after` when everything has
  /// arrived.
  struct Worker {
    std::size_t number = 0;  ///< among all ranks' devices
    std::string device;      ///< its id
    Queue* queue = nullptr;
    SideStream* side = nullptr;  ///< if devices send to each other
    std::unique_ptr<DeviceMemory> particles;
    std::vector<std::unique_ptr<DeviceMemory>> arrays, outputs;
    Kernels first, beside, after;
    std::vector<OutgoingCopy> outgoing;
    std::vector<IncomingCopy> incoming;
    DeviceMemory* of_others = nullptr;  ///< put_particles() writes data about other devices
                                        ///< here, if any
    DeviceMemory* received = nullptr;   ///< where received copies are put, one after another
    std::uint64_t first_incoming = 0;   ///< index of the first vector received
    std::exception_ptr failure;

    /// Allocates memory for as long as the worker lives and fills it with the bytes at `from`, if
    /// any.
    DeviceMemory& keep(std::uint64_t bytes, const void* from = nullptr);
    void pick_outgoing();
  };

  /// Each device's own particles, about as many as `counts` says and at least one.
  virtual std::vector<std::vector<std::uint32_t>> divided(
      const std::vector<std::uint64_t>& counts) const = 0;
  /// After how many uploads of particles they are divided again; 0: only when other inputs change.
  virtual std::uint32_t uploads_of_a_division() const { return 0; }
  /// Reads where the devices' own particles are, after each division and each upload.
  virtual void look_at_particles() {}
  /// Called after that: sets sent(), and the ghosts if there are any.
  virtual void plan_exchange() = 0;
  /// Makes the worker's memory, kernels and outgoing copies.
  virtual void equip(Worker& worker, const DeviceInfo& device) const = 0;
  /// Writes the current positions of the particles; each device keeps the same ones.
  virtual void put_particles(Worker& worker) const;
  /// Before a share is timed without other devices: provides the data that they would send, unless
  /// they are there.
  virtual void receive_from_nobody(Worker&) const {}

  const Assignment& assignment() const { return problem_.assignment; }
  std::uint64_t bytes_per_particle() const;
  Element real() const {
    return problem_.precision() == Precision::fp32 ? Element::fp32 : Element::fp64;
  }
  std::uint64_t& sent(std::size_t from, std::size_t to) {
    return sent_[from * holdings_.size() + to];
  }
  std::uint64_t sent(std::size_t from, std::size_t to) const {
    return sent_[from * holdings_.size() + to];
  }

  WholeProblem problem_;
  std::vector<Holding> holdings_;                 ///< of the devices of all ranks
  std::vector<std::uint32_t> owner_;              ///< for each particle, the device that owns it
  std::vector<std::unique_ptr<Worker>> workers_;  ///< this rank's

 private:
  template <class F>
  void for_each_incoming(std::size_t device, const F& f) const;
  std::pair<double, double> seconds_of_kernels(Worker& worker) const;
  std::unique_ptr<Worker> make_worker(std::size_t number, Device& device) const;
  double fetch(Worker& worker) const;
  void exchange_between_ranks();
  void launch_through_host();
  void compute_direct(std::size_t k);

  const ManyDevices& devices_;
  Ranks& ranks_;
  std::shared_ptr<Communicators> direct_;
  Queue* pins_;                        ///< for copies through the host
  std::vector<std::uint64_t> counts_;  ///< the argument of divide()
  std::uint32_t uploads_ = 0;          ///< since the last divide()
  std::vector<std::uint64_t> sent_;
  std::vector<DeviceSeconds> seconds_;
  bool keeps_times_ = false, is_first_ = true;  ///< of the next launch
};

/// Makes parts of that class.
template <class PartOfFamily>
MakePart exchange_part() {
  return [](const ManyDevices& devices, const Assignment& assignment,
            std::shared_ptr<Communicators> direct) {
    return std::make_unique<PartOfFamily>(devices, assignment, std::move(direct));
  };
}

}  // namespace gputest::many

// What one rank's devices do of a kernel whose particles are divided: in each launch a device is
// sent by others what it needs of their particles.
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

/// A problem whose first input has x y z w of every particle.
struct WholeProblem {
  Assignment assignment;
  std::vector<HostArray> inputs;

  std::uint64_t n() const { return assignment.arguments.items; }
  Precision precision() const { return assignment.configuration.precision; }
};

/// The particles that a device has, by their numbers in the whole problem: those whose results it
/// computes, and behind them others' that it reads as they are, its ghosts.
struct Holding {
  std::vector<std::uint32_t> own, ghosts;

  std::uint64_t count() const { return own.size() + ghosts.size(); }
};

/// What goes from device to device is counted in vectors of four numbers, as many as a particle
/// has, and goes by the communicators or, where these are null, through the hosts' memory and MPI.
/// A family's part says what that is. All ranks have the whole problem's inputs and say the same of
/// all devices.
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

  /// What another device is sent.
  struct Errand {
    std::size_t to;
    std::uint64_t count;                          ///< vectors
    const DeviceMemory* sent;                     ///< from its first on
    std::unique_ptr<BoundKernel> pick = nullptr;  ///< which puts it there; null: it is there
    Staging host{};                               ///< where it goes through the host
  };

  /// What is sent by one other device.
  struct Visitors {
    std::size_t from;
    std::uint64_t place, count;
    Staging host{};  ///< where they come from another rank, through the hosts
  };

  /// A device with its particles. In each launch it enqueues `first` and the errands' kernels,
  /// sends and receives, meanwhile `beside`, and `after` when all is there.
  struct Worker {
    std::size_t number = 0;  ///< among all ranks' devices
    std::string device;      ///< its id
    Queue* queue = nullptr;
    SideStream* side = nullptr;  ///< where devices send to each other
    std::unique_ptr<DeviceMemory> particles;
    std::vector<std::unique_ptr<DeviceMemory>> arrays, outputs;
    Kernels first, beside, after;
    std::vector<Errand> errands;
    std::vector<Visitors> visitors;
    DeviceMemory* of_others = nullptr;  ///< what put_particles() says of other devices, if anything
    DeviceMemory* visited = nullptr;    ///< where what others send is put, behind each other
    std::uint64_t first_visitor = 0;    ///< from that vector on
    std::exception_ptr failure;

    /// Memory that lives as long, with those bytes in it.
    DeviceMemory& keep(std::uint64_t bytes, const void* from = nullptr);
    void make_errands();
  };

  /// Each device's own particles, about as many as `counts` says and one at least.
  virtual std::vector<std::vector<std::uint32_t>> divided(
      const std::vector<std::uint64_t>& counts) const = 0;
  /// How often particles may be somewhere else before they are divided anew; 0: as long as the
  /// other inputs are the same.
  virtual std::uint32_t uploads_of_a_division() const { return 0; }
  /// Where the devices' own particles are, after they are divided and after each upload.
  virtual void look_at_particles() {}
  /// After that: sets sent(), and ghosts where there are any.
  virtual void plan_exchange() = 0;
  /// Makes the worker's memory, kernels and errands.
  virtual void equip(Worker& worker, const DeviceInfo& device) const = 0;
  /// Where the particles are now; the devices' own remain the same.
  virtual void put_particles(Worker& worker) const;
  /// Before a share is measured by itself: what other devices would send, unless it is there.
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
  std::vector<Holding> holdings_;                 ///< of all ranks' devices
  std::vector<std::uint32_t> owner_;              ///< of each particle, the device whose own it is
  std::vector<std::unique_ptr<Worker>> workers_;  ///< this rank's

 private:
  template <class F>
  void for_each_visit(std::size_t device, const F& f) const;
  std::pair<double, double> seconds_of_kernels(Worker& worker) const;
  std::unique_ptr<Worker> make_worker(std::size_t number, Device& device) const;
  double fetch(Worker& worker) const;
  void exchange_between_ranks();
  void launch_through_host();
  void compute_direct(std::size_t k);

  const ManyDevices& devices_;
  Ranks& ranks_;
  std::shared_ptr<Communicators> direct_;
  Queue* pins_;                        ///< of what goes through the host
  std::vector<std::uint64_t> counts_;  ///< as divide() was told
  std::uint32_t uploads_ = 0;          ///< since then
  std::vector<std::uint64_t> sent_;
  std::vector<DeviceSeconds> seconds_;
  bool keeps_times_ = false, is_first_ = true;  ///< of the next launch
};

/// Makes such parts.
template <class PartOfFamily>
MakePart exchange_part() {
  return [](const ManyDevices& devices, const Assignment& assignment,
            std::shared_ptr<Communicators> direct) {
    return std::make_unique<PartOfFamily>(devices, assignment, std::move(direct));
  };
}

}  // namespace gputest::many

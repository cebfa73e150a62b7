// What one rank's devices do of a kernel whose particles are divided: before each launch of it, the
// particles that a device reads of others come from these.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "common/many/part.hpp"
#include "common/many/ranks.hpp"
#include "common/many/sharing.hpp"

namespace gputest::many {

/// Particles go from device to device by the communicators or, where these are null, through the
/// hosts' memory and MPI.
class GhostPart : public Part {
 public:
  GhostPart(const ManyDevices& devices, const Assignment& assignment,
            std::unique_ptr<Sharing> sharing, std::shared_ptr<Communicators> direct);
  ~GhostPart() override;
  GhostPart(const GhostPart&) = delete;
  GhostPart& operator=(const GhostPart&) = delete;

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
  std::string kernel_on(const DeviceInfo& device) const override {
    return sharing_->kernel_on(device);
  }

 private:
  struct Errand;
  struct Visitors;
  struct Worker;

  const Assignment& assignment() const { return problem_.assignment; }
  std::uint64_t bytes_per_particle() const;
  void find_ghosts();
  template <class F>
  void for_each_visit(std::size_t device, const F& f) const;
  std::pair<double, double> seconds_of_kernels(Worker& worker) const;
  std::unique_ptr<Worker> make_worker(std::size_t number, Device& device) const;
  void put_particles(Worker& worker) const;
  void prepare_errands(Worker& worker) const;
  double fetch(Worker& worker) const;
  void exchange_between_ranks();
  void launch_through_host();
  void compute_direct(std::size_t k);

  const ManyDevices& devices_;
  Ranks& ranks_;
  WholeProblem problem_;
  std::unique_ptr<Sharing> sharing_;
  std::shared_ptr<Communicators> direct_;
  std::vector<std::uint64_t> counts_;  ///< as divide() was told
  std::uint32_t uploads_ = 0;          ///< since then
  std::vector<Holding> holdings_;      ///< of all ranks' devices
  std::vector<std::uint32_t> owner_;   ///< of each particle, the device whose own it is
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<DeviceSeconds> seconds_;
  bool keeps_times_ = false, is_first_ = true;  ///< of the next launch
};

/// Makes such parts.
MakePart ghost_part(const std::function<std::unique_ptr<Sharing>()>& sharing);

}  // namespace gputest::many

// The particles of a run in a device's memory.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/layout/layout.hpp"
#include "common/simulate/integrator.hpp"
#include "common/simulate/step_call.hpp"
#include "common/simulate/step_report.h"

namespace gputest {

/// Whether every component's distance from one particle to the next is constant in the layout, and
/// of x, y and z the same: so the step kernels write positions.
bool is_strided(const Layout& layout);

/// State, the force kernel's copy of it, and what moves are counted by. The state is in double
/// precision whatever the forces are in.
class DeviceParticles {
 public:
  /// Room for the particles, with their values: no list of theirs is stale.
  DeviceParticles(Queue& queue, const Configuration& forces, const SimulationState& state);

  std::uint64_t size() const { return n_; }
  const Configuration& forces() const { return forces_; }
  Queue& queue() const { return queue_; }

  const DeviceMemory& state() const { return *state_; }  ///< GT_STATE_COMPONENTS arrays of doubles
  const DeviceMemory& listed() const { return *listed_; }  ///< where the list was made
  const DeviceMemory& source() const { return *source_; }  ///< each particle's place at the start
  const DeviceMemory& report_memory() const { return *report_; }
  const DeviceMemory& progress() const { return *progress_; }  ///< one per block of GT_STEP_BLOCK
  /// The layout's arrays, as a force kernel takes them.
  const std::vector<Memory>& packed() const { return packed_; }

  /// Adds the arrays of x, y and z as outputs.
  void add_packed(StepCall& call) const;
  /// Adds the scalars first_x, first_y, first_z and stride: where in them the numbers are.
  void add_places(StepCall& call) const;
  /// step_pack of positions, which are state() or listed().
  std::unique_ptr<BoundKernel> bind_pack(const DeviceMemory& positions) const;

  gt_step_report report() const;
  /// Positions, velocities, order and list positions; step and time are the caller's.
  void download(SimulationState& state) const;
  /// The list's positions, or what stands in their place, are from now on those of the state, which
  /// was downloaded.
  void list_here(SimulationState& state);

 private:
  /// The places of a component: number first + i * stride of an array.
  struct Strided {
    std::size_t array;
    std::uint32_t first, stride;
  };
  Strided places(Component component) const;

  Queue& queue_;
  Configuration forces_;
  std::uint64_t n_;
  std::vector<std::int64_t> ids_;
  Memory state_, listed_, source_, report_, progress_;
  std::vector<Memory> packed_;
};

}  // namespace gputest

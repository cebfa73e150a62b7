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

/// Whether the distance from one particle to the next is constant for every component of the
/// layout, and the same for x, y and z. The step kernels can then write positions.
bool is_strided(const Layout& layout);

/// The state, the force kernel's copy of it, and the counters of moves. The state is always in
/// double precision.
class DeviceParticles {
 public:
  /// Allocates memory and uploads the particles; no list of theirs is stale.
  DeviceParticles(Queue& queue, const Configuration& forces, const SimulationState& state);

  std::uint64_t size() const { return n_; }
  const Configuration& forces() const { return forces_; }
  Queue& queue() const { return queue_; }

  const DeviceMemory& state() const { return *state_; }  ///< GT_STATE_COMPONENTS arrays of doubles
  const DeviceMemory& listed() const { return *listed_; }  ///< positions of which the list was made
  const DeviceMemory& source() const { return *source_; }  ///< each particle's index at the start
  const DeviceMemory& report_memory() const { return *report_; }
  const DeviceMemory& progress() const { return *progress_; }  ///< one per block of GT_STEP_BLOCK
  /// The layout's arrays, in the form that a force kernel takes.
  const std::vector<Memory>& packed() const { return packed_; }

  /// Adds the arrays of x, y and z as outputs.
  void add_packed(StepCall& call) const;
  /// Adds the scalars first_x, first_y, first_z and stride: the places of the numbers in these
  /// arrays.
  void add_places(StepCall& call) const;
  /// Binds step_pack to positions, which are state() or listed().
  std::unique_ptr<BoundKernel> bind_pack(const DeviceMemory& positions) const;

  gt_step_report report() const;
  /// Downloads positions, velocities, order and list positions; the caller sets step and time.
  void download(SimulationState& state) const;
  /// Sets the list's positions, or the values stored in their place, to those of the state, which
  /// was downloaded.
  void list_here(SimulationState& state);

 private:
  /// The places of a component: numbers first + i * stride of an array.
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

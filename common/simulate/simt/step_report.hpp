// What the kernels step_* and the host that launches them agree on.
#pragma once

#include <cstdint>

namespace gputest {
namespace simt {

/// Numbers of one component after another: x of every particle, then y, and so on.
constexpr unsigned kStateComponents = 7;   ///< x y z vx vy vz mass
constexpr unsigned kListedComponents = 3;  ///< x y z, as the neighbour list was made from them

constexpr unsigned kStepBlock = 256;  ///< threads a block
constexpr unsigned kMeasuredSums =
    3;  ///< of each block of step_measure: potential, kinetic, virial

/// What the device tells the host.
struct StepReport {
  std::uint32_t stale_at;  ///< the first move since the list was made that it does not outlast
  std::uint32_t room;      ///< that the list needs: rows of ell, entries of csr
  std::uint32_t lost;      ///< the first particle whose position is no place in the box
};
constexpr std::uint32_t kNever = ~0u;  ///< as stale_at and lost

}  // namespace simt
}  // namespace gputest

// Block time steps on a device: kick, drift and kick each body with its own step. The device moves
// bodies and chooses their steps. At each substep the host asks how many bodies have which level,
// and skips substeps without active bodies.
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/cells/short_range.hpp"
#include "common/simulate/device_integrator.hpp"
#include "common/simulate/step_levels.h"

namespace gputest {
namespace {

static_assert(kMostBlockLevels == GT_MOST_LEVELS);

/// The usual level of a body. At this level a body takes as many steps between two checks of kernel
/// parameters as with one step for all.
constexpr gt_uint kUsualLevel = 3;

class BlockIntegrator : public DeviceIntegrator {
 public:
  BlockIntegrator(const ForceKernel& forces, const SimulationOptions& options,
                  SimulationState state);

  std::uint64_t advance(std::uint64_t most) override;
  void look_within(LookWithin look) override { look_ = std::move(look); }
  const BlockCounts* block_counts() const override { return &counts_; }

 private:
  gt_substep at(gt_uint now, gt_uint passed) const;
  WithinStep within(double part);

  const gt_uint shortest_;
  const std::uint64_t n_;
  Memory levels_, active_, substep_;
  std::unique_ptr<BoundKernel> drift_, level_;
  BlockCounts counts_;
  LookWithin look_;
};

BlockIntegrator::BlockIntegrator(const ForceKernel& forces, const SimulationOptions& options,
                                 SimulationState state)
    : DeviceIntegrator(forces, options, std::move(state)),
      shortest_(options.block_steps->levels),
      n_(device_particles().size()),
      levels_(allocate(queue(), n_, sizeof(gt_uint))),
      active_(allocate(queue(), n_, sizeof(gt_uint))),
      substep_(allocate(queue(), 1, sizeof(gt_substep))) {
  counts_.at_start.resize(shortest_ + 1);
  levels_->write(std::vector<gt_uint>(std::max<std::uint64_t>(1, n_), 0).data());
  const DeviceParticles& particles = device_particles();
  const Configuration& configuration = forces.configuration;
  const double shortest_step = std::ldexp(options.time_step, -static_cast<int>(shortest_));
  const double longest2 = 2 * options.block_steps->eta * options.block_steps->softening;
  StepCall drift("step_drift", n_, configuration);
  drift.input("substep", Element::uint32, *substep_)
      .input("levels", Element::uint32, *levels_)
      .output("state", Element::fp64, particles.state());
  particles.add_packed(drift);
  drift.output("active", Element::uint32, *active_);
  particles.add_places(drift);
  drift_ = drift.scalar("shortest_step", shortest_step).bind(queue());
  level_ = StepCall("step_level", n_, configuration)
               .input("forces", element_of(configuration.precision), device_forces().memory())
               .output("state", Element::fp64, particles.state())
               .output("levels", Element::uint32, *levels_)
               .output("substep", Element::uint32, *substep_)
               .scalar("shortest_step", shortest_step)
               .scalar("excess", std::pow(options.time_step, 4) / (longest2 * longest2))
               .bind(queue());
}

/// The data of a substep for the device.
gt_substep BlockIntegrator::at(gt_uint now, gt_uint passed) const {
  gt_substep substep{};
  substep.shortest = shortest_;
  substep.now = now;
  substep.passed = passed;
  substep.ends = passed > 0 ? 1 : 0;
  substep.begins = now < gt_step_of_level(0, shortest_) ? 1 : 0;
  return substep;
}

/// Levels follow from the forces at the start of a whole step, where any level may be chosen. So a
/// state between whole steps, and a checkpoint, stores none.
std::uint64_t BlockIntegrator::advance(std::uint64_t) {
  const gt_uint end = gt_step_of_level(0, shortest_);
  const LookWithin look = std::exchange(look_, nullptr);
  if (look) look(within(0));
  gt_substep substep = at(0, 0);
  substep_->write(&substep);
  level_->enqueue();
  substep_->read(&substep);
  for (std::size_t level = 0; level < counts_.at_start.size(); ++level)
    counts_.at_start[level] += substep.bodies[level];
  counts_.too_long += substep.too_long;
  while (substep.now < end) {
    gt_uint deepest = shortest_;
    while (deepest > 0 && substep.bodies[deepest] == 0) --deepest;
    const gt_uint span = gt_step_of_level(deepest, shortest_);
    const gt_uint next = (substep.now / span + 1) * span;
    for (gt_uint level = 0; level <= deepest; ++level)
      if (gt_is_active(level, shortest_, next)) counts_.body_steps += substep.bodies[level];
    counts_.deepest = std::max(counts_.deepest, deepest);
    ++counts_.substeps;
    substep = at(next, next - substep.now);
    substep_->write(&substep);
    BoundKernel& forces =
        next == end ? device_forces().moving() : device_forces().moving_some(field(), *active_);
    queue().enqueue({&*drift_, &forces, &*level_}, 1);
    substep_->read(&substep);
    counts_.too_long += substep.too_long;
    if (look) look(within(static_cast<double>(next) / end));
  }
  ++counts_.steps;
  count_steps(1);
  adapt_every(kAdaptEvery >> std::min(shortest_, kUsualLevel));
  return 1;
}

WithinStep BlockIntegrator::within(double part) {
  return {part, [this] { return moment().state.particles; }, [this] { return forces(); },
          [this] {
            std::vector<gt_uint> active(std::max<std::uint64_t>(1, n_));
            active_->read(active.data());
            std::vector<std::uint64_t> bodies;
            for (std::uint64_t i = 0; i < n_; ++i)
              if (active[i] != 0) bodies.push_back(i);
            return bodies;
          }};
}

}  // namespace

std::unique_ptr<Integrator> make_block_integrator(const ForceKernel& forces,
                                                  const SimulationOptions& options,
                                                  SimulationState state) {
  return std::make_unique<BlockIntegrator>(forces, options, std::move(state));
}

}  // namespace gputest

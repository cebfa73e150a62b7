#include "common/simulate/device_particles.hpp"

#include <algorithm>
#include <numeric>

#include "common/cells/short_range.hpp"
#include "common/core/ceil_div.hpp"
#include "common/particles/rounded.hpp"

namespace gputest {
namespace {

constexpr Component kPosition[] = {Component::x, Component::y, Component::z};

std::uint64_t stride_of(const Layout& layout, Component component) {
  return layout.place(component, 1).number - layout.place(component, 0).number;
}

/// The arrays one after another.
std::vector<double> joined(std::initializer_list<const std::vector<double>*> arrays) {
  std::vector<double> all;
  for (const auto* array : arrays) all.insert(all.end(), array->begin(), array->end());
  return all;
}

/// Reads the arrays one after another.
void read(const DeviceMemory& memory, std::initializer_list<std::vector<double>*> arrays) {
  std::vector<double> all(memory.bytes() / sizeof(double));
  memory.read(all.data());
  auto from = all.cbegin();
  for (auto* array : arrays) {
    std::copy_n(from, array->size(), array->begin());
    from += static_cast<std::ptrdiff_t>(array->size());
  }
}

}  // namespace

bool is_strided(const Layout& layout) {
  constexpr std::uint64_t kFar = 1000;
  for (const Component c : {Component::x, Component::y, Component::z, Component::mass}) {
    const Place first = layout.place(c, 0), far = layout.place(c, kFar);
    if (far.array != first.array || far.number != first.number + kFar * stride_of(layout, c))
      return false;
  }
  return std::all_of(std::begin(kPosition), std::end(kPosition), [&](Component c) {
    return stride_of(layout, c) == stride_of(layout, Component::x);
  });
}

DeviceParticles::DeviceParticles(Queue& queue, const Configuration& forces,
                                 const SimulationState& state)
    : queue_(queue), forces_(forces), n_(state.particles.size()), ids_(state.particles.id) {
  const ParticleSet& p = state.particles;
  const std::uint64_t blocks = ceil_div(n_, GT_STEP_BLOCK);
  state_ = allocate(queue, n_ * GT_STATE_COMPONENTS, sizeof(double));
  listed_ = allocate(queue, n_ * GT_LISTED_COMPONENTS, sizeof(double));
  source_ = allocate(queue, n_, sizeof(std::uint32_t));
  report_ = allocate(queue, 1, sizeof(gt_step_report));
  progress_ = allocate(queue, blocks, sizeof(gt_step_progress));
  state_->write(joined({&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass}).data());
  listed_->write(joined({&state.x, &state.y, &state.z}).data());
  std::vector<std::uint32_t> source(n_);
  std::iota(source.begin(), source.end(), 0u);
  source_->write(source.data());
  const gt_step_report report{GT_NEVER, 0, GT_NEVER};
  report_->write(&report);
  const std::vector<gt_step_progress> progress(std::max<std::uint64_t>(1, blocks), {0, 0});
  progress_->write(progress.data());
  const Precision precision = forces.precision;
  for (const HostArray& array :
       pack(*find_layout(forces.layout), rounded(p, precision), precision, 0)) {
    packed_.push_back(allocate(queue, array.data.size(), 1));
    if (!array.data.empty()) packed_.back()->write(array.data.data());
  }
}

DeviceParticles::Strided DeviceParticles::places(Component component) const {
  const Layout& layout = *find_layout(forces_.layout);
  const Place first = layout.place(component, 0);
  return {first.array, static_cast<std::uint32_t>(first.number),
          static_cast<std::uint32_t>(stride_of(layout, component))};
}

void DeviceParticles::add_packed(StepCall& call) const {
  const char* names[] = {"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis)
    call.output(names[axis], element_of(forces_.precision),
                *packed_[places(kPosition[axis]).array]);
}

void DeviceParticles::add_places(StepCall& call) const {
  const char* names[] = {"first_x", "first_y", "first_z"};
  for (std::size_t axis = 0; axis < 3; ++axis)
    call.scalar(names[axis], places(kPosition[axis]).first);
  call.scalar("stride", places(Component::x).stride);
}

std::unique_ptr<BoundKernel> DeviceParticles::bind_pack(const DeviceMemory& positions) const {
  const Strided mass = places(Component::mass);
  StepCall call("step_pack", n_, forces_);
  call.input("positions", Element::fp64, positions).input("state", Element::fp64, *state_);
  add_packed(call);
  call.output("mass", element_of(forces_.precision), *packed_[mass.array])
      .output("report", Element::uint32, *report_);
  add_places(call);
  call.scalar("first_mass", mass.first).scalar("mass_stride", mass.stride);
  return call.bind(queue_);
}

gt_step_report DeviceParticles::report() const {
  gt_step_report report{};
  report_->read(&report);
  return report;
}

void DeviceParticles::download(SimulationState& state) const {
  ParticleSet& p = state.particles;
  read(*state_, {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass});
  read(*listed_, {&state.x, &state.y, &state.z});
  std::vector<std::uint32_t> source(std::max<std::uint64_t>(1, n_));
  source_->read(source.data());
  for (std::uint64_t k = 0; k < n_; ++k) p.id[k] = ids_[source[k]];
}

void DeviceParticles::list_here(SimulationState& state) {
  state.x = state.particles.x;
  state.y = state.particles.y;
  state.z = state.particles.z;
  listed_->write(joined({&state.x, &state.y, &state.z}).data());
}

}  // namespace gputest

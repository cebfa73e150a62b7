// Whole steps on a device. The host asks for several moves before it looks whether the list
// outlasts them: a move after the one at which it does not changes nothing (step_move), so that the
// steps taken do not depend on how many were asked for. Forces that move particles never come with
// energies: those are computed beside them when somebody asks, so that a run that prints more often
// has the same trajectory.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "common/neighbour/family.hpp"
#include "common/cells/short_range.hpp"
#include "common/device/device_queue.hpp"
#include "common/core/error.hpp"
#include "common/layout/layout.hpp"
#include "common/cells/sort_work.hpp"
#include "common/cells/verlet_list.hpp"
#include "common/simt/backend.hpp"
#include "common/simulate/simt/step_report.hpp"
#include "common/simulate/integrator.hpp"

namespace gputest {
namespace {

constexpr const char* kBuilder = "neighbour_mask";
using simt::kListedComponents, simt::kMeasuredSums, simt::kNever, simt::kStateComponents;
using simt::StepReport;

// Coordinates whose squares do not overflow.
constexpr double kMaxCoordinateFp32 = 4e18, kMaxCoordinateFp64 = 3e153;
constexpr std::uint64_t kMaxMoves = 64;  // asked for at once, so that a signal is seen soon

using Memory = std::unique_ptr<DeviceMemory>;

/// The places of a component: number first + i * stride of an array.
struct Strided {
  std::size_t array;
  std::uint64_t first, stride;
};

Strided strided(const Layout& layout, Component component) {
  const Place first = layout.place(component, 0);
  return {first.array, first.number, layout.place(component, 1).number - first.number};
}

bool is_strided(const Layout& layout, Component component) {
  constexpr std::uint64_t kFar = 1000;
  const Strided places = strided(layout, component);
  const Place far = layout.place(component, kFar);
  return far.array == places.array && far.number == places.first + kFar * places.stride;
}

template <class T>
void set_scalar(KernelCall& call, const std::string& name, T value) {
  for (Scalar& scalar : call.scalars)
    if (scalar.name == name) scalar.value = value;
}

/// The constant of that name, where the algorithm has it.
void set_constant(KernelCall& call, const std::string& name, std::uint32_t value) {
  for (Specialization& constant : call.specializations)
    if (constant.name == name) constant.value = value;
}

void add_scalars(std::vector<Scalar>& scalars, const std::string& name,
                 const std::array<double, 3>& values) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    scalars.push_back({fmt::format("{}_{}", name, "xyz"[axis]), values[axis]});
}

std::uint32_t block_of(const std::string& kernel) {
  for (const KernelInfo& info : simt::shared_kernels())
    if (info.name() == kernel) return info.blocks.front();
  throw std::logic_error("there is no kernel " + kernel);
}

/// Columns along z as wide as a cluster takes, and the levels along them that a key of at least
/// kKeyBits has room for: see spatial_order().
struct OrderGrid {
  std::array<std::uint32_t, 3> parts;
  std::uint32_t key_bits;

  explicit OrderGrid(const BuilderSystem& system) {
    constexpr int kKeyBits = 24, kLeastLevelBits = 10, kWord = 32;
    const auto n = static_cast<double>(system.n);
    const double volume = system.length[0] * system.length[1] * system.length[2];
    const double edge = std::cbrt(kClusterSize * volume / n);
    const auto columns = [&](std::size_t axis) {
      const double fit = edge > 0 ? std::round(system.length[axis] / edge) : 1;
      return static_cast<std::uint32_t>(std::clamp(fit, 1.0, std::floor(std::sqrt(n))));
    };
    parts = {columns(0), columns(1), 1};
    const auto column_bits = static_cast<int>(std::bit_width(parts[0] * parts[1]));
    const int level_bits =
        std::min(kWord - column_bits, std::max(kLeastLevelBits, kKeyBits - column_bits));
    parts[2] = 1u << level_bits;
    key_bits = static_cast<std::uint32_t>(column_bits + level_bits);
  }
};

class DeviceIntegrator : public Integrator {
 public:
  DeviceIntegrator(const ForceKernel& forces, const SimulationOptions& options, SimulationState state);

  std::uint64_t advance(std::uint64_t most) override;
  Energies energies() override;
  const SimulationState& state() override;
  std::uint64_t lists_made() const override { return lists_made_; }
  bool on_device() const override { return true; }

 private:
  bool is_ell() const { return configuration_.on_axis("list") == "ell"; }
  Memory allocate(std::uint64_t numbers, std::uint64_t bytes_a_number);
  void launch(const std::string& kernel, std::vector<const void*> inputs,
              std::vector<void*> outputs);

  void make_problem();
  void allocate_particles();
  void allocate_forces();
  void upload();
  void place_extent(const DeviceMemory& positions);
  void make_list();
  void build_list();
  void make_room(std::uint64_t room);
  void finish_step();
  StepReport read_report() const;
  std::size_t first_not_finite();
  [[noreturn]] void refuse_lost(std::size_t place);

  const Family& algorithm_;
  Device& device_;
  DeviceQueue& queue_;
  Configuration configuration_;
  SimulationOptions options_;
  SimulationState state_;  ///< as of the last download; step and time as they are
  std::vector<std::int64_t> ids_;
  std::uint64_t n_;
  bool has_list_;
  std::unique_ptr<Problem> problem_;
  KernelSignature shapes_;  ///< of the force kernel, with energies

  KernelFunction force_function_, builder_function_;
  KernelCall force_call_, energy_call_, builder_call_, step_call_;
  Memory particles_, next_particles_, listed_, source_, next_source_, report_, extent_;
  Memory order_, keys_, sorted_keys_, numbers_, sort_storage_, sums_;
  Memory forces_, energy_forces_, virials_, counts_, entries_;
  std::vector<Memory> packed_, scratch_, builder_scratch_;
  std::vector<void*> packed_places_;  ///< of x, y, z and mass

  std::optional<BuilderSystem> system_;
  std::uint64_t room_ = 0;         ///< of the list: rows of ell, entries of csr
  std::uint32_t moves_ = 0;        ///< since the list was made
  std::uint32_t expected_ = 8;     ///< moves that the list is expected to outlast
  bool kick_due_ = false;          ///< the last step's second half is still to come
  bool state_is_current_ = false;  ///< state_ is what the device has
  std::uint64_t lists_made_ = 0;
};

DeviceIntegrator::DeviceIntegrator(const ForceKernel& forces, const SimulationOptions& options,
                             SimulationState state)
    : algorithm_(forces.algorithm),
      device_(forces.device),
      queue_(*forces.device.device_queue()),
      configuration_(forces.configuration),
      options_(options),
      state_(std::move(state)),
      ids_(state_.particles.id),
      n_(state_.particles.size()),
      has_list_(options.algorithm == "lj"),
      force_function_(queue_.find(forces.kernel.info().name())),
      builder_function_(queue_.find(kBuilder)) {
  const bool is_new = state_.x.empty();
  if (is_new) {
    fold(state_.particles);
    state_.x = state_.particles.x;
    state_.y = state_.particles.y;
    state_.z = state_.particles.z;
  }
  make_problem();
  allocate_particles();
  allocate_forces();
  upload();
  if (has_list_ && is_new) {
    make_list();
  } else {
    if (has_list_) {
      place_extent(*listed_);
      build_list();
    }
    launch("step_pack", {particles_->get(), particles_->get()}, packed_places_);
  }
  queue_.launch(force_function_, force_call_);
}

/// The problem of the positions that the list belongs to: what it refuses is refused, and its
/// shapes say how much room the list needs at first.
void DeviceIntegrator::make_problem() {
  auto listed = std::make_shared<ParticleSet>(state_.listed());
  ProblemRequest request;
  request.options = options_.problem;
  if (has_list_) {
    request.options["sort"] = "off";
    const double radius = number_option(request, "cutoff") + number_option(request, "skin");
    system_.emplace(*listed, radius);
  }
  request.input = std::move(listed);
  problem_ = algorithm_.make_problem(request);
  shapes_ = problem_->shapes(configuration_);
}

Memory DeviceIntegrator::allocate(std::uint64_t numbers, std::uint64_t bytes_a_number) {
  return queue_.allocate(std::max<std::uint64_t>(1, numbers) * bytes_a_number);
}

/// What moves; and the call that every step kernel gets, with its own arrays.
void DeviceIntegrator::allocate_particles() {
  const Layout& layout = *find_layout(configuration_.layout);
  const Precision precision = configuration_.precision;
  std::vector<HostArray> packed = pack(layout, rounded(state_.particles, precision), precision, 0);
  KernelSignature all = shapes_;
  for (const char* name : {"particles", "next particles"})
    all.scratch.push_back({name, Element::fp64, kStateComponents, n_});
  check_limits(device_.info(), all);
  for (const HostArray& array : packed) {
    packed_.push_back(allocate(array.data.size(), 1));
    packed_.back()->write(array.data.data());
  }
  const std::uint64_t real = bytes(element_of(precision));
  for (const Component c : {Component::x, Component::y, Component::z, Component::mass}) {
    const Strided places = strided(layout, c);
    packed_places_.push_back(static_cast<std::byte*>(packed_[places.array]->get()) +
                             places.first * real);
  }

  particles_ = allocate(n_ * kStateComponents, sizeof(double));
  listed_ = allocate(n_ * kListedComponents, sizeof(double));
  source_ = allocate(n_, sizeof(std::uint32_t));
  report_ = queue_.allocate(sizeof(StepReport));
  const std::uint64_t blocks = (n_ + simt::kStepBlock - 1) / simt::kStepBlock;
  sums_ = allocate(blocks * kMeasuredSums, sizeof(double));
  if (has_list_) {
    next_particles_ = allocate(n_ * kStateComponents, sizeof(double));
    next_source_ = allocate(n_, sizeof(std::uint32_t));
    for (Memory* words : {&order_, &keys_, &sorted_keys_, &numbers_}) *words = allocate(n_, 4);
    sort_storage_ = allocate(sort_work_words(n_), sizeof(std::uint32_t));
    extent_ = allocate(6, sizeof(double));
  }

  ProblemRequest request;
  request.options = options_.problem;
  const double skin = has_list_ ? number_option(request, "skin") : 0;
  const double eps = has_list_ ? 0 : number_option(request, "eps");
  const auto stride = strided(layout, Component::x).stride;
  const auto mass_stride = strided(layout, Component::mass).stride;
  const PeriodicEdges edges(state_.particles);
  KernelSignature step;
  step.scalars = {{"n", static_cast<std::uint32_t>(n_)},
                  {"stride", static_cast<std::uint32_t>(stride)},
                  {"mass_stride", static_cast<std::uint32_t>(mass_stride)},
                  {"time_step", options_.time_step},
                  {"half_skin2", skin * skin / 4},
                  {"inverse_eps", eps > 0 ? 1 / eps : 0.0},
                  {"farthest", precision == Precision::fp32 ? kMaxCoordinateFp32 : kMaxCoordinateFp64},
                  {"move", 0u},
                  {"kicks", 0u},
                  {"columns_x", 0u},
                  {"columns_y", 0u},
                  {"levels", 0u},
                  {"key_bits", 0u},
                  {"sort_storage_words", static_cast<std::uint32_t>(sort_work_words(n_))}};
  add_scalars(step.scalars, "low", state_.particles.box.low);
  for (Scalar& scalar : box_scalars(edges)) step.scalars.push_back(std::move(scalar));
  add_scalars(step.scalars, "grid_low", {});
  add_scalars(step.scalars, "parts_per_length", {});
  step.specializations = {{"listed", has_list_ ? 1u : 0u},
                    {"acceleration", has_list_ ? 0u : 1u},
                    {"ell", is_ell() ? 1u : 0u}};
  step_call_ = queue_.call(configuration_, step);
}

/// The force kernel's arrays, beside the particles.
void DeviceIntegrator::allocate_forces() {
  const std::uint64_t real = bytes(element_of(configuration_.precision));
  forces_ = allocate(4 * n_, real);
  energy_forces_ = allocate(4 * n_, real);
  virials_ = allocate(n_, real);
  force_call_ = queue_.call(configuration_, shapes_);
  for (const Memory& array : packed_) force_call_.inputs.push_back(array->get());
  for (const ArrayShape& shape : shapes_.scratch) {
    scratch_.push_back(allocate(shape.bytes(), 1));
    force_call_.scratch.push_back(scratch_.back()->get());
  }
  force_call_.outputs = {forces_->get(), virials_->get()};
  force_call_.outputs.resize(shapes_.outputs.size());
  if (has_list_) {
    counts_ = allocate(n_ + 1, sizeof(std::uint32_t));
    force_call_.inputs.push_back(counts_->get());
    force_call_.inputs.push_back(nullptr);  // the entries: make_room()
  }
  energy_call_ = force_call_;
  energy_call_.outputs[0] = energy_forces_->get();
  for (const char* wanted : {"energy", "potential"}) set_constant(force_call_, wanted, 0);
  if (!has_list_) return;
  constexpr std::uint64_t kSpareRows = 4;
  const std::string& capacity = options_.problem.at("capacity");
  const std::uint64_t entries = shapes_.inputs.back().count;
  const std::uint64_t needed = is_ell() ? entries / ell_stride(n_) : entries;
  ProblemRequest request;
  request.options = options_.problem;
  const std::uint64_t a_row = is_ell() ? 1 : n_;
  make_room(capacity == "auto" ? needed + needed / 4 + kSpareRows * a_row
                               : count_option(request, "capacity") * a_row);
}

/// Room for a list, whose content is lost.
void DeviceIntegrator::make_room(std::uint64_t room) {
  room_ = room;
  entries_.reset();
  Configuration configuration = configuration_;
  configuration.block = block_of(kBuilder);
  KernelSignature shapes = builder_arguments(configuration, *system_, room_);
  check_limits(device_.info(), shapes);
  entries_ = allocate(shapes.outputs[1].bytes(), 1);
  force_call_.inputs.back() = energy_call_.inputs.back() = entries_->get();
}

void DeviceIntegrator::upload() {
  const ParticleSet& p = state_.particles;
  std::vector<double> numbers;
  for (const auto* component : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass})
    numbers.insert(numbers.end(), component->begin(), component->end());
  particles_->write(numbers.data());
  numbers.clear();
  for (const auto* component : {&state_.x, &state_.y, &state_.z})
    numbers.insert(numbers.end(), component->begin(), component->end());
  listed_->write(numbers.data());
  std::vector<std::uint32_t> source(n_);
  std::iota(source.begin(), source.end(), 0u);
  source_->write(source.data());
  const StepReport report{kNever, 0, kNever};
  report_->write(&report);
}

void DeviceIntegrator::launch(const std::string& kernel, std::vector<const void*> inputs,
                           std::vector<void*> outputs) {
  step_call_.inputs = std::move(inputs);
  step_call_.outputs = std::move(outputs);
  queue_.launch(queue_.find(kernel), step_call_);
}

StepReport DeviceIntegrator::read_report() const {
  StepReport report{};
  report_->read(&report);
  return report;
}

/// Along open axes the grids follow the particles.
void DeviceIntegrator::place_extent(const DeviceMemory& positions) {
  const auto& edge = system_->edges.edge;
  if (std::all_of(edge.begin(), edge.end(), [](double e) { return e > 0; })) return;
  launch("step_extent", {positions.get()}, {extent_->get()});
  double extent[6];
  extent_->read(extent);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (edge[axis] > 0) continue;
    system_->low[axis] = extent[axis];
    system_->length[axis] = extent[3 + axis] - extent[axis];
    if (!std::isfinite(system_->length[axis])) refuse_lost(first_not_finite());
  }
}

/// A list of the particles where they are, folded and in spatial order.
void DeviceIntegrator::make_list() {
  place_extent(*particles_);
  const OrderGrid grid(*system_);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string of_axis = fmt::format("_{}", "xyz"[axis]);
    const double length = system_->length[axis];
    set_scalar(step_call_, "grid_low" + of_axis, system_->low[axis]);
    set_scalar(step_call_, "parts_per_length" + of_axis,
               length > 0 ? grid.parts[axis] / length : 0.0);
  }
  set_scalar(step_call_, "columns_x", grid.parts[0]);
  set_scalar(step_call_, "columns_y", grid.parts[1]);
  set_scalar(step_call_, "levels", grid.parts[2]);
  set_scalar(step_call_, "key_bits", grid.key_bits);
  launch("step_order", {},
         {particles_->get(), order_->get(), keys_->get(), sorted_keys_->get(), numbers_->get(),
          sort_storage_->get()});
  launch("step_gather", {particles_->get(), source_->get(), order_->get()},
         {next_particles_->get(), next_source_->get(), listed_->get(), report_->get()});
  std::swap(particles_, next_particles_);
  std::swap(source_, next_source_);
  build_list();
}

/// The list of the listed positions; where it has no room, again with more.
void DeviceIntegrator::build_list() {
  launch("step_pack", {listed_->get(), particles_->get()}, packed_places_);
  Configuration configuration = configuration_;
  configuration.block = block_of(kBuilder);
  for (;;) {
    const KernelSignature shapes = builder_arguments(configuration, *system_, room_);
    builder_scratch_.resize(shapes.scratch.size());
    builder_call_ = queue_.call(configuration, shapes);
    for (const Memory& array : packed_) builder_call_.inputs.push_back(array->get());
    builder_call_.outputs = {counts_->get(), entries_->get()};
    for (std::size_t k = 0; k < shapes.scratch.size(); ++k) {
      Memory& memory = builder_scratch_[k];
      const std::uint64_t wanted = shapes.scratch[k].bytes();
      if (!memory || memory->bytes() < wanted) {
        memory.reset();
        memory = allocate(wanted, 1);
      }
      builder_call_.scratch.push_back(memory->get());
    }
    queue_.launch(builder_function_, builder_call_);
    launch("step_inspect", {counts_->get()}, {report_->get()});
    const StepReport report = read_report();
    if (report.lost != kNever) refuse_lost(report.lost);
    if (report.room <= room_) break;
    make_room(std::uint64_t{report.room} + report.room / 8);
  }
  moves_ = 0;
  ++lists_made_;
}

std::uint64_t DeviceIntegrator::advance(std::uint64_t most) {
  const std::uint64_t ahead = !has_list_           ? kMaxMoves
                              : expected_ > moves_ ? expected_ - moves_
                                                   : std::max<std::uint64_t>(2, moves_ / 8);
  const std::uint64_t asked = std::min({most, ahead, kMaxMoves});
  const std::uint32_t before = moves_;
  for (std::uint64_t k = 0; k < asked; ++k) {
    set_scalar(step_call_, "move", ++moves_);
    set_scalar(step_call_, "kicks", kick_due_ ? 2u : 1u);
    std::vector<void*> outputs{particles_->get(), forces_->get(), report_->get()};
    outputs.insert(outputs.end(), packed_places_.begin(), packed_places_.end());
    launch("step_move", {listed_->get()}, std::move(outputs));
    queue_.launch(force_function_, force_call_);
    kick_due_ = true;
  }
  state_is_current_ = false;
  std::uint64_t taken = asked;
  const std::uint32_t stale_at = has_list_ ? read_report().stale_at : kNever;
  if (stale_at != kNever) taken = stale_at - before;
  state_.step += taken;
  for (std::uint64_t k = 0; k < taken; ++k) state_.particles.time += options_.time_step;
  if (stale_at != kNever) {
    expected_ = std::max(2u, stale_at) - 1;
    make_list();
    queue_.launch(force_function_, force_call_);
  }
  if (!has_list_) {
    moves_ = 0;
    queue_.synchronize();
  }
  return taken;
}

void DeviceIntegrator::finish_step() {
  if (kick_due_) launch("step_kick", {}, {particles_->get(), forces_->get()});
  kick_due_ = false;
}

Energies DeviceIntegrator::energies() {
  finish_step();
  queue_.launch(force_function_, energy_call_);
  launch("step_measure", {particles_->get(), energy_forces_->get(), virials_->get()},
         {sums_->get()});
  std::vector<double> sums(sums_->bytes() / sizeof(double));
  sums_->read(sums.data());
  Energies now;
  for (std::size_t k = 0; k < sums.size(); k += kMeasuredSums) {
    now.potential += sums[k];
    now.kinetic += sums[k + 1];
    now.virial += sums[k + 2];
  }
  if (!std::isfinite(now.potential + now.kinetic + now.virial)) refuse_lost(first_not_finite());
  return now;
}

const SimulationState& DeviceIntegrator::state() {
  if (state_is_current_) return state_;
  finish_step();
  ParticleSet& p = state_.particles;
  std::vector<double> numbers(kStateComponents * n_);
  particles_->read(numbers.data());
  auto from = numbers.cbegin();
  for (auto* component : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass}) {
    std::copy_n(from, n_, component->begin());
    from += static_cast<std::ptrdiff_t>(n_);
  }
  numbers.resize(kListedComponents * n_);
  listed_->read(numbers.data());
  from = numbers.cbegin();
  for (auto* component : {&state_.x, &state_.y, &state_.z}) {
    std::copy_n(from, n_, component->begin());
    from += static_cast<std::ptrdiff_t>(n_);
  }
  std::vector<std::uint32_t> source(n_);
  source_->read(source.data());
  for (std::uint64_t k = 0; k < n_; ++k) p.id[k] = ids_[source[k]];
  state_is_current_ = true;
  return state_;
}

/// The first particle whose position or velocity is no finite number, or the last one.
std::size_t DeviceIntegrator::first_not_finite() {
  const ParticleSet& p = state().particles;
  std::size_t i = 0;
  while (i + 1 < p.size() && std::isfinite(p.x[i] + p.y[i] + p.z[i] + p.vx[i] + p.vy[i] + p.vz[i]))
    ++i;
  return i;
}

void DeviceIntegrator::refuse_lost(std::size_t place) {
  throw Error(
      Status::bad_input,
      fmt::format("at step {} the position or velocity of particle {} is out of all bounds; "
                  "a smaller time step may help",
                  state_.step, state().particles.id[place]));
}

}  // namespace

bool steps_on_device(const ForceKernel& forces, const SimulationOptions&) {
  if (forces.device.device_queue() == nullptr) return false;
  if (forces.configuration.on_axis("list") == "clusters") return false;
  const Layout& layout = *find_layout(forces.configuration.layout);
  if (!is_strided(layout, Component::mass)) return false;
  for (const Component c : {Component::x, Component::y, Component::z})
    if (!is_strided(layout, c) || strided(layout, c).stride != strided(layout, Component::x).stride)
      return false;
  return true;
}

std::unique_ptr<Integrator> make_device_integrator(const ForceKernel& forces,
                                             const SimulationOptions& options,
                                             SimulationState state) {
  return std::make_unique<DeviceIntegrator>(forces, options, std::move(state));
}

}  // namespace gputest

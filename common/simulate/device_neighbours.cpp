#include "common/simulate/device_neighbours.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/cells/short_range.hpp"
#include "common/cells/sort_work.hpp"
#include "common/cells/verlet_list.hpp"
#include "common/device/unroll.hpp"

namespace gputest {
namespace {

// Coordinates with squares that do not overflow.
constexpr double kMaxCoordinateFp32 = 4e18, kMaxCoordinateFp64 = 3e153;

/// Columns along z that are as wide as a cluster. Along them there are as many levels as a key of
/// at least kKeyBits bits can hold: see spatial_order().
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

bool is_ell(const Configuration& c) { return c.on_axis("list") == "ell"; }

}  // namespace

DeviceNeighbours::DeviceNeighbours(Device& device, const KernelInfo& builder,
                                   DeviceParticles& particles, const BuilderSystem& system,
                                   std::uint64_t capacity)
    : device_(device),
      particles_(particles),
      builder_name_(builder.name()),
      builder_configuration_(particles.forces()),
      system_(system),
      has_open_axis_(false) {
  builder_configuration_.block = builder.blocks.empty() ? 0 : builder.blocks.front();
  builder_configuration_.axes.erase(kUnrollAxis);  // this axis belongs to the force kernels
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (system_.edges.edge[axis] > 0)
      box_low_[axis] = system_.low[axis];
    else
      has_open_axis_ = true;
  }
  Queue& queue = particles.queue();
  const std::uint64_t n = particles.size();
  folded_ = allocate(queue, n * GT_STATE_COMPONENTS, sizeof(double));
  for (Memory* words : {&folded_source_, &order_, &keys_, &sorted_keys_, &numbers_})
    *words = allocate(queue, n, sizeof(std::uint32_t));
  work_ = allocate(queue, sort_work_words(n), sizeof(std::uint32_t));
  extent_ = allocate(queue, 6, sizeof(double));
  starts_ = allocate(queue, n + 1, sizeof(std::uint32_t));

  const Configuration& forces = particles.forces();
  pack_kernel_ = particles.bind_pack(particles.listed());
  inspect_kernel_ = StepCall("step_inspect", n, forces)
                        .input("starts", Element::uint32, *starts_)
                        .output("report", Element::uint32, particles.report_memory())
                        .specialization("ell", is_ell(forces) ? 1 : 0)
                        .bind(queue);
  gather_kernel_ = StepCall("step_gather", n, forces)
                       .input("folded", Element::fp64, *folded_)
                       .input("folded_source", Element::uint32, *folded_source_)
                       .input("order", Element::uint32, *order_)
                       .output("state", Element::fp64, particles.state())
                       .output("source", Element::uint32, particles.source())
                       .output("listed", Element::fp64, particles.listed())
                       .output("report", Element::uint32, particles.report_memory())
                       .output("progress", Element::uint32, particles.progress())
                       .scalars("low", box_low_)
                       .scalars("edge", system_.edges.edge)
                       .scalar("farthest", forces.precision == Precision::fp32 ? kMaxCoordinateFp32
                                                                               : kMaxCoordinateFp64)
                       .bind(queue);
  set_capacity(capacity);
  if (has_open_axis_) return;  // until the particles' extent is known
  bind_order();
  bind_builder();
}

/// Makes room for a list; its content is lost.
void DeviceNeighbours::set_capacity(std::uint64_t capacity) {
  capacity_ = capacity;
  ++growths_;
  builder_.reset();
  entries_.reset();
  const KernelSignature signature = builder_arguments(builder_configuration_, system_, capacity_);
  check_limits(device_.info(), signature);
  entries_ = allocate(particles_.queue(), signature.outputs[1].bytes(), 1);
}

/// Moves the grids with the particles along open axes.
void DeviceNeighbours::place_extent(const DeviceMemory& positions) {
  const auto kernel = StepCall("step_extent", particles_.size(), particles_.forces())
                          .input("positions", Element::fp64, positions)
                          .output("extent", Element::fp64, *extent_)
                          .one_block()
                          .bind(particles_.queue());
  kernel->enqueue();
  double extent[6];
  extent_->read(extent);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (system_.edges.edge[axis] > 0) continue;
    system_.low[axis] = extent[axis];
    system_.length[axis] = extent[3 + axis] - extent[axis];
  }
}

void DeviceNeighbours::bind_order() {
  const OrderGrid grid(system_);
  std::array<double, 3> parts_per_length{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (system_.length[axis] > 0) parts_per_length[axis] = grid.parts[axis] / system_.length[axis];
  order_kernel_ =
      StepCall("step_order", particles_.size(), particles_.forces())
          .input("state", Element::fp64, particles_.state())
          .input("source", Element::uint32, particles_.source())
          .output("folded", Element::fp64, *folded_)
          .output("folded_source", Element::uint32, *folded_source_)
          .output("order", Element::uint32, *order_)
          .output("report", Element::uint32, particles_.report_memory())
          .scratch("keys", Element::uint32, *keys_)
          .scratch("sorted_keys", Element::uint32, *sorted_keys_)
          .scratch("numbers", Element::uint32, *numbers_)
          .scratch("work", Element::uint32, *work_)
          .scalars("low", box_low_)
          .scalars("edge", system_.edges.edge)
          .scalars("grid_low", system_.low)
          .scalars("parts_per_length", parts_per_length)
          .scalar("parts_x", grid.parts[0])
          .scalar("parts_y", grid.parts[1])
          .scalar("parts_z", grid.parts[2])
          .scalar("key_bits", grid.key_bits)
          .scalar("work_words", static_cast<std::uint32_t>(sort_work_words(particles_.size())))
          .bind(particles_.queue());
}

void DeviceNeighbours::bind_builder() {
  const KernelSignature signature = builder_arguments(builder_configuration_, system_, capacity_);
  KernelArrays arrays;
  for (const Memory& array : particles_.packed()) arrays.inputs.push_back(array.get());
  arrays.outputs = {starts_.get(), entries_.get()};
  builder_.reset();
  builder_scratch_.resize(signature.scratch.size());
  for (std::size_t k = 0; k < signature.scratch.size(); ++k) {
    Memory& memory = builder_scratch_[k];
    const std::uint64_t wanted = signature.scratch[k].bytes();
    if (!memory || memory->bytes() < wanted) {
      memory.reset();
      memory = allocate(particles_.queue(), wanted, 1);
    }
    arrays.scratch.push_back(memory.get());
  }
  builder_ = particles_.queue().bind(builder_name_, builder_configuration_, signature, arrays);
}

std::uint32_t DeviceNeighbours::make() {
  if (has_open_axis_) {
    place_extent(particles_.state());
    const auto& length = system_.length;
    if (!std::all_of(length.begin(), length.end(), [](double l) { return std::isfinite(l); }))
      return kSomeParticle;
    bind_order();
    bind_builder();
  }
  order_kernel_->enqueue();
  gather_kernel_->enqueue();
  return fill();
}

std::uint32_t DeviceNeighbours::build() {
  if (has_open_axis_) {
    place_extent(particles_.listed());
    bind_builder();
  }
  return fill();
}

/// Builds the list. If it overflows, builds it again with more capacity.
std::uint32_t DeviceNeighbours::fill() {
  for (;;) {
    pack_kernel_->enqueue();
    builder_->enqueue();
    inspect_kernel_->enqueue();
    const gt_step_report report = particles_.report();
    if (report.lost != GT_NEVER || report.capacity <= capacity_) return report.lost;
    set_capacity(std::uint64_t{report.capacity} + report.capacity / 8);
    bind_builder();
  }
}

}  // namespace gputest

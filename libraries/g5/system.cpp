#include "libraries/g5/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "common/core/error.hpp"
#include "common/gravity/target_forces.hpp"
#include "libraries/support/checks.hpp"

namespace gputest::libraries {
namespace {

constexpr std::uint32_t kPipelines = 96;  // as a GRAPE-5 had
constexpr std::uint64_t kMostBodies = std::uint64_t{1} << 26;
constexpr std::size_t kTargetsAtOnce = std::size_t{1} << 18;

/// A quarter of the device's memory, and what its longest array holds.
int bodies_that_fit(const DeviceInfo& info) {
  constexpr std::uint64_t kBytes = 4 * sizeof(double);
  std::uint64_t most = kMostBodies;
  if (info.memory_bytes > 0) most = std::min(most, info.memory_bytes / 4 / kBytes);
  if (info.max_array_bytes > 0)
    most = std::min(most, info.max_array_bytes / sizeof(double) - kTargetsAtOnce);
  return static_cast<int>(most);
}

}  // namespace

G5System::G5System(const Settings& settings, unsigned number)
    : accelerator_(settings, number),
      kernel_(accelerator_.kernel_of("gravity", settings.arithmetic.value_or(Arithmetic::fp32))),
      precision_(kernel_.configuration.precision),
      pipelines_(static_cast<int>(settings.pipelines.value_or(kPipelines))),
      memory_size_(bodies_that_fit(accelerator_.info())),
      x_(precision_),
      y_(precision_),
      z_(precision_),
      m_(precision_) {}

void G5System::set_bodies(int address, int count, const double* x, const double* masses) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the address", address, 0, memory_size_);
  require_between("the number of particles", count, 0, memory_size_ - address);
  if (x != nullptr) require_finite("the position", x, count, 3, precision_, address);
  if (masses != nullptr) require_finite("the mass", masses, count, 1, precision_, address);
  if (count == 0) return;
  const auto first = static_cast<std::size_t>(address), many = static_cast<std::size_t>(count);
  require_room(first + many, 0);
  if (x != nullptr) Column::set_positions(x_, y_, z_, first, many, x);
  if (masses != nullptr) m_.set(first, many, masses);
  const bool none = changed_first_ == changed_end_;
  changed_first_ = none ? first : std::min(changed_first_, first);
  changed_end_ = none ? first + many : std::max(changed_end_, first + many);
}

void G5System::set_count(int count) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of particles", count, 0, memory_size_);
  bodies_ = count;
}

void G5System::set_softening(double eps2) {
  const std::lock_guard<std::mutex> guard(own_);
  require_softening(eps2);
  eps2_ = eps2;
}

void G5System::set_targets(int count, const double (*x)[3]) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of points", count, 0, pipelines_);
  const double* const numbers = count > 0 && x != nullptr ? x[0] : nullptr;
  require_finite("the position", numbers, count, 3, precision_);
  targets_.assign(numbers, numbers + 3 * static_cast<std::size_t>(count));
}

void G5System::run() {
  const std::lock_guard<std::mutex> guard(own_);
  computed_ = 0;
  compute(targets_.size() / 3, reinterpret_cast<const double(*)[3]>(targets_.data()));
  computed_ = targets_.size() / 3;
}

void G5System::forces(int count, double (*a)[3], double* p) {
  const std::lock_guard<std::mutex> guard(own_);
  if (computed_ == 0 && count > 0)
    throw Error(Status::bad_input, "nothing has been run for which there are forces");
  require_between("the number of points", count, 0, static_cast<int>(computed_));
  require_array("the array of accelerations", a, count);
  require_array("the array of potentials", p, count);
  read(static_cast<std::size_t>(count), a, p);
}

void G5System::forces_at(int count, const double (*x)[3], double (*a)[3], double* p) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of points", count, 0, std::numeric_limits<int>::max());
  require_array("the array of positions", x, count);
  require_array("the array of accelerations", a, count);
  require_array("the array of potentials", p, count);
  if (count > 0) require_finite("the position", x[0], count, 3, precision_);
  const auto all = static_cast<std::size_t>(count);
  computed_ = 0;
  for (std::size_t first = 0; first < all; first += kTargetsAtOnce) {
    const std::size_t many = std::min(kTargetsAtOnce, all - first);
    compute(many, x + first);
    read(many, a + first, p + first);
  }
}

/// Room for so many bodies j and points i. It grows by powers of two.
void G5System::require_room(std::size_t bodies, std::size_t targets) {
  if (bodies <= bodies_room_ && targets <= targets_room_) return;
  constexpr std::size_t kLeast = 256;
  const std::size_t new_bodies = std::bit_ceil(std::max({bodies, bodies_room_, kLeast}));
  const std::size_t new_targets = std::bit_ceil(std::max({targets, targets_room_, kLeast}));
  const auto lock = accelerator_.lock();
  bound_.reset();
  for (Column* column : {&x_, &y_, &z_, &m_})
    column->resize(accelerator_.queue(), new_bodies + new_targets);
  if (new_targets > targets_room_)
    sums_ = accelerator_.queue().allocate(4 * new_targets * sizeof(double));
  bodies_room_ = new_bodies;
  targets_room_ = new_targets;
  changed_first_ = changed_end_ = 0;  // the device has been given all
}

void G5System::compute(std::size_t count, const double (*x)[3]) {
  if (count == 0 || bodies_ == 0) return;
  require_room(static_cast<std::size_t>(bodies_), count);
  Column::set_positions(x_, y_, z_, bodies_room_, count, x[0]);
  const auto lock = accelerator_.lock();
  for (Column* column : {&x_, &y_, &z_}) column->upload(bodies_room_, count);
  for (Column* column : {&x_, &y_, &z_, &m_})
    column->upload(changed_first_, changed_end_ - changed_first_);
  changed_first_ = changed_end_ = 0;

  TargetForces wanted;
  wanted.capacity = room();
  wanted.bodies = static_cast<std::uint32_t>(bodies_);
  wanted.first_target = static_cast<std::uint32_t>(bodies_room_);
  wanted.targets = static_cast<std::uint32_t>(count);
  wanted.eps2 = eps2_;
  if (bound_ == nullptr || bound_bodies_ != wanted.bodies || bound_targets_ != wanted.targets ||
      bound_eps2_ != wanted.eps2) {
    bound_.reset();
    const KernelArrays arrays{
        {&x_.memory(), &y_.memory(), &z_.memory(), &m_.memory()}, {sums_.get()}, {}};
    bound_ = accelerator_.queue().bind(kernel_.name, kernel_.configuration,
                                       gravity_signature(wanted, kernel_.configuration), arrays);
    bound_bodies_ = wanted.bodies;
    bound_targets_ = wanted.targets;
    bound_eps2_ = wanted.eps2;
  }
  bound_->enqueue();
}

void G5System::read(std::size_t count, double (*a)[3], double* p) {
  if (count == 0) return;
  if (bodies_ == 0) {
    std::fill_n(&a[0][0], 3 * count, 0.0);
    std::fill_n(p, count, 0.0);
    return;
  }
  const auto lock = accelerator_.lock();
  const double* const sums = readout_.read(*sums_, precision_, 4 * count);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t c = 0; c < 3; ++c) a[k][c] = sums[4 * k + c];
    p[k] = sums[4 * k + 3];
  }
}

}  // namespace gputest::libraries

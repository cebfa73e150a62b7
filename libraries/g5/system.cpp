#include "libraries/g5/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <limits>

#include "common/core/error.hpp"
#include "common/gravity/target_forces.hpp"
#include "libraries/support/checks.hpp"
#include "libraries/support/in_parts.hpp"

namespace gputest::libraries {
namespace {

constexpr std::uint32_t kPipelines = 96;  // like a GRAPE-5
constexpr std::uint64_t kMostBodies = std::uint64_t{1} << 26;
constexpr std::size_t kTargetsAtOnce = std::size_t{1} << 18;
constexpr double kLongSum = 1e9;       // interactions, a third of a millisecond of a fast GPU
constexpr std::size_t kAtOnce = 8192;  // bodies that are worth a separate copy
constexpr std::size_t kEnds = 8;       // first and last slice take 1/kEnds of the points each
constexpr std::size_t kBoundKernels = 16;

std::size_t bytes_of_sums(std::size_t count, Precision precision) {
  return 4 * count * (precision == Precision::fp32 ? sizeof(float) : sizeof(double));
}

/// Limited by a quarter of the device's memory and by its longest array.
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
      m_(precision_),
      sums_here_{Staging(&accelerator_.queue()), Staging(&accelerator_.queue())},
      there_(accelerator_.queue().make_side_stream(Urgency::as_kernels)),
      back_(accelerator_.queue().make_side_stream(Urgency::as_kernels)) {}

void G5System::set_bodies(int address, int count, const double* x, const double* masses) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the address", address, 0, memory_size_);
  require_between("the number of particles", count, 0, memory_size_ - address);
  if (x != nullptr) require_finite("the position", x, count, 3, precision_, address);
  if (masses != nullptr) require_finite("the mass", masses, count, 1, precision_, address);
  if (count == 0) return;
  const auto first = static_cast<std::size_t>(address), many = static_cast<std::size_t>(count);
  require_room(first + many, 0);
  wait_for_copies();
  if (x != nullptr) Column::set_positions(x_, y_, z_, first, many, x);
  if (masses != nullptr) m_.set(first, many, masses);
  if (x != nullptr) set_positions_.add(first, many);
  if (masses != nullptr) set_masses_.add(first, many);
  const bool none = changed_first_ == changed_end_;
  changed_first_ = none ? first : std::min(changed_first_, first);
  changed_end_ = none ? first + many : std::max(changed_end_, first + many);
  if (there_ == nullptr || many < kAtOnce || is_running_) return;
  const auto lock = accelerator_.lock();
  upload_bodies(there_.get());
}

void G5System::set_count(int count) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of particles", count, 0, memory_size_);
  bodies_ = count;
}

void G5System::require_set_bodies() const {
  const auto require = [&](const SetPlaces& set, const char* what) {
    if (static_cast<std::size_t>(bodies_) > set.complete())
      throw Error(Status::bad_input,
                  fmt::format("the number of particles is {}, but the {} of particle {} has not "
                              "been set",
                              bodies_, what, set.complete()));
  };
  require(set_positions_, "position");
  require(set_masses_, "mass");
}

void G5System::set_softening(double eps2) {
  const std::lock_guard<std::mutex> guard(own_);
  require_softening(eps2, precision_);
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
  require_set_bodies();
  computed_ = 0;
  const std::size_t many = targets_.size() / 3;
  if (many > 0 && bodies_ > 0) {
    require_room(static_cast<std::size_t>(bodies_), many);
    const auto lock = accelerator_.lock();
    upload_bodies();
    is_running_ = true;
    begin({0, many, 0}, targets_.data());
  }
  computed_ = many;
}

void G5System::forces(int count, double (*a)[3], double* p) {
  const std::lock_guard<std::mutex> guard(own_);
  if (computed_ == 0 && count > 0)
    throw Error(Status::bad_input, "there are no forces, because nothing has been run");
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
  if (count > 0) require_set_bodies();
  const auto all = static_cast<std::size_t>(count);
  computed_ = 0;
  for (std::size_t first = 0; first < all; first += kTargetsAtOnce) {
    const std::size_t many = std::min(kTargetsAtOnce, all - first);
    const auto compute = is_long(many) ? &G5System::compute_in_slices : &G5System::compute_at_once;
    (this->*compute)(many, x[first], a + first, p + first);
  }
}

/// Makes room for these numbers of bodies j and points i. The room grows by powers of two.
void G5System::require_room(std::size_t bodies, std::size_t targets) {
  if (bodies <= bodies_room_ && targets <= targets_room_) return;
  constexpr std::size_t kLeast = 256;
  const std::size_t new_bodies = std::bit_ceil(std::max({bodies, bodies_room_, kLeast}));
  const std::size_t new_targets = std::bit_ceil(std::max({targets, targets_room_, kLeast}));
  wait_for_copies();
  const auto lock = accelerator_.lock();
  bound_.clear();
  for (Column* column : {&x_, &y_, &z_, &m_})
    column->resize(accelerator_.queue(), new_bodies + new_targets);
  if (new_targets > targets_room_)
    for (auto& sums : sums_) sums = accelerator_.queue().allocate(4 * new_targets * sizeof(double));
  bodies_room_ = new_bodies;
  targets_room_ = new_targets;
  changed_first_ = changed_end_ = 0;  // resize() uploads everything
}

/// Waits until the copies to the device have ended, so that their source may be set again.
void G5System::wait_for_copies() {
  if (there_ == nullptr) return;
  const auto lock = accelerator_.lock();
  there_->wait();
}

/// Uploads the bodies that changed since the last upload.
void G5System::upload_bodies(const SideStream* in) {
  for (Column* column : {&x_, &y_, &z_, &m_})
    column->upload(changed_first_, changed_end_ - changed_first_, in);
  changed_first_ = changed_end_ = 0;
}

/// Copies these points to the device in that stream and enqueues their sums.
void G5System::begin(const Slice& slice, const double* x, const SideStream* in) {
  const std::size_t place = bodies_room_ + slice.first;
  Column::set_positions(x_, y_, z_, place, slice.count, x);
  for (Column* column : {&x_, &y_, &z_}) column->upload(place, slice.count, in);
  if (there_ != nullptr) there_->precede_kernels();
  bound(slice).enqueue();
}

BoundKernel& G5System::bound(const Slice& slice) {
  if (bound_bodies_ != bodies_ || bound_eps2_ != eps2_ || bound_.size() >= kBoundKernels)
    bound_.clear();
  bound_bodies_ = bodies_;
  bound_eps2_ = eps2_;
  auto& kernel = bound_[std::tuple(slice.first, slice.count, slice.which)];
  if (kernel != nullptr) return *kernel;
  TargetForces wanted;
  wanted.capacity = room();
  wanted.bodies = static_cast<std::uint32_t>(bodies_);
  wanted.first_target = static_cast<std::uint32_t>(bodies_room_ + slice.first);
  wanted.targets = static_cast<std::uint32_t>(slice.count);
  wanted.eps2 = eps2_;
  const KernelArrays arrays{
      {&x_.memory(), &y_.memory(), &z_.memory(), &m_.memory()}, {sums_[slice.which].get()}, {}};
  kernel = accelerator_.queue().bind(kernel_.name, kernel_.configuration,
                                     gravity_signature(wanted, kernel_.configuration), arrays);
  return *kernel;
}

/// Copies a slice's sums from the host's buffer to the client's arrays. If a sum is not finite, it
/// copies nothing and throws Error(bad_input).
void G5System::take(const Slice& slice, double (*a)[3], double* p) const {
  const auto give = [&](const auto* sums) {
    std::atomic<bool> is_sound = true;
    in_parts(4 * slice.count, [&](std::size_t begin, std::size_t end) {
      std::uint64_t bad = 0;  // OR of integers: a sum of numbers could not be vectorised
      for (std::size_t k = begin; k < end; ++k) bad |= std::isfinite(sums[k]) ? 0u : 1u;
      if (bad != 0) is_sound = false;
    });
    for (std::size_t k = 0; k < 4 * slice.count && !is_sound; ++k)
      if (!std::isfinite(sums[k]))
        throw Error(
            Status::bad_input,
            fmt::format("a sum at point {} is beyond the range of {}; use other units{}",
                        slice.first + k / 4, name(precision_),
                        precision_ == Precision::fp32 ? ", or GPUTEST_PRECISION=fp64" : ""));
    in_parts(slice.count, [=](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        for (std::size_t c = 0; c < 3; ++c) a[k][c] = sums[4 * k + c];
        p[k] = sums[4 * k + 3];
      }
    });
  };
  const std::byte* const here = sums_here_[slice.which].data();
  precision_ == Precision::fp32 ? give(reinterpret_cast<const float*>(here))
                                : give(reinterpret_cast<const double*>(here));
}

/// Reads the sums of the last run.
void G5System::read(std::size_t count, double (*a)[3], double* p) {
  if (count == 0) return;
  if (bodies_ == 0) {
    std::fill_n(&a[0][0], 3 * count, 0.0);
    std::fill_n(p, count, 0.0);
    return;
  }
  const auto lock = accelerator_.lock();
  const std::size_t size = bytes_of_sums(count, precision_);
  sums_here_[0].resize(size);
  sums_[0]->read_part(0, size, sums_here_[0].data());
  is_running_ = false;
  take({0, count, 0}, a, p);
}

/// Whether sums at this number of points take long enough to be computed in slices. On emulated
/// devices always, because their time does not count.
bool G5System::is_long(std::size_t count) const {
  if (there_ == nullptr || count < kEnds || bodies_ == 0) return false;
  return accelerator_.info().emulated || static_cast<double>(count) * bodies_ >= kLongSum;
}

void G5System::compute_at_once(std::size_t count, const double* x, double (*a)[3], double* p) {
  if (bodies_ > 0) {
    require_room(static_cast<std::size_t>(bodies_), count);
    const auto lock = accelerator_.lock();
    upload_bodies();
    begin({0, count, 0}, x);
  }
  read(count, a, p);
}

/// Prepares and sends points, and takes sums, while the kernels of other slices run. No kernel
/// hides the copies before the first slice and after the last, so these two slices are small.
void G5System::compute_in_slices(std::size_t count, const double* x, double (*a)[3], double* p) {
  require_room(static_cast<std::size_t>(bodies_), count);
  const auto lock = accelerator_.lock();
  for (Staging& sums : sums_here_) sums.resize(bytes_of_sums(count, precision_));
  if (is_running_) accelerator_.queue().synchronize();
  is_running_ = false;
  upload_bodies(there_.get());
  std::exception_ptr failure;  // the first; the later slices are already on the way
  const auto finish = [&](const Slice& slice) {
    back_->wait();
    try {
      take(slice, a + slice.first, p + slice.first);
    } catch (const Error&) {
      if (!failure) failure = std::current_exception();
    }
  };
  const std::size_t end = count / kEnds;
  const Slice slices[] = {{0, end, 0}, {end, count - 2 * end, 1}, {count - end, end, 0}};
  const Slice* last = nullptr;
  for (const Slice& slice : slices) {
    begin(slice, x + 3 * slice.first, there_.get());
    if (last != nullptr) finish(*last);
    back_->follow_kernels();
    sums_[slice.which]->read_in(*back_, 0, bytes_of_sums(slice.count, precision_),
                                sums_here_[slice.which].data());
    last = &slice;
  }
  finish(*last);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gputest::libraries

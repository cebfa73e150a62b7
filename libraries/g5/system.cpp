#include "libraries/g5/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "common/central/laws.hpp"
#include "common/central/target_forces.hpp"
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

void require_softenings(int count, const double* eps2, Precision precision) {
  require_array("the array of softening lengths", eps2, count);
  for (int k = 0; k < count; ++k) require_softening(eps2[k], precision);
}

/// Copies the first sums to the client's arrays.
void give(const std::vector<G5Sum>& sums, std::size_t count, double (*a)[3], double* p) {
  for (std::size_t k = 0; k < count; ++k) {
    std::copy_n(sums[k].begin(), 3, a[k]);
    p[k] = sums[k][3];
  }
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

void G5System::set_softened_bodies(int address, int count, const double* x, const double* masses,
                                   const double* eps2) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the address", address, 0, memory_size_);
  require_between("the number of particles", count, 0, memory_size_ - address);
  require_finite("the position", x, count, 3, Precision::fp64, address);
  require_finite("the mass", masses, count, 1, Precision::fp64, address);
  require_softenings(count, eps2, Precision::fp64);
  const auto first = static_cast<std::size_t>(address), many = static_cast<std::size_t>(count);
  const auto set = [&](std::vector<double>& to, const double* from, std::size_t numbers) {
    to.resize(std::max(to.size(), numbers * (first + many)));
    std::copy_n(from, numbers * many, to.data() + numbers * first);
  };
  set(softened_.x, x, 3);
  set(softened_.m, masses, 1);
  set(softened_.eps2, eps2, 1);
  set_softened_.add(first, many);
}

void G5System::require_set_bodies(G5Memory memory) const {
  const auto require = [&](const SetPlaces& set, const char* what) {
    if (static_cast<std::size_t>(bodies_) > set.complete())
      throw Error(Status::bad_input,
                  fmt::format("the number of particles is {}, but the {} of particle {} has not "
                              "been set",
                              bodies_, what, set.complete()));
  };
  if (memory == G5Memory::softened) return require(set_softened_, "softening length");
  require(set_positions_, "position");
  require(set_masses_, "mass");
}

void G5System::set_softening(double eps2) {
  const std::lock_guard<std::mutex> guard(own_);
  require_softening(eps2, precision_);
  if (eps2 != eps2_ && (!law_ || law_->is_softened)) cutoff_.reset();
  eps2_ = eps2;
}

void G5System::set_eta(double eta) {
  if (!(eta >= 0) || !std::isfinite(eta))
    throw Error(Status::bad_input,
                fmt::format("eta is {}, which is not a finite number >= 0", eta));
  const std::lock_guard<std::mutex> guard(own_);
  eta_ = eta;
  forget_law();
  if (eta > 0) law_ = law_of_(eta);
}

void G5System::set_shares(G5Function force, double force_cut, G5Function potential,
                          double potential_cut) {
  const std::lock_guard<std::mutex> guard(own_);
  law_of_ = [=](double eta) { return g5_cut_law(eta, force, force_cut, potential, potential_cut); };
  if (eta_ == 0) return;
  forget_law();
  law_ = law_of_(eta_);
}

void G5System::set_law(G5Law law) {
  const std::lock_guard<std::mutex> guard(own_);
  forget_law();
  eta_ = 0;
  law_ = std::move(law);
  if (!law_->is_softened) cutoff();  // now, because the program's function may change or end
}

void G5System::forget_law() {
  const auto lock = accelerator_.lock();
  bound_.clear();
  law_.reset();
  cutoff_.reset();
}

void G5System::set_targets(int count, const double (*x)[3], const double* eps2) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of points", count, 0, pipelines_);
  const double* const numbers = count > 0 && x != nullptr ? x[0] : nullptr;
  require_finite("the position", numbers, count, 3, precision_);
  if (eps2 != nullptr) require_softenings(count, eps2, precision_);
  const auto many = static_cast<std::size_t>(count);
  targets_.assign(numbers, numbers + 3 * many);
  targets_eps2_.assign(eps2, eps2 == nullptr ? eps2 : eps2 + many);
}

void G5System::set_target_softening(int count, const double* eps2) {
  const std::lock_guard<std::mutex> guard(own_);
  const auto points = static_cast<int>(targets_.size() / 3);
  require_between("the number of softening lengths", count, points, points);
  require_softenings(count, eps2, precision_);
  targets_eps2_.assign(eps2, eps2 + count);
}

/// Whether the kernel of gravity cannot compute these sums.
bool G5System::is_special(const double* eps2, G5Memory memory) const {
  return law_ || eps2 != nullptr || memory == G5Memory::softened;
}

/// Sums with a cutoff, or with softening lengths of points or bodies.
std::vector<G5Sum> G5System::special_sums(std::size_t count, const double* x, const double* eps2,
                                          G5Memory memory) {
  const bool are_own = eps2 != nullptr || memory == G5Memory::softened;
  if (law_ && are_own)
    throw Error(Status::bad_input,
                "a cutoff and softening lengths of particles exclude each other");
  if (!are_own && precision_ == Precision::fp32) return cut_sums(count, x);
  std::vector<double> points(x, x + 3 * count), softening(count, eps2_);
  if (eps2 != nullptr) softening.assign(eps2, eps2 + count);
  const auto n = static_cast<std::size_t>(bodies_);
  const G5Cutoff* const cut = law_ ? &cutoff() : nullptr;
  if (memory == G5Memory::softened)
    return g5_sums_on_host(count, x, softening.data(), softened_, n, cut);
  for (double& number : points) number = round_to(precision_, number);  // as those of the bodies
  G5Bodies bodies;
  for (std::size_t j = 0; j < n; ++j) {
    bodies.x.insert(bodies.x.end(), {x_.at(j), y_.at(j), z_.at(j)});
    bodies.m.push_back(m_.at(j));
  }
  return g5_sums_on_host(count, points.data(), softening.data(), bodies, n, cut);
}

/// The tables of law_ and eps2_. In fp32 they are on the device too.
const G5Cutoff& G5System::cutoff() {
  if (cutoff_ != nullptr) return *cutoff_;
  auto made = std::make_unique<G5Cutoff>(*law_, eps2_);
  if (precision_ == Precision::fp32) {
    const auto lock = accelerator_.lock();
    bound_.clear();
    Queue& queue = accelerator_.queue();
    for (const std::size_t which : {0, 1}) {
      const G5Cutoff::Part& part = which == 0 ? made->force : made->potential;
      OnDevice& to = tables_[which];
      const CentralTableArrays arrays = central_table_arrays(part.table);
      to.lower = queue.allocate(arrays.lower.size() * sizeof(float));
      to.highest = queue.allocate(arrays.highest.size() * sizeof(float));
      to.lower->write(arrays.lower.data());
      to.highest->write(arrays.highest.data());
      const double numbers[] = {1, 1 / (part.range * part.range)};
      to.coefficients.resize(queue, 2);
      to.coefficients.set(0, 2, numbers);
      to.coefficients.upload(0, 2);
    }
  }
  cutoff_ = std::move(made);
  return *cutoff_;
}

/// Sums with a cutoff by kernels of `central`, one for the force and one for the potential.
std::vector<G5Sum> G5System::cut_sums(std::size_t count, const double* x) {
  const G5Cutoff& cut = cutoff();
  std::vector<G5Sum> sums(count);
  if (bodies_ == 0) return sums;
  require_room(static_cast<std::size_t>(bodies_), count);
  const auto lock = accelerator_.lock();
  upload_bodies();
  begin({0, count, 0}, x);
  bound({0, count, 1}).enqueue();
  const std::vector<double> forces = download(*sums_[0], precision_, 4 * count);
  const std::vector<double> potentials = download(*sums_[1], precision_, 4 * count);
  is_running_ = false;
  const double range = cut.force.range;
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t c = 0; c < 3; ++c)
      sums[k][c] = 0 - forces[4 * k + c] / (range * range * range);
    sums[k][3] = potentials[4 * k + 3] / cut.potential.range;
  }
  require_finite_sums(sums, "fp32", true);
  return sums;
}

void G5System::run(G5Memory memory) {
  const std::lock_guard<std::mutex> guard(own_);
  require_set_bodies(memory);
  computed_ = 0;
  special_.clear();
  const std::size_t many = targets_.size() / 3;
  const double* const eps2 = targets_eps2_.empty() ? nullptr : targets_eps2_.data();
  if (many > 0 && is_special(eps2, memory)) {
    special_ = special_sums(many, targets_.data(), eps2, memory);
  } else if (many > 0 && bodies_ > 0) {
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
  const auto many = static_cast<std::size_t>(count);
  special_.empty() ? read(many, a, p) : give(special_, many, a, p);
}

void G5System::forces_at(int count, const double (*x)[3], double (*a)[3], double* p,
                         const double* eps2, G5Memory memory) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of points", count, 0, std::numeric_limits<int>::max());
  require_array("the array of positions", x, count);
  require_array("the array of accelerations", a, count);
  require_array("the array of potentials", p, count);
  if (count > 0) require_finite("the position", x[0], count, 3, precision_);
  if (eps2 != nullptr) require_softenings(count, eps2, precision_);
  if (count > 0) require_set_bodies(memory);
  const auto all = static_cast<std::size_t>(count);
  computed_ = 0;
  for (std::size_t first = 0; first < all; first += kTargetsAtOnce) {
    const std::size_t many = std::min(kTargetsAtOnce, all - first);
    if (is_special(eps2, memory)) {
      give(special_sums(many, x[first], eps2 == nullptr ? eps2 : eps2 + first, memory), many,
           a + first, p + first);
      continue;
    }
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
  if (law_) return *(kernel = bind_cut(slice));
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

/// The kernel of a table: slice.which is 0 for the force and 1 for the potential.
std::unique_ptr<BoundKernel> G5System::bind_cut(const Slice& slice) {
  const G5Cutoff::Part& part = slice.which == 0 ? cutoff_->force : cutoff_->potential;
  const OnDevice& table = tables_[slice.which];
  CentralTargets wanted;
  wanted.capacity = room();
  wanted.bodies = static_cast<std::uint32_t>(bodies_);
  wanted.first_target = static_cast<std::uint32_t>(bodies_room_ + slice.first);
  wanted.targets = static_cast<std::uint32_t>(slice.count);
  wanted.law = find_central_law("coulomb").number;
  wanted.table = &part.table;
  wanted.is_bounded = true;
  wanted.least_x = G5Cutoff::kLeastX;
  wanted.most_x = 1;
  wanted.nearer = cutoff_->is_steep ? std::numeric_limits<double>::quiet_NaN() : 0;
  ChosenKernel kernel = accelerator_.kernel_of("central", "table_global", precision_);
  kernel.configuration.axes = {{"form", "table"}, {"sum", central_sum_of_programs(precision_)}};
  const KernelArrays arrays{{&x_.memory(), &y_.memory(), &z_.memory(), &m_.memory(),
                             &table.coefficients.memory(), table.lower.get(), table.highest.get()},
                            {sums_[slice.which].get()},
                            {}};
  return accelerator_.queue().bind(kernel.name, kernel.configuration,
                                   central_signature(wanted, kernel.configuration), arrays);
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

#include "libraries/g6/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "common/core/error.hpp"
#include "common/hermite/signature.hpp"
#include "common/simulate/step_call.hpp"
#include "libraries/support/checks.hpp"

namespace gputest::libraries {
namespace {

constexpr std::uint32_t kPipelines = 48;  // as a GRAPE-6 had
constexpr std::uint64_t kMostParticles = std::uint64_t{1} << 26;
constexpr std::size_t kLeastRoom = 256;
constexpr std::size_t kRenewedAtOnce = 4096;  // particles
constexpr std::size_t kBoundKernels = 64;
constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

/// A quarter of the device's memory, and what its longest array holds.
int particles_that_fit(const DeviceInfo& info) {
  constexpr std::uint64_t kKnown = GT_KNOWN_NUMBERS * sizeof(double);
  std::uint64_t most = kMostParticles;
  if (info.memory_bytes > 0) most = std::min(most, info.memory_bytes / 4 / (2 * kKnown));
  if (info.max_array_bytes > 0) most = std::min(most, info.max_array_bytes / kKnown);
  return static_cast<int>(most);
}

}  // namespace

G6System::G6System(const Settings& settings, unsigned number)
    : accelerator_(settings, number),
      kernel_(accelerator_.kernel_of("hermite",
                                     settings.arithmetic.value_or(Arithmetic::double_single))),
      precision_(kernel_.configuration.precision),
      pipelines_(static_cast<int>(settings.pipelines.value_or(kPipelines))),
      memory_size_(particles_that_fit(accelerator_.info())) {
  if (!accelerator_.info().fp64)
    throw Error(Status::unavailable,
                fmt::format("{} has no double precision, in which particles are predicted",
                            accelerator_.info().id));
}

void G6System::set_particle(int address, int index,
                            const std::array<double, GT_KNOWN_NUMBERS>& known) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the address", address, 0, memory_size_ - 1);
  for (const double number : known)
    if (!std::isfinite(number) ||
        (precision_ == Precision::fp32 && !std::isfinite(static_cast<float>(number))))
      throw Error(Status::bad_input,
                  fmt::format("a number of the particle at address {} is not finite in {}", address,
                              precision_ == Precision::fp32 ? "fp32" : "fp64"));
  const auto place = static_cast<std::uint32_t>(address);
  if (place >= index_.size()) {
    const std::size_t room = std::bit_ceil(std::max(std::size_t{place} + 1, kLeastRoom));
    known_.resize(room * GT_KNOWN_NUMBERS);
    is_changed_.resize(room);
    changed_.reserve(room);
    index_.resize(room, -1);
  }
  if (place < used_) {
    const auto [first, last] = places_of_.equal_range(index_[place]);
    const auto old =
        std::find_if(first, last, [&](const auto& one) { return one.second == place; });
    if (old != last) places_of_.erase(old);
  }
  places_of_.emplace(index, place);
  index_[place] = index;
  std::copy(known.begin(), known.end(),
            known_.begin() + static_cast<std::ptrdiff_t>(std::size_t{place} * GT_KNOWN_NUMBERS));
  if (is_changed_[place] == 0) changed_.push_back(place);
  is_changed_[place] = 1;
  used_ = std::max(used_, std::size_t{place} + 1);
  is_predicted_ = false;
}

void G6System::set_time(double time) {
  const std::lock_guard<std::mutex> guard(own_);
  if (!std::isfinite(time)) throw Error(Status::bad_input, "the time is not finite");
  if (time != time_) is_predicted_ = false;
  time_ = time;
}

void G6System::begin(int count, double eps2, G6Targets targets) {
  const std::lock_guard<std::mutex> guard(own_);
  require_between("the number of particles j", count, 0, static_cast<int>(used_));
  require_softening(eps2);
  is_running_ = has_forces_ = false;
  targets_ = std::move(targets);
  count_ = static_cast<std::size_t>(count);
  eps2_ = eps2;
  h2_.clear();
  lists_.clear();
  if (count_ > 0 && targets_.count() > 0) {
    const auto lock = accelerator_.lock();
    require_room(used_);
    upload_particles();
    predict(count_);
    upload_targets();
    bound(count_, eps2).enqueue();
  }
  is_running_ = true;
}

std::vector<G6Force> G6System::end(int targets) {
  const std::lock_guard<std::mutex> guard(own_);
  if (!is_running_) throw Error(Status::bad_input, "no forces have been begun");
  require_between("the number of particles i", targets, 0, static_cast<int>(targets_.count()));
  const auto many = static_cast<std::size_t>(targets);
  std::vector<G6Force> forces(many);
  for (std::size_t k = 0; k < many; ++k) forces[k].nearest = targets_.index[k];
  is_running_ = false;
  has_forces_ = true;
  if (count_ == 0 || many == 0) return forces;
  std::vector<double> accelerations, jerks;
  std::vector<std::uint32_t> nearest(many);
  {
    const auto lock = accelerator_.lock();
    accelerations = download(*accelerations_, precision_, 4 * many);
    jerks = download(*jerks_, precision_, 4 * many);
    nearest_->read_part(0, many * sizeof(std::uint32_t), nearest.data());
  }
  for (std::size_t k = 0; k < many; ++k) {
    G6Force& force = forces[k];
    for (std::size_t c = 0; c < 3; ++c) {
      force.acceleration[c] = accelerations[4 * k + c];
      force.jerk[c] = jerks[4 * k + c];
    }
    force.potential = -accelerations[4 * k + 3];
    force.nearest_r2 = jerks[4 * k + 3];
    if (nearest[k] < count_) force.nearest = index_[nearest[k]];
    // Two particles of an index, of which a kernel leaves out one; or one at distance 0.
    if (places_of_.count(targets_.index[k]) > 1 || !force.is_finite()) force = on_host(k);
  }
  return forces;
}

void G6System::want_lists(std::vector<double> h2) {
  const std::lock_guard<std::mutex> guard(own_);
  h2_ = std::move(h2);
  lists_.clear();
}

void G6System::make_lists() {
  const std::lock_guard<std::mutex> guard(own_);
  if (!has_forces_) throw Error(Status::bad_input, "there are no forces whose lists could be read");
  if (h2_.empty() && targets_.count() > 0)
    throw Error(Status::bad_input, "the last forces were computed without h2");
  lists_.assign(h2_.size(), {});
  const PredictedParticles now = predicted();
#pragma omp parallel for if (h2_.size() * now.count() > 16384)
  for (std::size_t k = 0; k < h2_.size(); ++k)
    lists_[k] = neighbours_of(now, targets_.index[k], &targets_.x[3 * k], h2_[k]);
}

const std::vector<int>& G6System::list(int target) const {
  const std::lock_guard<std::mutex> guard(own_);
  if (lists_.empty()) throw Error(Status::bad_input, "no neighbour list has been read");
  require_between("the number of the particle", target, 0, static_cast<int>(lists_.size()) - 1);
  return lists_[static_cast<std::size_t>(target)];
}

/// Room on the device. Nothing that was there stays.
void G6System::require_room(std::size_t particles) {
  if (particles <= room_) return;
  const std::size_t room = std::bit_ceil(std::max(particles, kLeastRoom));
  const auto pipes = static_cast<std::size_t>(pipelines_);
  Queue& queue = accelerator_.queue();
  bound_.clear();
  predict_.reset();
  place_.reset();
  room_ = 0;
  known_memory_ = queue.allocate(room * GT_KNOWN_NUMBERS * sizeof(double));
  const std::uint64_t real_bytes = precision_ == Precision::fp32 ? sizeof(float) : sizeof(double);
  for (auto& column : columns_) column = queue.allocate((room + pipes) * real_bytes);
  if (active_ == nullptr) {
    time_memory_ = queue.allocate(sizeof(double));
    renewed_ = queue.allocate(kRenewedAtOnce * GT_KNOWN_NUMBERS * sizeof(double));
    renewed_places_ = queue.allocate(kRenewedAtOnce * sizeof(std::uint32_t));
    accelerations_ = queue.allocate(4 * pipes * sizeof(double));
    jerks_ = queue.allocate(4 * pipes * sizeof(double));
    nearest_ = queue.allocate(pipes * sizeof(std::uint32_t));
    target_places_ = queue.allocate(pipes * sizeof(std::uint32_t));
    const std::vector<double> none(pipes * GT_TARGET_NUMBERS);
    targets_memory_ = queue.allocate(none.size() * sizeof(double));
    targets_memory_->write(none.data());
    active_ = queue.allocate(pipes * sizeof(std::uint32_t));
  }
  std::vector<std::uint32_t> places(pipes);
  for (std::size_t k = 0; k < pipes; ++k) places[k] = static_cast<std::uint32_t>(room + k);
  target_places_->write(places.data());
  for (std::uint32_t place = 0; place < used_; ++place)
    if (is_changed_[place] == 0) {
      is_changed_[place] = 1;
      changed_.push_back(place);
    }
  is_predicted_ = false;
  room_ = room;
}

/// Few particles are told one by one, many as all there are.
void G6System::upload_particles() {
  if (changed_.empty()) return;
  const std::size_t few = std::min(kRenewedAtOnce, used_ / 4);
  if (changed_.size() > few) {
    known_memory_->write_part(0, used_ * GT_KNOWN_NUMBERS * sizeof(double), known_.data());
  } else {
    std::vector<double> renewed;
    for (const std::uint32_t place : changed_) {
      const auto first =
          known_.begin() + static_cast<std::ptrdiff_t>(std::size_t{place} * GT_KNOWN_NUMBERS);
      renewed.insert(renewed.end(), first, first + GT_KNOWN_NUMBERS);
    }
    renewed_->write_part(0, renewed.size() * sizeof(double), renewed.data());
    renewed_places_->write_part(0, changed_.size() * sizeof(std::uint32_t), changed_.data());
    StepCall("step_renew", changed_.size(), kernel_.configuration)
        .input("renewed", Element::fp64, *renewed_)
        .input("places", Element::uint32, *renewed_places_)
        .output("known", Element::fp64, *known_memory_)
        .bind(accelerator_.queue())
        ->enqueue();
  }
  for (const std::uint32_t place : changed_) is_changed_[place] = 0;
  changed_.clear();
}

void G6System::predict(std::size_t count) {
  if (is_predicted_ && count <= predicted_) return;
  if (predict_ == nullptr || predict_count_ != count) {
    const Element real = precision_ == Precision::fp32 ? Element::fp32 : Element::fp64;
    StepCall call("step_predict", count, kernel_.configuration);
    call.input("known", Element::fp64, *known_memory_).input("time", Element::fp64, *time_memory_);
    const char* const names[] = {"x", "y", "z", "m", "vx", "vy", "vz"};
    for (std::size_t c = 0; c < columns_.size(); ++c) call.output(names[c], real, *columns_[c]);
    predict_.reset();
    predict_ = call.bind(accelerator_.queue());
    predict_count_ = count;
  }
  time_memory_->write(&time_);
  predict_->enqueue();
  is_predicted_ = true;
  predicted_ = count;
}

/// All that is told of them in one copy. What stands behind them is not looked at.
void G6System::upload_targets() {
  const std::size_t many = targets_.count();
  std::vector<double> told;
  told.reserve(many * GT_TARGET_NUMBERS);
  for (std::size_t k = 0; k < many; ++k) {
    const auto found = places_of_.find(targets_.index[k]);
    told.push_back(found == places_of_.end() ? kNoPlace : found->second);
    told.insert(told.end(), &targets_.x[3 * k], &targets_.x[3 * k] + 3);
    told.insert(told.end(), &targets_.v[3 * k], &targets_.v[3 * k] + 3);
  }
  targets_memory_->write_part(0, told.size() * sizeof(double), told.data());
  if (place_ == nullptr) {
    const Element real = precision_ == Precision::fp32 ? Element::fp32 : Element::fp64;
    StepCall call("step_place", static_cast<std::size_t>(pipelines_), kernel_.configuration);
    call.input("targets", Element::fp64, *targets_memory_);
    const char* const names[] = {"x", "y", "z", "m", "vx", "vy", "vz"};
    for (const std::size_t c : {0, 1, 2, 4, 5, 6}) call.output(names[c], real, *columns_[c]);
    call.output("active", Element::uint32, *active_)
        .scalar("first", static_cast<std::uint32_t>(room_));
    place_ = call.bind(accelerator_.queue());
  }
  place_->enqueue();
}

/// The forces' kernel for so many particles j and the targets there are.
BoundKernel& G6System::bound(std::size_t count, double eps2) {
  if (bound_.size() >= kBoundKernels) bound_.clear();
  const std::size_t targets = targets_.count();
  const auto key = std::tuple(count, targets, eps2);
  if (const auto found = bound_.find(key); found != bound_.end()) return *found->second;
  Queue& queue = accelerator_.queue();
  const HermiteShape shape{room_ + static_cast<std::size_t>(pipelines_), count, targets, eps2,
                           true};
  const KernelSignature signature = hermite_signature(shape, kernel_.configuration);
  if (partial_ == nullptr || partial_->bytes() < signature.scratch[0].bytes() ||
      partial_nearest_->bytes() < signature.scratch[1].bytes()) {
    bound_.clear();
    partial_.reset();
    partial_nearest_.reset();
    partial_nearest_ = queue.allocate(2 * signature.scratch[1].bytes());
    partial_ = queue.allocate(2 * signature.scratch[0].bytes());
  }
  KernelArrays arrays;
  for (const auto& column : columns_) arrays.inputs.push_back(column.get());
  arrays.inputs.push_back(active_.get());
  arrays.inputs.push_back(target_places_.get());
  arrays.outputs = {accelerations_.get(), jerks_.get(), nearest_.get()};
  arrays.scratch = {partial_.get(), partial_nearest_.get()};
  auto& kernel = bound_[key];
  try {
    kernel = queue.bind(kernel_.name, kernel_.configuration, signature, arrays);
  } catch (...) {
    bound_.erase(key);
    throw;
  }
  return *kernel;
}

/// As the device predicts them, but in double precision.
PredictedParticles G6System::predicted() const {
  PredictedParticles now;
  for (std::size_t j = 0; j < count_; ++j) {
    const double* const known = known_.data() + j * GT_KNOWN_NUMBERS;
    const gt_predicted along[] = {gt_predict(known, 0, time_), gt_predict(known, 1, time_),
                                  gt_predict(known, 2, time_)};
    now.x.push_back(along[0].x);
    now.y.push_back(along[1].x);
    now.z.push_back(along[2].x);
    now.vx.push_back(along[0].v);
    now.vy.push_back(along[1].v);
    now.vz.push_back(along[2].v);
    now.m.push_back(known[1]);
    now.index.push_back(index_[j]);
  }
  return now;
}

G6Force G6System::on_host(std::size_t target) const {
  return force_on(predicted(), targets_.index[target], &targets_.x[3 * target],
                  &targets_.v[3 * target], eps2_);
}

}  // namespace gputest::libraries

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

constexpr std::uint32_t kPipelines = 48;  // like a GRAPE-6
constexpr std::uint64_t kMostParticles = std::uint64_t{1} << 26;
constexpr std::size_t kLeastRoom = 256;
constexpr std::size_t kRenewedAtOnce = 4096;  // particles
constexpr std::size_t kBoundKernels = 64;
constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

/// Limited by a quarter of the device's memory and by its longest array.
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
                fmt::format("{} has no double precision, which predicting particles needs",
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
    std::vector<double> grown(room * GT_KNOWN_NUMBERS);
    for (std::size_t c = 0; c < GT_KNOWN_NUMBERS && !index_.empty(); ++c)
      std::copy_n(&known_[c * index_.size()], index_.size(), &grown[c * room]);
    known_ = std::move(grown);
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
  for (std::size_t c = 0; c < GT_KNOWN_NUMBERS; ++c) known_[c * index_.size() + place] = known[c];
  if (is_changed_[place] == 0) changed_.push_back(place);
  is_changed_[place] = 1;
  set_.add(place, 1);
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
  if (static_cast<std::size_t>(count) > set_.complete())
    throw Error(Status::bad_input,
                fmt::format("the number of particles j is {}, but the one at address {} has not "
                            "been set",
                            count, set_.complete()));
  require_softening(eps2, precision_);
  is_running_ = has_forces_ = false;
  targets_ = std::move(targets);
  count_ = static_cast<std::size_t>(count);
  eps2_ = eps2;
  h2_.clear();
  lists_.clear();
  if (count_ > 0 && targets_.count() > 0) {
    const auto lock = accelerator_.lock();
    if (is_busy_) accelerator_.queue().synchronize();
    is_busy_ = true;
    require_room();
    upload_particles();
    send_requests();
    predict();
    bound(count_, eps2).enqueue();
  }
  is_running_ = true;
}

std::vector<G6Force> G6System::end(int targets) {
  const std::lock_guard<std::mutex> guard(own_);
  if (!is_running_) throw Error(Status::bad_input, "there are no forces to wait for");
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
    accelerator_.queue().synchronize();
    is_busy_ = false;
    accelerations = accelerations_->numbers(precision_, 4 * many);
    jerks = jerks_->numbers(precision_, 4 * many);
    std::copy_n(nearest_->received<std::uint32_t>(many), many, nearest.begin());
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
    // If two particles have the same index, a kernel omits only one. A particle may be at distance
    // 0.
    if (places_of_.count(targets_.index[k]) > 1 || !force.is_finite()) force = on_host(k);
    if (!force.is_finite())
      throw Error(Status::bad_input,
                  fmt::format("the force on particle i number {} is beyond the range of fp64; use "
                              "other units",
                              k));
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
  if (!has_forces_)
    throw Error(Status::bad_input, "there are no forces to make neighbour lists for");
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

/// Makes as much room on the device as on the host. The device's old contents are lost.
void G6System::require_room() {
  const std::size_t room = index_.size();
  if (room == room_) return;
  const auto pipes = static_cast<std::size_t>(pipelines_);
  Queue& queue = accelerator_.queue();
  bound_.clear();
  predictions_.clear();
  renewals_.clear();
  room_ = 0;
  known_memory_ = queue.allocate(room * GT_KNOWN_NUMBERS * sizeof(double));
  const std::uint64_t real_bytes = precision_ == Precision::fp32 ? sizeof(float) : sizeof(double);
  for (auto& column : columns_) column = queue.allocate((room + pipes) * real_bytes);
  if (active_ == nullptr) {
    const auto buffer = [&](std::size_t bytes) {
      return std::make_unique<SharedBuffer>(queue, bytes);
    };
    requests_ = buffer(GT_REQUEST_NUMBERS(pipes) * sizeof(double));
    renewed_ = buffer(kRenewedAtOnce * GT_KNOWN_NUMBERS * sizeof(double));
    renewed_places_ = buffer(kRenewedAtOnce * sizeof(std::uint32_t));
    accelerations_ = buffer(4 * pipes * sizeof(double));
    jerks_ = buffer(4 * pipes * sizeof(double));
    nearest_ = buffer(pipes * sizeof(std::uint32_t));
    target_places_ = queue.allocate(pipes * sizeof(std::uint32_t));
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

/// Uploads few changed particles one by one; for many it uploads all particles.
void G6System::upload_particles() {
  if (changed_.empty()) return;
  const std::size_t few = std::min(kRenewedAtOnce, used_ / 4);
  if (changed_.size() > few) {
    known_memory_->write(known_.data());
  } else {
    double* to = renewed_->outgoing<double>();
    for (const std::uint32_t place : changed_)
      for (std::size_t c = 0; c < GT_KNOWN_NUMBERS; ++c) *to++ = known_[c * room_ + place];
    std::copy(changed_.begin(), changed_.end(), renewed_places_->outgoing<std::uint32_t>());
    renewed_->send(changed_.size() * GT_KNOWN_NUMBERS * sizeof(double));
    renewed_places_->send(changed_.size() * sizeof(std::uint32_t));
    renewal(changed_.size()).enqueue();
  }
  for (const std::uint32_t place : changed_) is_changed_[place] = 0;
  changed_.clear();
}

BoundKernel& G6System::renewal(std::size_t particles) {
  if (renewals_.size() >= kBoundKernels) renewals_.clear();
  auto& kernel = renewals_[particles];
  if (kernel == nullptr)
    kernel = StepCall("step_renew", particles * GT_KNOWN_NUMBERS, kernel_.configuration)
                 .input("renewed", Element::fp64, renewed_->memory())
                 .input("places", Element::uint32, renewed_places_->memory())
                 .output("known", Element::fp64, *known_memory_)
                 .scalar("stride", static_cast<std::uint32_t>(room_))
                 .bind(accelerator_.queue());
  return *kernel;
}

/// Sends the time and the requests for forces on particles i.
void G6System::send_requests() {
  const std::size_t many = targets_.count();
  double* to = requests_->outgoing<double>();
  *to++ = time_;
  for (std::size_t k = 0; k < many; ++k) {
    const auto found = places_of_.find(targets_.index[k]);
    *to++ = found == places_of_.end() ? kNoPlace : found->second;
    to = std::copy_n(&targets_.x[3 * k], 3, to);
    to = std::copy_n(&targets_.v[3 * k], 3, to);
  }
  requests_->send(GT_REQUEST_NUMBERS(many) * sizeof(double));
}

/// Writes particles j, unless they are already predicted to this time, and particles i into the
/// arrays of the forces' kernel.
void G6System::predict() {
  const bool is_needed = !is_predicted_ || count_ > predicted_;
  prediction(is_needed ? count_ : 0).enqueue();
  if (is_needed) predicted_ = count_;
  is_predicted_ = true;
}

BoundKernel& G6System::prediction(std::size_t predicted) {
  if (predictions_.size() >= kBoundKernels) predictions_.clear();
  const std::size_t targets = targets_.count();
  auto& kernel = predictions_[std::pair(predicted, targets)];
  if (kernel != nullptr) return *kernel;
  const Element real = precision_ == Precision::fp32 ? Element::fp32 : Element::fp64;
  StepCall call("step_predict", predicted + targets, kernel_.configuration);
  call.input("known", Element::fp64, *known_memory_)
      .input("requests", Element::fp64, requests_->memory());
  const char* const names[] = {"x", "y", "z", "m", "vx", "vy", "vz"};
  for (std::size_t c = 0; c < columns_.size(); ++c) call.output(names[c], real, *columns_[c]);
  call.output("active", Element::uint32, *active_)
      .scalar("targets", static_cast<std::uint32_t>(targets))
      .scalar("first", static_cast<std::uint32_t>(room_))
      .scalar("stride", static_cast<std::uint32_t>(room_));
  return *(kernel = call.bind(accelerator_.queue()));
}

/// The forces' kernel for this number of particles j and the present targets.
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
  arrays.outputs = {&accelerations_->memory(), &jerks_->memory(), &nearest_->memory()};
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

/// The same prediction as on the device, but in double precision.
PredictedParticles G6System::predicted() const {
  PredictedParticles now;
  for (std::size_t j = 0; j < count_; ++j) {
    const double* const known = known_.data() + j;
    const auto stride = static_cast<std::uint32_t>(index_.size());
    const gt_predicted along[] = {gt_predict(known, stride, 0, time_),
                                  gt_predict(known, stride, 1, time_),
                                  gt_predict(known, stride, 2, time_)};
    now.x.push_back(along[0].x);
    now.y.push_back(along[1].x);
    now.z.push_back(along[2].x);
    now.vx.push_back(along[0].v);
    now.vy.push_back(along[1].v);
    now.vz.push_back(along[2].v);
    now.m.push_back(known[stride]);
    now.index.push_back(index_[j]);
  }
  return now;
}

G6Force G6System::on_host(std::size_t target) const {
  return force_on(predicted(), targets_.index[target], &targets_.x[3 * target],
                  &targets_.v[3 * target], eps2_);
}

}  // namespace gputest::libraries

#include "common/simulate/observables.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "common/cells/periodic_box.hpp"

namespace gputest {

void Observables::begin(const ParticleSet& p) {
  last_ = p;
  for (auto& component : moved_) component.assign(p.size(), 0);
  kind_.resize(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    kind_[i] = p.mass[i] == p.mass[0] ? 0 : 1;
    of_kind_[kind_[i]] += 1;
  }
  volume_ = 1;
  double longest = 0, shortest = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double edge = p.box.high[axis] - p.box.low[axis];
    volume_ *= edge;
    longest = std::max(longest, edge);
    shortest = std::min(shortest, edge);
  }
  width_ = (PeriodicEdges(p).any() ? shortest / 2 : longest) / static_cast<double>(kBins);
}

void Observables::sample(const ParticleSet& p, const Thermodynamics& now, double time) {
  if (samples_.empty()) begin(p);
  if (windows_.empty() || windows_.back().samples == kWindow) {
    windows_.emplace_back();
    windows_.back().step = now.step;
  }
  Window& window = windows_.back();
  const PeriodicEdges edges(p);
  Pairs counted{};
  double* bins = counted[0].data();
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : bins[:3 * kBins]) if (p.size() > 128)
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double r =
          std::hypot(edges.nearest(p.x[i] - p.x[j], 0), edges.nearest(p.y[i] - p.y[j], 1),
                     edges.nearest(p.z[i] - p.z[j], 2));
      const auto bin = static_cast<std::size_t>(r / width_);
      if (bin < kBins) bins[(kind_[i] + kind_[j]) * kBins + bin] += 1;
    }
  for (std::size_t pair = 0; pair < 3; ++pair)
    for (std::size_t bin = 0; bin < kBins; ++bin) window.pairs[pair][bin] += counted[pair][bin];
  window.temperature =
      (window.temperature * static_cast<double>(window.samples) + now.temperature) /
      static_cast<double>(window.samples + 1);
  ++window.samples;
  window.contrast = contrast_of(window.pairs);
  Sample sample{now, time, {}, windows_.size() - 1};
  const std::vector<double>* now_at[] = {&p.x, &p.y, &p.z};
  const std::vector<double>* was_at[] = {&last_.x, &last_.y, &last_.z};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i < p.size(); ++i) {
      double& moved = moved_[axis][i];
      moved += edges.nearest((*now_at[axis])[i] - (*was_at[axis])[i], axis);
      sample.displacement2[kind_[i]] += moved * moved;
    }
  last_ = p;
  for (std::size_t kind = 0; kind < 2; ++kind)
    if (of_kind_[kind] > 0) sample.displacement2[kind] /= of_kind_[kind];
  samples_.push_back(sample);
}

double Observables::contrast_of(const Pairs& pairs) const {
  const auto& unlike = pairs[1];
  const auto density = [&](double count, std::size_t bin) {
    const double r = static_cast<double>(bin) + 0.5;
    return count / (r * r);
  };
  std::size_t peak = 0;
  for (std::size_t bin = 1; bin < kBins; ++bin)
    if (density(unlike[bin], bin) > density(unlike[peak], peak)) peak = bin;
  const std::size_t from = 3 * peak, to = 5 * peak;
  if (peak == 0 || to > kBins) return 0;
  double s = 0, sx = 0, sxx = 0, sy = 0, sxy = 0;
  const auto like = [&](std::size_t bin) { return density(pairs[0][bin] + pairs[2][bin], bin); };
  for (std::size_t bin = from; bin < to; ++bin) {
    const auto x = static_cast<double>(bin);
    s += 1, sx += x, sxx += x * x, sy += like(bin), sxy += x * like(bin);
  }
  const double slope = (s * sxy - sx * sy) / (s * sxx - sx * sx), mean = sy / s;
  if (!(mean > 0)) return 0;
  double squares = 0;
  for (std::size_t bin = from; bin < to; ++bin) {
    const double off = like(bin) - mean - slope * (static_cast<double>(bin) - sx / s);
    squares += off * off;
  }
  return std::sqrt(squares / s) / mean;
}

void Observables::write_samples(std::ostream& out) const {
  fmt::print(out,
             "step,time,temperature,potential,kinetic,conserved,pressure,displacement2_0,"
             "displacement2_1,contrast\n");
  for (const Sample& sample : samples_) {
    const Thermodynamics& now = sample.state;
    fmt::print(out, "{},{:.10g},{:.10g},{:.12g},{:.12g},{:.12g},{:.8g},{:.8g},{:.8g},{:.5g}\n",
               now.step, sample.time, now.temperature, now.potential, now.kinetic, now.total(),
               now.pressure, sample.displacement2[0], sample.displacement2[1],
               windows_[sample.window].contrast);
  }
}

void Observables::write_distances(std::ostream& out) const {
  fmt::print(out, "step,temperature,r,g_00,g_01,g_11\n");
  const std::array<double, 3> all{of_kind_[0] * (of_kind_[0] - 1) / 2, of_kind_[0] * of_kind_[1],
                                  of_kind_[1] * (of_kind_[1] - 1) / 2};
  for (const Window& window : windows_)
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      const double r = (static_cast<double>(bin) + 0.5) * width_;
      const double shell = 4 * std::numbers::pi * r * r * width_ / volume_;
      std::array<double, 3> g{};
      for (std::size_t pair = 0; pair < 3; ++pair)
        if (all[pair] > 0)
          g[pair] =
              window.pairs[pair][bin] / (all[pair] * shell * static_cast<double>(window.samples));
      fmt::print(out, "{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", window.step, window.temperature, r,
                 g[0], g[1], g[2]);
    }
}

Observables::Means Observables::means() const {
  Means means;
  const std::size_t first = samples_.size() / 2;
  double s = 0, st = 0, stt = 0;
  std::array<double, 2> sd{}, std_{};
  for (std::size_t k = first; k < samples_.size(); ++k) {
    const Sample& sample = samples_[k];
    means.temperature += sample.state.temperature;
    means.pressure += sample.state.pressure;
    const double t = sample.time - samples_[first].time;
    s += 1, st += t, stt += t * t;
    for (std::size_t kind = 0; kind < 2; ++kind) {
      sd[kind] += sample.displacement2[kind];
      std_[kind] += t * sample.displacement2[kind];
    }
  }
  if (s == 0) return means;
  means.temperature /= s;
  means.pressure /= s;
  const double spread = s * stt - st * st;
  for (std::size_t kind = 0; kind < 2; ++kind)
    if (spread > 0) means.diffusion[kind] = (s * std_[kind] - st * sd[kind]) / spread / 6;
  return means;
}

std::optional<double> Observables::melted_at() const {
  std::optional<double> at;
  for (const Window& window : windows_) {
    if (window.samples < kWindow) continue;
    const bool molten =
        window.contrast < kMolten && window.contrast < windows_.front().contrast / 2;
    if (!molten)
      at.reset();
    else if (!at)
      at = window.temperature;
  }
  return at;
}

double Observables::contrast() const {
  for (auto window = windows_.rbegin(); window != windows_.rend(); ++window)
    if (window->samples == kWindow) return window->contrast;
  return windows_.empty() ? 0 : windows_.back().contrast;
}

}  // namespace gputest

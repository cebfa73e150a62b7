#include "common/fmm/theta.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "common/core/interrupt.hpp"
#include "common/fmm/host_fmm.hpp"

namespace gputest {
namespace {

constexpr int kFmmThetaBits = 8;
constexpr std::size_t kFirstPool = 64;  // numbers per cell; more if they are too few

/// The method for some bodies, with its memory.
template <int Degree>
class SampledFmm {
 public:
  SampledFmm(const ParticleSet& p, double eps2, double accuracy)
      : n_(static_cast<std::uint32_t>(p.size())),
        eps2_(eps2),
        accuracy_(accuracy),
        tree_(n_, fmm::kLeaf),
        sums_(n_) {
    tree_.build([&](std::uint32_t i) {
      return Vector4<double>{p.x[i], p.y[i], p.z[i], p.mass[i]};
    });
    const std::size_t cells = tree_.cells();
    radii_.resize(cells);
    ranges_.resize(2 * cells);
    parents_.resize(cells);
    multipoles_.resize(GT_TERMS(Degree) * cells);
    locals_.resize(GT_TERMS(Degree) * cells);
    lists_.resize(GT_LISTS * cells);
    pool_.resize(GT_POOL_USED + kFirstPool * cells);
    tree::make_cells(tree_.arrays(), n_, 0.0);
    fmm::gather<Degree>(tree_.arrays(), arrays(), n_);
  }

  FmmErrors errors(double theta, const std::vector<std::uint64_t>& bodies,
                   const std::vector<TreePull>& pulls) {
    const tree::Arrays<double> t = tree_.arrays();
    const double usual = usual_pull(pulls);
    const auto [reach, share] = fmm::opening_of(theta, Degree, accuracy_);
    while (!fmm::make_lists<Degree>(t, arrays(), n_, usual, reach, share))
      pool_.resize(2 * pool_.size());
    throw_if_interrupted();
    fmm::expand<Degree>(t, arrays(), n_, eps2_);
    throw_if_interrupted();
    fmm::sum_bodies<Degree>(
        t, arrays(), n_, eps2_,
        [&](std::uint32_t k, const Vector4<double>& sum) { sums_[t.order[k]] = sum; });
    throw_if_interrupted();
    std::vector<double> errors;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const Vector4<double>& sum = sums_[bodies[k]];
      const TreePull& right = pulls[k];
      const double off = std::hypot(sum.x - right.ax, sum.y - right.ay, sum.z - right.az);
      const double pull = std::hypot(right.ax, right.ay, right.az);
      errors.push_back(off == 0 ? 0 : off / pull);  // infinite over a pull of 0
    }
    double direct = 0, whole = 0;
    for (std::size_t cell = 0; cell < tree_.cells(); ++cell) {
      whole += lists_[GT_LISTS * cell + GT_FAR_COUNT];
      if (gt_is_leaf(t.links[cell])) direct += ranges_[2 * cell + 1] * met_by(cell);
    }
    FmmErrors made{errors_at(theta, std::move(errors), direct / n_, whole / n_)};
    made.listed = pool_[0];
    return made;
  }

 private:
  fmm::Arrays<double> arrays() {
    return {radii_.data(),
            ranges_.data(),
            parents_.data(),
            multipoles_.data(),
            locals_.data(),
            lists_.data(),
            pool_.data(),
            static_cast<std::uint32_t>(std::min<std::size_t>(pool_.size(), 0xFFFFFFFF))};
  }
  /// Bodies that each body of a leaf meets.
  double met_by(std::size_t cell) const {
    double bodies = 0;
    for (std::uint32_t k = 0; k < lists_[GT_LISTS * cell + GT_NEAR_COUNT]; ++k)
      bodies += ranges_[2 * std::size_t{pool_[lists_[GT_LISTS * cell + GT_NEAR_BEGIN] + k]} + 1];
    return bodies;
  }

  std::uint32_t n_;
  double eps2_, accuracy_;
  tree::HostTree<double> tree_;
  std::vector<Vector4<double>> sums_;
  std::vector<double> radii_, multipoles_, locals_;
  std::vector<std::uint32_t> ranges_, parents_, lists_, pool_;
};

template <int Degree>
FmmErrors errors_of(const ParticleSet& particles, double eps2, double theta, double wanted,
                    const std::vector<std::uint64_t>& bodies, const std::vector<TreePull>& pulls,
                    double accuracy) {
  SampledFmm<Degree> method(particles, eps2, accuracy);
  // Large values of θ open the same cells.
  std::map<std::pair<double, double>, FmmErrors> known;
  const auto at = [&](double value) {
    const auto [reach, share] = fmm::opening_of(value, Degree, accuracy);
    const auto [made, is_new] = known.try_emplace({reach, share});
    if (is_new) made->second = method.errors(value, bodies, pulls);
    made->second.theta = value;
    return made->second;
  };
  return wanted > 0 ? largest_theta(wanted, kFmmThetaBits, at) : at(theta);
}

}  // namespace

fmm::Opening fmm::opening_of(double theta, int degree, double accuracy) {
  // By trial: the value that saves most flops at equal errors.
  constexpr double kShare = 1.0 / 32;
  // A local expansion neglects about (R/d)^degree of all pulls from one side.
  constexpr double kOfOneSide = 5;
  // For bodies far outside, which have all cells on one side. With a low degree, errors spread
  // more.
  const double most = (degree > 4 ? 2 : 1) * accuracy;
  const double share = std::min(kShare * std::pow(theta, degree), most);
  return {std::pow(kOfOneSide * share, 1.0 / degree), share};
}

FmmErrors fmm_errors(const ParticleSet& particles, double eps2, int degree, double theta,
                     double wanted, const std::vector<std::uint64_t>& bodies,
                     const std::vector<TreePull>& pulls, double accuracy) {
  const auto found = degree == 4 ? errors_of<4> : degree == 6 ? errors_of<6> : errors_of<10>;
  return found(particles, eps2, theta, wanted, bodies, pulls, accuracy);
}

}  // namespace gputest

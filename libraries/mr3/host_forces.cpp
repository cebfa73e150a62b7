#include "libraries/mr3/host_forces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace gputest::libraries {
namespace {

/// The vector to particle i from the nearest image of j, its square, and the image's shift.
struct Apart {
  std::array<double, 3> d;
  double r2, image;
};
Apart apart(const Mr3Side& of_i, std::size_t i, const Mr3Side& of_j, std::size_t j,
            const std::array<double, 3>& edges) {
  Apart between{{}, 0, 0};
  for (std::size_t c = 0; c < 3; ++c) {
    const double d = of_i.x[3 * i + c] - of_j.x[3 * j + c];
    const double image = edges[c] * std::nearbyint(d / edges[c]);
    between.image = std::max(between.image, std::abs(image));
    between.d[c] = d - image;
    between.r2 += between.d[c] * between.d[c];
  }
  return between;
}

/// g of the table with that number at x > 0.
double formula(int table, double x) {
  const double root = std::sqrt(x);
  switch (table % 10) {
    case 0:
      return 1 / (x * root);
    case 1:
      return 1 / root;
    case 2:
      return (2 / (x * x * x) - 1) / (x * x * x * x);
    case 3:
      return (1 / (x * x * x) - 1) / (x * x * x);
    case 6:
      return 2 * std::numbers::inv_sqrtpi * std::exp(-x) / x + std::erfc(root) / (x * root);
    default:
      return std::erfc(root) / root;
  }
}

/// The contribution of particle j to particle i.
class OfPair {
 public:
  OfPair(const Mr3Pairs& call, const CentralTable* table)
      : call_(call), edges_(call.edges()), table_(table) {}

  Apart between(std::size_t i, std::size_t j) const {
    return apart(call_.i, i, call_.j, j, edges_);
  }

  void add(Mr3Sums& sums, std::size_t i, std::size_t j) const { add(sums, i, j, between(i, j)); }
  void add(Mr3Sums& sums, std::size_t i, std::size_t j, const Apart& between) const {
    if (between.r2 == 0 || between.r2 >= call_.cut2) return;
    const Mr3Table& kind = *call_.table;
    const double a = kind.is_vdw ? call_.gscale[call_.pair(i, j)] : call_.j.q[j];
    const double f = a * g(b(i, j) * between.r2) * call_.multiplier(i);
    if (kind.is_potential)
      sums[3 * i] += f;
    else
      for (std::size_t c = 0; c < 3; ++c) sums[3 * i + c] += f * between.d[c];
  }

  /// Whether x is so near to a bound that rounding decides its side.
  bool is_undecided(std::size_t i, std::size_t j, const Apart& between, double epsilon) const {
    if (!is_bounded()) return false;
    const double x = b(i, j) * between.r2;
    const double slack = 32 * epsilon * (x + b(i, j) * std::sqrt(between.r2) * between.image);
    return std::abs(x - least()) < slack || std::abs(x - most()) < slack;
  }

 private:
  bool is_bounded() const { return table_ != nullptr || call_.table->is_vdw; }
  double least() const { return table_ != nullptr ? table_->begin(0) : kVdwLeastX; }
  double most() const { return table_ != nullptr ? table_->end() : kVdwMostX; }

  /// The factor of r^2.
  double b(std::size_t i, std::size_t j) const {
    if (call_.table->is_vdw) return call_.rscales[call_.pair(i, j)];
    return call_.table->is_ewald ? call_.rscale * call_.rscale : 1;
  }
  double g(double x) const {
    if (is_bounded() && !(least() <= x && x < most())) return 0;
    return table_ != nullptr ? table_->at(x) : formula(call_.table->number, x);
  }

  const Mr3Pairs& call_;
  std::array<double, 3> edges_;
  const CentralTable* table_;
};

/// The particles j of a call with a cutoff, by cells. All pairs within it are in neighbouring
/// cells.
class Cells {
 public:
  explicit Cells(const Mr3Pairs& call) : edges_(call.edges()) {
    constexpr double kMost = 64;
    for (std::size_t c = 0; c < 3; ++c) {
      const double cells = std::min(kMost, edges_[c] / std::sqrt(call.cut2));
      counts_[c] = cells < 3 ? 1 : static_cast<std::size_t>(cells);
    }
    cells_.resize(counts_[0] * counts_[1] * counts_[2]);
    for (std::size_t j = 0; j < static_cast<std::size_t>(call.j.count); ++j) {
      const auto at = place(&call.j.x[3 * j]);
      cells_[(at[0] * counts_[1] + at[1]) * counts_[2] + at[2]].push_back(j);
    }
  }

  /// Calls f(j) for each particle j of the cells around a position.
  template <class F>
  void around(const double* x, const F& f) const {
    const auto at = place(x);
    const auto along = [&](std::size_t c, std::size_t step) {
      return (at[c] + step + counts_[c] - 1) % counts_[c];
    };
    const auto steps = [&](std::size_t c) { return counts_[c] == 1 ? 1u : 3u; };
    for (std::size_t a = 0; a < steps(0); ++a)
      for (std::size_t b = 0; b < steps(1); ++b)
        for (std::size_t c = 0; c < steps(2); ++c)
          for (const std::size_t j :
               cells_[(along(0, a) * counts_[1] + along(1, b)) * counts_[2] + along(2, c)])
            f(j);
  }

 private:
  std::array<std::size_t, 3> place(const double* x) const {
    std::array<std::size_t, 3> at{};
    for (std::size_t c = 0; c < 3; ++c) {
      const double part = x[c] / edges_[c] - std::floor(x[c] / edges_[c]);
      at[c] = std::min(counts_[c] - 1,
                       static_cast<std::size_t>(part * static_cast<double>(counts_[c])));
    }
    return at;
  }

  std::array<double, 3> edges_;
  std::array<std::size_t, 3> counts_{};
  std::vector<std::vector<std::size_t>> cells_;
};

}  // namespace

Mr3Sums sums_on_host(const Mr3Pairs& call) {
  const auto ni = static_cast<std::size_t>(call.i.count);
  const auto nj = static_cast<std::size_t>(call.j.count);
  Mr3Sums sums(3 * ni);
  const OfPair pair(call, nullptr);
  if (std::isfinite(call.cut2)) {
    const Cells cells(call);
#pragma omp parallel for if (ni * nj > 16384)
    for (std::size_t i = 0; i < ni; ++i)
      cells.around(&call.i.x[3 * i], [&](std::size_t j) { pair.add(sums, i, j); });
    return sums;
  }
#pragma omp parallel for if (ni * nj > 16384)
  for (std::size_t i = 0; i < ni; ++i)
    for (std::size_t j = 0; j < nj; ++j) pair.add(sums, i, j);
  return sums;
}

Mr3Excluded excluded_on_host(const Mr3Pairs& call, const Mr3Exclusions& excluded,
                             const CentralTable* table, double epsilon) {
  const auto ni = static_cast<std::size_t>(call.i.count);
  std::vector<std::pair<std::size_t, std::size_t>> listed;
  std::vector<std::size_t> ends(ni + 1);  // of the particles j of each i, which are adjacent
  excluded.each(call, [&](std::size_t i, std::size_t j) {
    listed.emplace_back(i, j);
    ++ends[i + 1];
  });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<std::size_t> others(listed.size()), next(ends);
  for (const auto& [i, j] : listed) others[next[i]++] = j;

  Mr3Excluded without{Mr3Sums(3 * ni), {}};
  std::vector<unsigned char> undecided(ni);
  const OfPair pair(call, table);
#pragma omp parallel for if (listed.size() > 16384)
  for (std::size_t i = 0; i < ni; ++i)
    for (std::size_t k = ends[i]; k < ends[i + 1]; ++k) {
      const Apart between = pair.between(i, others[k]);
      pair.add(without.sums, i, others[k], between);
      if (pair.is_undecided(i, others[k], between, epsilon)) undecided[i] = 1;
    }
  for (std::size_t i = 0; i < ni; ++i)
    if (undecided[i] != 0) without.undecided.push_back(i);
  return without;
}

void add_on_host(Mr3Sums& sums, const Mr3Pairs& call, std::size_t i, const CentralTable* table) {
  const OfPair pair(call, table);
  for (std::size_t j = 0; j < static_cast<std::size_t>(call.j.count); ++j) pair.add(sums, i, j);
}

Mr3Sums salt_on_host(const Mr3Salt& call) {
  const auto n = static_cast<std::size_t>(call.ions.count);
  const double edge = call.is_periodic ? call.xmax : 2 * call.xmax;
  const std::array<double, 3> edges{edge, edge, edge};
  Mr3Sums sums(3 * n);
#pragma omp parallel for if (n * n > 16384)
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const Apart between = apart(call.ions, i, call.ions, j, edges);
      if (between.r2 == 0) continue;
      const auto pair =
          static_cast<std::size_t>((call.ions.types[i] - call.first_type) * call.types +
                                   call.ions.types[j] - call.first_type);
      const double r2 = between.r2, r = std::sqrt(r2), r8 = r2 * r2 * r2 * r2;
      const double repulsion = Mr3Salt::kRepulsion * call.pol[pair] *
                               std::exp((call.sigm[pair] - r) * call.ipotro[pair]);
      const double f = repulsion * call.ipotro[pair] / r - 6 * call.pc[pair] / r8 -
                       8 * call.pd[pair] / (r8 * r2) + call.zz[pair] / (r * r2);
      for (std::size_t c = 0; c < 3; ++c) sums[3 * i + c] += f * between.d[c];
    }
  return sums;
}

Mr3WaveSums waves_on_host(const Mr3Waves& call) {
  const auto n = static_cast<std::size_t>(call.charges.count);
  const std::size_t waves = call.waves();
  const double* const x = call.charges.x;
  const double* const q = call.charges.q;
  struct Wave {
    std::array<double, 3> k;
    double cosines, sines;  // the sums over all charges, times f
  };
  std::vector<Wave> all(waves);
  double energy = 0;
#pragma omp parallel for reduction(+ : energy)
  for (std::size_t w = 0; w < waves; ++w) {
    Wave wave{{}, 0, 0};
    for (std::size_t c = 0; c < 3; ++c) wave.k[c] = call.along(w, c);
    for (std::size_t j = 0; j < n; ++j) {
      const double phase =
          wave.k[0] * x[3 * j] + wave.k[1] * x[3 * j + 1] + wave.k[2] * x[3 * j + 2];
      wave.cosines += q[j] * std::cos(phase);
      wave.sines += q[j] * std::sin(phase);
    }
    const double f = call.factor(w);
    energy += f * (wave.cosines * wave.cosines + wave.sines * wave.sines) / 2;
    wave.cosines *= f;
    wave.sines *= f;
    all[w] = wave;
  }
  Mr3WaveSums result{Mr3Sums(3 * n), energy};
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    for (const Wave& wave : all) {
      const double phase =
          wave.k[0] * x[3 * i] + wave.k[1] * x[3 * i + 1] + wave.k[2] * x[3 * i + 2];
      const double cosine = std::cos(phase), sine = std::sin(phase);
      if (call.count < 0) {
        result.sums[3 * i] += q[i] * (cosine * wave.cosines + sine * wave.sines);
        continue;
      }
      const double along = q[i] * (sine * wave.cosines - cosine * wave.sines);
      for (std::size_t c = 0; c < 3; ++c) result.sums[3 * i + c] += along * wave.k[c];
    }
  return result;
}

}  // namespace gputest::libraries

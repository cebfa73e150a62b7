// The arguments of MR3 calls, and their checks.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "common/core/precision.hpp"

namespace gputest::libraries {

/// A table number of MR3 and its meaning.
struct Mr3Table {
  int number;
  const char* law;    ///< its law of `central`
  bool is_potential;  ///< added to the first of a particle's three numbers
  bool is_vdw;        ///< between atom types rather than charges
  bool is_ewald;      ///< x is (rscale r)^2
  bool is_tabled;     ///< computed from a table of polynomials, in fp32
};

/// The table of that number. Throws Error(bad_input) if there is none, or if it is of another kind.
const Mr3Table& coulomb_table(int number);
const Mr3Table& vdw_table(int number);
/// A table of either kind.
const Mr3Table& any_table(int number);

/// Van der Waals forces act for x = rscale r^2 from the first to the second bound.
constexpr double kVdwLeastX = 0.25, kVdwMostX = 64;

/// Particles i or j of a call, in the client's arrays.
struct Mr3Side {
  int count = 0;
  const double* x = nullptr;   ///< three numbers each
  const double* q = nullptr;   ///< charges, or null
  const int* types = nullptr;  ///< atom types, or null
};

/// A call for the forces of particles j on particles i.
struct Mr3Pairs {
  const Mr3Table* table = nullptr;
  Mr3Side i, j;
  double xmax = 0;
  bool is_periodic = false;
  double rscale = 1;     ///< of charges
  bool times_q = false;  ///< results are multiplied by q_i and `factor`
  double factor = 1;
  int types = 0;       ///< atom types
  int first_type = 0;  ///< the number of the first type: 1 in Fortran
  const double* gscale = nullptr;
  const double* rscales = nullptr;
  const double* force = nullptr;  ///< the array to be added to
  /// For sums on the host: edges of a box in place of xmax, and the square of a cutoff.
  std::optional<std::array<double, 3>> box;
  double cut2 = std::numeric_limits<double>::infinity();

  /// The edge of the periodic cube.
  double edge() const { return is_periodic ? xmax : 2 * xmax; }
  /// The edges of the periodic box.
  std::array<double, 3> edges() const {
    std::array<double, 3> all = box.value_or(std::array<double, 3>{xmax, xmax, xmax});
    for (double& one : all) one *= is_periodic ? 1 : 2;
    return all;
  }
  /// The index of the coefficient for particles i and j.
  std::size_t pair(std::size_t of_i, std::size_t of_j) const {
    return static_cast<std::size_t>(i.types[of_i] - first_type) * static_cast<std::size_t>(types) +
           static_cast<std::size_t>(j.types[of_j] - first_type);
  }
  /// The factor of particle i's sum, in addition to gscale or q_j.
  double multiplier(std::size_t of_i) const;
};

/// Throws Error(bad_input) if an array is missing, if one has a number that is not finite in the
/// precision or an invalid atom type, or if another argument is invalid.
void require(const Mr3Pairs& call, Precision precision);

/// Pairs that a call excludes: the next counts[k] particles of `others` do not act on particle k.
struct Mr3Exclusions {
  const int* counts;
  const int* others;    ///< particles j; negative ones are ignored
  int first;            ///< the number of the first particle: 1 in Fortran
  bool has_duplicates;  ///< each pair is listed with either particle, else once for both

  /// Calls f(i, j) for each particle j that does not act on i. Throws Error(bad_input) if a count
  /// is negative or there is no such particle.
  void each(const Mr3Pairs& call, const std::function<void(std::size_t, std::size_t)>& f) const;
};

/// A call of MR3calcnacl.
struct Mr3Salt {
  Mr3Side ions;
  int types = 0;
  int first_type = 0;
  const double *pol, *sigm, *ipotro, *pc, *pd, *zz;
  double xmax = 0;
  bool is_periodic = false;
  const double* force = nullptr;

  /// pb in MR3calcnacl's potential.
  static constexpr double kRepulsion = 0.338e-19 / (14.39 * 1.60219e-19);
};

/// Throws Error(bad_input) like require() for pairs.
void require(const Mr3Salt& call, Precision precision);

/// A call of MR3calcewald.
struct Mr3Waves {
  const int* k = nullptr;
  int count = 0;  ///< negative if potentials are asked for
  Mr3Side charges;
  double alpha = 0, epsilon = 0;
  const double (*cell)[3] = nullptr;
  const double* force = nullptr;
  const double* tpot = nullptr;

  std::size_t waves() const { return static_cast<std::size_t>(count < 0 ? -count : count); }
  std::array<double, 3> edges() const { return {cell[0][0], cell[1][1], cell[2][2]}; }
  /// K of that wave along an axis.
  double along(std::size_t wave, std::size_t axis) const;
  /// f of that wave.
  double factor(std::size_t wave) const;
};
/// Throws Error(bad_input) like require() for pairs.
void require(const Mr3Waves& call, Precision precision);

}  // namespace gputest::libraries

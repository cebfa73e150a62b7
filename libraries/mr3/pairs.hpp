// What a call of MR3 asks of pairs of particles, and what is refused of it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "common/core/precision.hpp"

namespace gputest::libraries {

/// A table number of MR3, and what it is of.
struct Mr3Table {
  int number;
  const char* law;    ///< the law of `central` that it is
  bool is_potential;  ///< read from the first of a particle's three numbers
  bool is_vdw;        ///< between atom types, rather than charges
  bool is_ewald;      ///< x is (rscale r)^2
  bool is_tabled;     ///< computed from a table of polynomials, in fp32
};

/// The table of that number. Throws Error(bad_input) where there is none or it is not of such.
const Mr3Table& coulomb_table(int number);
const Mr3Table& vdw_table(int number);
/// Of either.
const Mr3Table& any_table(int number);

/// Van der Waals forces are those of x = rscale r^2 from here to there.
constexpr double kVdwLeastX = 0.25, kVdwMostX = 64;

/// Particles i or j of a call, as the client's arrays have them.
struct Mr3Side {
  int count = 0;
  const double* x = nullptr;   ///< three numbers of each
  const double* q = nullptr;   ///< charges, of tables that have such,
  const int* types = nullptr;  ///< or atom types
};

/// A call: what particles j do to particles i.
struct Mr3Pairs {
  const Mr3Table* table = nullptr;
  Mr3Side i, j;
  double xmax = 0;
  bool is_periodic = false;
  double rscale = 1;     ///< of charges
  bool times_q = false;  ///< results are multiplied by q_i and by
  double factor = 1;     ///< this
  int types = 0;         ///< atom types
  int first_type = 0;    ///< the number of the first: 1 in Fortran
  const double* gscale = nullptr;
  const double* rscales = nullptr;
  const double* force = nullptr;  ///< what is to be added to

  /// Of the cube that repeats.
  double edge() const { return is_periodic ? xmax : 2 * xmax; }
  /// Of the coefficients, that of particles i and j.
  std::size_t pair(std::size_t of_i, std::size_t of_j) const {
    return static_cast<std::size_t>(i.types[of_i] - first_type) * static_cast<std::size_t>(types) +
           static_cast<std::size_t>(j.types[of_j] - first_type);
  }
  /// What a sum of g of particle i is multiplied by, beside A or q_j.
  double multiplier(std::size_t of_i) const;
};

/// Throws Error(bad_input) where an array is missing, or holds what is no finite number of the
/// precision or no atom type, or a number is none that a call may have.
void require(const Mr3Pairs& call, Precision precision);

/// Pairs that a call leaves out: the next counts[k] of `others` do nothing to particle k.
struct Mr3Exclusions {
  const int* counts;
  const int* others;    ///< particles j; negative ones are passed over
  int first;            ///< the number of the first particle: 1 in Fortran
  bool has_duplicates;  ///< each pair is listed with either particle, else once for both

  /// Calls f(i, j) with particle j that does nothing to i. Throws Error(bad_input) where a count is
  /// negative or a particle is none.
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

/// Throws Error(bad_input) as that of pairs does.
void require(const Mr3Salt& call, Precision precision);

/// A call of MR3calcewald.
struct Mr3Waves {
  const int* k = nullptr;
  int count = 0;  ///< negative where potentials are asked for
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
/// Throws Error(bad_input) as that of pairs does.
void require(const Mr3Waves& call, Precision precision);

}  // namespace gputest::libraries

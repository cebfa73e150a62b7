#include "libraries/mr3/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "common/core/error.hpp"
#include "libraries/support/checks.hpp"

namespace gputest::libraries {
namespace {

constexpr int kMostTypes = 1024;
constexpr int kMostParticles = 1 << 26;
constexpr int kMostWaves = 1 << 24;

// Number, law, potential, van der Waals, Ewald, tabled.
constexpr std::array<Mr3Table, 8> kTables{{
    {0, "coulomb", false, false, false, false},
    {1, "coulomb-potential", true, false, false, false},
    {2, "lj", false, true, false, false},
    {3, "lj-potential", true, true, false, false},
    {6, "ewald-real", false, false, true, false},
    {7, "ewald-real-potential", true, false, true, false},
    {16, "ewald-real", false, false, true, true},
    {17, "ewald-real-potential", true, false, true, true},
}};

const Mr3Table& table_of(int number, bool charges, bool vdw, const char* numbers) {
  for (const Mr3Table& table : kTables)
    if (table.number == number && (table.is_vdw ? vdw : charges)) return table;
  throw Error(Status::bad_input,
              fmt::format("the table number is {}, which is not {}", number, numbers));
}

void require_positive(const std::string& what, double number) {
  if (!(number > 0) || !std::isfinite(number))
    throw Error(Status::bad_input,
                fmt::format("{} is {}, which is not a finite number above 0", what, number));
}

void require_types(const Mr3Side& side, int types, int first) {
  require_array("the array of atom types", side.types, side.count);
  for (int k = 0; k < side.count; ++k)
    if (side.types[k] < first || side.types[k] >= first + types)
      throw Error(Status::bad_input,
                  fmt::format("the atom type of particle {} is {}, which is not between {} and {}",
                              k, side.types[k], first, first + types - 1));
}

void require_coefficients(const char* what, const double* numbers, int types, Precision precision) {
  require_array(fmt::format("the array {}", what).c_str(), numbers, types);
  for (int k = 0; k < types * types; ++k)
    if (!std::isfinite(round_to(precision, numbers[k])))
      throw Error(Status::bad_input,
                  fmt::format("{} of types {} and {} is {}, which is not finite in "
                              "{}",
                              what, k / types, k % types, numbers[k], name(precision)));
}

void require_positions(const Mr3Side& side, Precision precision) {
  require_between("the number of particles", side.count, 0, kMostParticles);
  require_finite("the position", side.x, side.count, 3, precision);
}

}  // namespace

const Mr3Table& coulomb_table(int number) {
  return table_of(number, true, false, "0, 1, 6, 7, 16 or 17");
}
const Mr3Table& vdw_table(int number) { return table_of(number, false, true, "2 or 3"); }
const Mr3Table& any_table(int number) {
  return table_of(number, true, true, "0, 1, 2, 3, 6, 7, 16 or 17");
}

double Mr3Pairs::multiplier(std::size_t of_i) const {
  double of_law = 1;
  if (table->is_ewald) of_law = table->is_potential ? rscale : rscale * rscale * rscale;
  return times_q ? of_law * i.q[of_i] * factor : of_law;
}

void require(const Mr3Pairs& call, Precision precision) {
  if (!call.box) require_positive("xmax", call.xmax);
  for (const double edge : call.edges()) require_positive("an edge of the box", edge);
  require_positive("the square of the cutoff",
                   std::min(call.cut2, std::numeric_limits<double>::max()));
  if (call.table->is_ewald) require_positive("rscale", call.rscale);
  if (call.table->is_vdw) {
    require_between("the number of atom types", call.types, 1, kMostTypes);
    require_coefficients("gscale", call.gscale, call.types, precision);
    require_coefficients("rscale", call.rscales, call.types, precision);
  }
  for (const Mr3Side* side : {&call.i, &call.j}) {
    require_positions(*side, precision);
    if (call.table->is_vdw)
      require_types(*side, call.types, call.first_type);
    else
      require_finite("the charge", side->q, side->count, 1, precision);
  }
  require_array("the array of forces", call.force, call.i.count);
}

void Mr3Exclusions::each(const Mr3Pairs& call,
                         const std::function<void(std::size_t, std::size_t)>& f) const {
  require_array("the array numex", counts, call.i.count);
  const int* next = others;
  for (int k = 0; k < call.i.count; ++k) {
    require_between("a number of excluded particles", counts[k], 0, call.j.count);
    require_array("the array natex", others, counts[k]);
    for (const int* const end = next + counts[k]; next != end; ++next) {
      if (*next - first < 0) continue;
      require_between("an excluded particle", *next, first, first + call.j.count - 1);
      const auto i = static_cast<std::size_t>(k), j = static_cast<std::size_t>(*next - first);
      f(i, j);
      if (has_duplicates) continue;
      require_between("an excluded particle", *next, first,
                      first + std::min(call.i.count, call.j.count) - 1);
      require_between("an excluding particle", k, 0, call.j.count - 1);
      f(j, i);
    }
  }
}

void require(const Mr3Salt& call, Precision precision) {
  require_positive("xmax", call.xmax);
  require_between("the number of atom types", call.types, 1, kMostTypes);
  const std::pair<const char*, const double*> all[] = {{"pol", call.pol},       {"sigm", call.sigm},
                                                       {"ipotro", call.ipotro}, {"pc", call.pc},
                                                       {"pd", call.pd},         {"zz", call.zz}};
  for (const auto& [what, numbers] : all)
    require_coefficients(what, numbers, call.types, precision);
  for (int k = 0; k < call.types * call.types; ++k)
    require_positive(fmt::format("ipotro of types {} and {}", k / call.types, k % call.types),
                     call.ipotro[k]);
  require_positions(call.ions, precision);
  require_types(call.ions, call.types, call.first_type);
  require_array("the array of forces", call.force, call.ions.count);
}

double Mr3Waves::along(std::size_t wave, std::size_t axis) const {
  return 2 * std::numbers::pi * k[3 * wave + axis] / cell[axis][axis];
}

double Mr3Waves::factor(std::size_t wave) const {
  double k2 = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) k2 += along(wave, axis) * along(wave, axis);
  const double volume = cell[0][0] * cell[1][1] * cell[2][2];
  return 2 / (epsilon * volume) * std::exp(-k2 / (4 * alpha * alpha)) / k2;
}

void require(const Mr3Waves& call, Precision precision) {
  require_positive("alpha", call.alpha);
  if (!std::isfinite(call.epsilon) || call.epsilon == 0)
    throw Error(
        Status::bad_input,
        fmt::format("epsilon is {}, which is not a finite number other than 0", call.epsilon));
  require_array("the cell", call.cell, 1);
  for (std::size_t c = 0; c < 3; ++c) require_positive("an edge of the cell", call.cell[c][c]);
  require_positions(call.charges, precision);
  require_finite("the charge", call.charges.q, call.charges.count, 1, precision);
  require_array("the array of forces", call.force, call.charges.count);
  require_array("tpot", call.tpot, 1);
  require_between("the number of waves", call.count, -kMostWaves, kMostWaves);
  require_array("the array of waves", call.k, call.count == 0 ? 0 : 1);
  for (std::size_t w = 0; w < call.waves(); ++w)
    if (call.k[3 * w] == 0 && call.k[3 * w + 1] == 0 && call.k[3 * w + 2] == 0)
      throw Error(Status::bad_input, fmt::format("wave {} is 0 in all directions", w));
}

}  // namespace gputest::libraries

// Pair forces: the textbook formulas against LAMMPS and numerical derivatives, and the kernels'
// evaluators against the formulas.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "common/lj/oracle.hpp"
#include "common/lj/pair.hpp"
#include "common/lj/pair_force.hpp"
#include "common/particles/reader.hpp"

namespace gputest::pair_force_test {
namespace {

const PairForce& force_of(const std::string& name) {
  for (const PairForce* force : pair_forces())
    if (force->name == name) return *force;
  throw std::logic_error("no force " + name);
}

/// Every force, with its default parameters and with others.
std::vector<PairLaw> laws() {
  std::vector<PairLaw> laws;
  for (const PairForce* force : pair_forces())
    for (const double factor : {1.0, 0.7, 1.6}) {
      laws.push_back({force});
      for (std::size_t k = 0; k < force->parameters.size(); ++k)
        laws.back().parameters[k] = factor * std::stod(force->parameters[k].default_value);
    }
  return laws;
}

const double kDistances[] = {0.7, 0.85, 0.97, 1.05, 1.12246, 1.3, 1.77, 2.5, 4.1, 9.3};

TEST(PairForces, LennardJonesIsTheFirstAndAllAreListedOnce) {
  ASSERT_FALSE(pair_forces().empty());
  EXPECT_STREQ(pair_forces().front()->name, "lj");
  for (const PairForce* force : pair_forces()) {
    EXPECT_EQ(&force_of(force->name), force);
    EXPECT_LE(force->parameters.size(), 3u);
    EXPECT_GT(force->flops, 24u) << "more than differences, their squares and the sums";
  }
}

TEST(PairForces, TermsFollowFromTheEnergysDerivative) {
  for (const PairLaw& law : laws())
    for (const double r : kDistances) {
      SCOPED_TRACE(testing::Message() << law.force->name << " at " << r);
      const double h = 1e-5 * r;
      const PairTerms terms = law.terms(r), before = law.terms(r - h), after = law.terms(r + h);
      EXPECT_NEAR(terms.repulsion, (before.repulsive_energy - after.repulsive_energy) / (2 * h),
                  1e-6 * terms.repulsion);
      EXPECT_NEAR(terms.attraction, (before.attractive_energy - after.attractive_energy) / (2 * h),
                  1e-6 * terms.attraction);
      for (const auto side : {&PairTerms::repulsion, &PairTerms::attraction})
        EXPECT_GE(before.*side, after.*side);
    }
}

TEST(PairForces, SteepnessIsThatOfTheSteeperSide) {
  for (const PairLaw& law : laws())
    for (const double r : kDistances) {
      SCOPED_TRACE(testing::Message() << law.force->name << " at " << r);
      const double h = 1e-5 * r;
      const auto slope = [&](double PairTerms::*side) {
        const double before = law.terms(r - h).*side / (r - h);
        const double after = law.terms(r + h).*side / (r + h);
        return after > 0 ? std::log(before / after) / (2 * std::log((r + h) / (r - h))) : 0;
      };
      const double steeper = std::max(slope(&PairTerms::repulsion), slope(&PairTerms::attraction));
      EXPECT_NEAR(law.rounding(r).steepness, steeper, 1e-6 * steeper);
      EXPECT_GT(law.rounding(r - h).steepness / (r - h), law.rounding(r + h).steepness / (r + h));
    }
}

/// Expects Force's evaluator to match its formula within the stated roundings. r^2 and 1/r^2 are
/// the nearest numbers of type Real.
template <class Real, class Force>
void expect_within_rounding(Force) {
  for (PairLaw law : laws()) {
    if (std::string(law.force->name) != Force::kName) continue;
    Real p[3];
    for (int k = 0; k < 3; ++k) law.parameters[k] = p[k] = static_cast<Real>(law.parameters[k]);
    for (int step = 0; step < 2000; ++step) {
      const auto r2 = static_cast<Real>(std::pow(0.75 + 0.004 * step, 2));
      const auto pair = Force::at(r2, 1 / r2, p[0], p[1], p[2], Real{0});
      const double r = std::sqrt(static_cast<double>(r2));
      const PairTerms terms = law.terms(r);
      const double allowed = std::numeric_limits<Real>::epsilon() * law.rounding(r).total();
      EXPECT_NEAR(pair.force_over_r * r, terms.repulsion - terms.attraction,
                  allowed * (terms.repulsion + terms.attraction))
          << Force::kName << " at " << r;
      EXPECT_NEAR(pair.energy, terms.energy(),
                  allowed * (terms.repulsive_energy + terms.attractive_energy))
          << Force::kName << " at " << r;
      EXPECT_EQ(Force::at(r2, 1 / r2, p[0], p[1], p[2], Real{3}).energy, pair.energy - 3);
    }
  }
}

template <class... Force>
void expect_all_within_rounding(pair::List<Force...>) {
  EXPECT_EQ(sizeof...(Force), pair_forces().size());
  (expect_within_rounding<float>(Force()), ...);
  (expect_within_rounding<double>(Force()), ...);
}

TEST(PairForces, EvaluatorsMatchTheFormulasWithinTheStatedRoundings) {
  expect_all_within_rounding(pair::Forces());
}

TEST(PairForces, APairThatUnderflowsIsDoubtful) {
  ParticleSet two;
  two.resize(2);
  two.x = {0, 2.4};
  const PairLaw screened{&force_of("yukawa"), {1, 40, 0}};  // e^-96 is 2e-42
  const LjField fp32 =
      lj_field(two, screened, {6.25, 0, false, std::numeric_limits<float>::min()}, {0});
  EXPECT_GE(fp32.doubt[0].force, std::abs(fp32.state[0].fx));
  const LjField fp64 =
      lj_field(two, screened, {6.25, 0, false, std::numeric_limits<double>::min()}, {0});
  EXPECT_EQ(fp64.doubt[0].force, 0);
}

/// LAMMPS's results for each atom, in the order of the dump (tests/data/pair/in.pair).
struct OfLammps {
  explicit OfLammps(const std::string& name) {
    std::ifstream file(std::string(GPUTEST_TEST_DATA) + "/pair/" + name + ".dump");
    std::string line;
    while (std::getline(file, line) && line.rfind("ITEM: ATOMS", 0) != 0) {
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    EXPECT_EQ(line, "ITEM: ATOMS id fx fy fz c_energy v_virial");
    LjState state;
    for (std::int64_t id = 0;
         file >> id >> state.fx >> state.fy >> state.fz >> state.energy >> state.virial;) {
      ids.push_back(id);
      atoms.push_back(state);
    }
  }
  std::vector<std::int64_t> ids;
  std::vector<LjState> atoms;
};

/// The energy of all pairs; the key is "force shift".
std::map<std::string, double> energies_of_lammps() {
  std::ifstream file(GPUTEST_TEST_DATA "/pair/energies.txt");
  std::map<std::string, double> energies;
  std::string line, force, shift;
  std::getline(file, line);
  for (double energy = 0; file >> force >> shift >> energy;) energies[force + " " + shift] = energy;
  return energies;
}

class PairForceOfLammps : public testing::TestWithParam<PairLaw> {};

TEST_P(PairForceOfLammps, EqualsTheOracles) {
  const PairLaw& law = GetParam();
  const ParticleSet melt = read_particles(GPUTEST_TEST_DATA "/pair/melt.dump");
  std::vector<std::uint64_t> all(melt.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  const LjField field = lj_field(melt, law, {6.25, 0}, all);
  const LjField shifted = lj_field(melt, law, {6.25, 0, true}, all);
  const OfLammps right(law.force->name);
  ASSERT_EQ(right.ids, melt.id);
  ASSERT_EQ(right.ids.size(), 256u);
  double energy = 0, shifted_energy = 0;
  for (std::size_t i = 0; i < right.ids.size(); ++i) {
    const LjState &found = field.state[i], &atom = right.atoms[i];
    EXPECT_LT(std::hypot(found.fx - atom.fx, found.fy - atom.fy, found.fz - atom.fz),
              1e-13 * field.scale[i].force);
    EXPECT_NEAR(found.energy, atom.energy, 1e-13 * field.scale[i].energy);
    EXPECT_NEAR(found.virial, atom.virial, 1e-13 * field.scale[i].virial);
    EXPECT_EQ(field.doubt[i].force, 0);
    energy += found.energy;
    shifted_energy += shifted.state[i].energy;
  }
  auto energies = energies_of_lammps();
  const std::string name = law.force->name;
  EXPECT_NEAR(energy, energies.at(name + " off"), 1e-12 * std::abs(energy));
  EXPECT_NEAR(shifted_energy, energies.at(name + " on"), 1e-12 * std::abs(energy));
}

INSTANTIATE_TEST_SUITE_P(PairForces, PairForceOfLammps,
                         testing::Values(PairLaw{&force_of("lj")},
                                         PairLaw{&force_of("morse"), {0.7, 4.3, 1.1}},
                                         PairLaw{&force_of("yukawa"), {2.5, 1.7}}),
                         [](const auto& law) { return law.param.force->name; });

}  // namespace
}  // namespace gputest::pair_force_test

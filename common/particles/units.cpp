#include "common/particles/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/core/error.hpp"
#include "common/particles/halides.hpp"
#include "common/particles/text.hpp"

namespace gputest {
namespace {

constexpr double kFemtosecondsPerPicosecond = 1000;
constexpr double kElectronVoltsPerKcal = 4184 / 96485.33212331;  // per mole; J/kcal and C/mol

bool is_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
}

bool is_at_rest(const ParticleSet& set) {
  return is_zero(set.vx) && is_zero(set.vy) && is_zero(set.vz);
}

/// Whether numbers in these units stay as they are.
bool are_kept(std::string_view units) { return units == "lj" || units == "ase"; }

}  // namespace

void require_units(std::string_view units) {
  if (are_kept(units) || units == "metal" || units == "real") return;
  throw Error(Status::usage,
              fmt::format("--units is one of lj, metal, real and ase, not {}", quoted(units)));
}

UnitFactors factors_to_ase(std::string_view units) {
  UnitFactors factors;
  if (units != "metal" && units != "real") return factors;
  const double femtoseconds = units == "metal" ? kFemtosecondsPerPicosecond : 1;
  factors.time = femtoseconds / halide_units::kFemtoseconds;
  factors.velocity = 1 / factors.time;
  if (units == "real") factors.force = kElectronVoltsPerKcal;
  return factors;
}

std::string_view lammps_units(const ParticleSet& set) {
  return set.units == "ase" ? "metal" : set.units == "lj" ? "lj" : "";
}

void use_units(ParticleSet& set, std::string_view units, const std::string& name) {
  if (!units.empty()) {
    require_units(units);
    if (!set.units.empty() && set.units != units && !(are_kept(set.units) && are_kept(units)))
      throw Error(Status::bad_input, fmt::format("{} has the units {}, but --units={} is given",
                                                 name, set.units, units));
    set.units = units;
  }
  const UnitFactors factors = factors_to_ase(set.units);
  if (factors.time == 1) return;
  const bool changes = !is_at_rest(set) || set.time != 0 || (factors.force != 1 && !set.fx.empty());
  if (changes)
    set.warnings.push_back(
        fmt::format("{} has LAMMPS's units {}: velocities, times and forces are converted to "
                    "ASE's, and lengths are in Å.",
                    name, set.units));
  const auto convert = [&](double& value, double factor) {
    value *= factor;
    if (!std::isfinite(value))
      throw Error(Status::bad_input,
                  fmt::format("{} has a number in units {} that exceeds double precision in ASE's",
                              name, set.units));
  };
  convert(set.time, factors.time);
  for (auto* component : {&set.vx, &set.vy, &set.vz})
    for (double& value : *component) convert(value, factors.velocity);
  for (auto* component : {&set.fx, &set.fy, &set.fz})
    for (double& value : *component) convert(value, factors.force);
  set.units = "ase";
}

void require_units_of_ions(const ParticleSet& set, bool velocities_matter,
                           const std::string& name) {
  if (set.units == "ase") return;
  if (!set.units.empty())
    throw Error(
        Status::bad_input,
        fmt::format("{} has the units {}, but ions need metal, real or ase", name, set.units));
  if (!velocities_matter || is_at_rest(set)) return;
  throw Error(Status::bad_input,
              fmt::format("{} does not say the units of its velocities; add --units=metal, real or "
                          "ase, or new velocities with --temperature",
                          name));
}

}  // namespace gputest

// Units of particle files: the names of LAMMPS and ASE, and their conversion.
#pragma once

#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Units by name, as --units takes them:
///
///   lj     reduced units: numbers stay as they are
///   metal  LAMMPS's metal: Å, ps, g/mol, eV
///   real   LAMMPS's real: Å, fs, g/mol, kcal/mol
///   ase    those of ASE: Å, u, eV, and Å √(u/eV) for time
///
/// Charges are in e in all three. Throws Error(usage) for another name.
void require_units(std::string_view units);

/// Velocities in Å per unit of time are multiplied by `velocity`, and so on, to be in ASE's units.
struct UnitFactors {
  double velocity = 1, time = 1, force = 1;
};
/// The factors of a name; ones for lj, ase and every other name.
UnitFactors factors_to_ase(std::string_view units);

/// LAMMPS's name for the units in which to write particles: metal for ASE's, which is the nearest,
/// lj for lj; otherwise empty, which states none.
std::string_view lammps_units(const ParticleSet& set);

/// Converts particles in metal or real units to ASE's, with a warning that says so if a number
/// changes. `units` are those that the user gives, or empty; then the file's own are used. Throws
/// Error(bad_input) if the two contradict each other; `name` is the file's.
void use_units(ParticleSet& set, std::string_view units, const std::string& name);

/// Throws Error(bad_input) unless the particles' units are known to be ASE's, as ions need.
/// Particles whose units are not stated pass if `velocities_matter` is false or all are at rest.
void require_units_of_ions(const ParticleSet& set, bool velocities_matter, const std::string& name);

}  // namespace gputest

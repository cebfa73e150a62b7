// Alkali halides in the potential of Tosi and Fumi: the published numbers, and crystals.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// An ion of an alkali halide.
struct HalideIon {
  const char* symbol;
  double mass;    ///< in u
  double charge;  ///< in e
  double radius;  ///< sigma of the repulsion, in Å (Fumi and Tosi)
  double outer;   ///< electrons in its outer shell
};

/// A salt with the structure of NaCl. The repulsion is that of F. G. Fumi and M. P. Tosi, J. Phys.
/// Chem. Solids 25, 31 (1964), and M. P. Tosi and F. G. Fumi, ibid. 25, 45 (1964), with one b for
/// all salts. They take C and D from J. E. Mayer (J. Chem. Phys. 1, 270, 1933).
struct Halide {
  std::string name;  ///< "NaCl"
  HalideIon cation, anion;
  double rho;               ///< Å
  std::array<double, 3> c;  ///< for ++, +- and --, in 1e-19 J Å^6
  std::array<double, 3> d;  ///< in 1e-19 J Å^8
  double lattice_constant;  ///< Å, as measured at room temperature, to 0.01 (Wyckoff, 1963)
};

/// All salts of that structure: 17.
const std::vector<Halide>& halides();
/// Throws Error(bad_input), with the list of salts, if there is none of that name.
const Halide& find_halide(std::string_view name);

/// u(r) = a e^(-k r) - c/r^6 - d/r^8 + qq/r for two ions, in Å and eV; a is A e^(sigma/rho).
struct HalidePair {
  double a = 0, k = 0, c = 0, d = 0, qq = 0;
};
/// For cation and cation, cation and anion, anion and cation, anion and anion. A is Pauling's
/// factor 1 + z_i/n_i + z_j/n_j times b = 0.338e-19 J, sigma the sum of both ions' radii.
std::vector<HalidePair> halide_pairs(const Halide& salt);

/// 0 for a cation and 1 for an anion, identified by their masses. Throws Error(bad_input) for a
/// particle with a mass more than 1 % off both.
std::vector<double> halide_types(const Halide& salt, const ParticleSet& particles);

/// n of the salt's ions on the lattice (generate_rock_salt()). Its constant is `lattice_constant`
/// or, if that is 0, the salt's; masses are in u and lengths in Å. Throws Error(bad_input) for a
/// room below 1.
ParticleSet halide_crystal(const Halide& salt, std::uint64_t n, std::uint64_t seed, bool periodic,
                           double jitter, double room, double lattice_constant);

/// Units of simulate: Å, eV and u, so that the unit of time is Å √(u/eV).
namespace halide_units {
constexpr double kElectronVolt = 1.602176634;   ///< 1e-19 J
constexpr double kCoulomb = 14.399645478;       ///< e²/(4 π ε0), eV Å
constexpr double kBoltzmann = 8.617333262e-5;   ///< eV/K
constexpr double kFemtoseconds = 10.180505711;  ///< per unit of time
constexpr double kGigapascals = 160.2176634;    ///< per eV/Å^3
}  // namespace halide_units

}  // namespace gputest

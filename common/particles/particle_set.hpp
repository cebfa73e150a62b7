// Particles on the host: the canonical form from which every layout is packed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/core/input_data.hpp"

namespace gputest {

/// A rectangular simulation box, in the particles' unit of length.
struct Box {
  std::array<double, 3> low{0, 0, 0};
  std::array<double, 3> high{0, 0, 0};
  std::array<bool, 3> periodic{false, false, false};
  bool operator==(const Box&) const = default;
};

/// N particles as double-precision arrays of equal length, in input order. Units are those of the
/// source: standard N-body units (G = 1) for gravity, reduced units for Lennard-Jones.
struct ParticleSet final : InputData {
  std::vector<double> x, y, z;     ///< positions
  std::vector<double> vx, vy, vz;  ///< velocities; zero if the source has none
  std::vector<double> mass;        ///< masses; one if the source has none
  std::vector<double> charge;      ///< charges; empty if the source has none
  std::vector<std::int64_t> id;    ///< the source's own numbers, or 0 … N-1
  std::vector<double> fx, fy, fz;  ///< forces; empty if the source has none
  Box box;                         ///< meaningful if has_box
  bool has_box = false;
  double time = 0;
  /// "ase": Å, u, eV, e, and Å √(u/eV) for time; "lj": reduced units; another name that the file
  /// states; empty if it states none.
  std::string units;
  std::vector<std::string> warnings;  ///< the reader's assumptions, one sentence each

  std::uint64_t size() const override { return x.size(); }

  /// Sets the length of every array except charges and forces. New particles are at the origin, at
  /// rest, have a mass of one, and are numbered by their index.
  void resize(std::uint64_t n) {
    const std::uint64_t old = size();
    for (auto* component : {&x, &y, &z, &vx, &vy, &vz}) component->resize(n, 0.0);
    mass.resize(n, 1.0);
    id.resize(n);
    for (std::uint64_t i = old; i < n; ++i) id[i] = static_cast<std::int64_t>(i);
  }

  /// Host bytes per particle.
  static constexpr std::uint64_t bytes_per_particle = 7 * sizeof(double) + sizeof(std::int64_t);
};

/// The particles that --input gave a family; null if it gave none.
inline std::shared_ptr<const ParticleSet> given_particles(
    const std::shared_ptr<const InputData>& input) {
  return std::dynamic_pointer_cast<const ParticleSet>(input);
}

}  // namespace gputest

// Measures a run of ions within walls or in a periodic box: temperature and pressure over time, how
// far they have moved, and the distances between them.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "common/simulate/simulation.hpp"

namespace gputest {

/// Samples of a run, in the particles' units except for members of Thermodynamics in those of
/// StepUnits. The particles' order must not change, and they have at most two masses, which define
/// two kinds; the first is that of the first particle. Between samples no particle may move half a
/// periodic edge.
class Observables {
 public:
  /// Takes a sample. `time` is in the unit of --time-step. O(N^2), parallel.
  void sample(const ParticleSet& particles, const Thermodynamics& now, double time);

  /// For each sample: step, time, temperature, energies, pressure, mean squared displacements of
  /// both kinds since the first sample, and the contrast of its window.
  void write_samples(std::ostream& out) const;
  /// For each window of samples: its first step, mean temperature, r, and g(r) for kinds 0 and 0, 0
  /// and 1, 1 and 1; g = 1 is the mean density within the box. In a periodic box r is the distance
  /// of nearest images, up to half the shortest edge.
  void write_distances(std::ostream& out) const;

  /// Means over the last half of the samples. A kind's diffusion coefficient is a sixth of the
  /// slope of its mean squared displacement by least squares.
  struct Means {
    double temperature = 0, pressure = 0;
    std::array<double, 2> diffusion{};  ///< per unit of `time`
  };
  Means means() const;

  /// The mean temperature of the first whole window from which on the contrast stays below kMolten
  /// and below half that of the first window; empty if there is none.
  ///
  /// The contrast is the root mean square deviation of h(r)/r^2 from a straight line, relative to
  /// its mean. h is the number of pairs of like ions at r from 3 to 5 times the distance of the
  /// first peak between unlike ones: 1.5 to 2.5 lattice constants. There a crystal has shells, and
  /// a melt, which has only short-range order, almost none.
  std::optional<double> melted_at() const;
  /// The contrast of the last whole window, otherwise of the last one; 0 if there is none, or if 5
  /// times the distance of the first peak exceeds the counted distances.
  double contrast() const;

  static constexpr double kMolten = 0.10;

 private:
  static constexpr std::size_t kBins = 400;
  static constexpr std::uint64_t kWindow = 10;  ///< samples
  using Pairs = std::array<std::array<double, kBins>, 3>;

  struct Sample {
    Thermodynamics state;
    double time = 0;
    std::array<double, 2> displacement2{};
    std::size_t window = 0;
  };
  struct Window {
    std::uint64_t step = 0, samples = 0;
    double temperature = 0;  ///< mean
    Pairs pairs{};           ///< counted
    double contrast = 0;
  };
  void begin(const ParticleSet& particles);
  double contrast_of(const Pairs& pairs) const;

  ParticleSet last_;                          ///< of the last sample
  std::array<std::vector<double>, 3> moved_;  ///< since the first one
  std::vector<std::uint8_t> kind_;
  std::array<double, 2> of_kind_{};  ///< particles
  double volume_ = 0, width_ = 0;    ///< of the box, and of a bin
  std::vector<Sample> samples_;
  std::vector<Window> windows_;
};

}  // namespace gputest

// What a run of ions within walls, or in a periodic box, shows of them: temperature and pressure
// over time, how far they have moved, and the distances between them.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "common/simulate/simulation.hpp"

namespace gputest {

/// Samples of a run, in the particles' units but for what Thermodynamics has in those of StepUnits.
/// The particles' order must stay, and they are of two masses at most, which are two kinds, the
/// first that of the first particle. Between samples none goes half a periodic edge.
class Observables {
 public:
  /// A sample. `time` is in the unit of --time-step. O(N^2), parallel.
  void sample(const ParticleSet& particles, const Thermodynamics& now, double time);

  /// Of each sample: step, time, temperature, energies, pressure, mean squared displacements since
  /// the first sample of both kinds, and the contrast of the window that it is of.
  void write_samples(std::ostream& out) const;
  /// Of each window of samples: its first step, mean temperature, r, and g(r) of kinds 0 and 0, 0
  /// and 1, 1 and 1, with the mean density within the box as that of g = 1. In a periodic box r is
  /// that of nearest images, up to half the shortest edge.
  void write_distances(std::ostream& out) const;

  /// Of the last half of the samples; a kind's diffusion coefficient is a sixth of the slope of its
  /// mean squared displacement by least squares.
  struct Means {
    double temperature = 0, pressure = 0;
    std::array<double, 2> diffusion{};  ///< per unit of `time`
  };
  Means means() const;

  /// The mean temperature of the first whole window whose contrast is below half that of the first
  /// one and below kMolten, and stays so to the last one; none where there is none.
  ///
  /// The contrast is the root mean square of what h(r)/r^2 deviates from a straight line, over its
  /// mean, h being the number of pairs of like ions at r from 3 to 5 times the distance of the
  /// first peak between unlike ones: 1.5 to 2.5 lattice constants, where a crystal has shells and a
  /// melt, whose order is of short range, next to none.
  std::optional<double> melted_at() const;
  /// Of the last whole window, else of the last one; 0 where there is none, or 5 times the distance
  /// of the first peak is beyond the distances counted.
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
  double volume_ = 0, width_ = 0;    ///< of the box, of a bin
  std::vector<Sample> samples_;
  std::vector<Window> windows_;
};

}  // namespace gputest

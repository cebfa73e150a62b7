// What holds of bodies that attract each other by m/r^2, whichever family computes it: which can be
// computed in a precision, and what running sums over them may drift by.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Throws Error(bad_input) if two bodies lie at one place, where their force without softening is
/// infinite; `where` follows "at the same place".
void refuse_coincident(const ParticleSet& particles, const std::string& where);

/// The seed of a generated sphere where none is given.
constexpr std::uint64_t kPlummerSeed = 1;

/// Bodies, and what a result says of where they are from.
struct AttractingBodies {
  std::shared_ptr<const ParticleSet> particles;
  /// particles: file, checksum; or particles: plummer, seed. An object from the beginning: where
  /// memory runs out while null becomes one, its destructor fails.
  nlohmann::ordered_json origin = nlohmann::ordered_json::object();
};

/// What a family of sums over bodies takes.
struct WantedBodies {
  std::string_view family;  ///< its name, for sentences
  std::uint64_t copies;     ///< bodies that the host will hold for each of them
  bool moving;              ///< the checksum is of velocities too
  double eps;               ///< the softening length
};

/// Those given or, where there are none, a Plummer sphere of n. Throws
/// Error(bad_input) for no bodies, more than kMaxBodies, and two at one place where eps is 0;
/// Error(out_of_memory) where the host cannot hold the copies.
AttractingBodies attracting_bodies(const WantedBodies& wanted,
                                   std::shared_ptr<const ParticleSet> given, std::uint64_t n,
                                   std::optional<std::uint64_t> seed);

/// How large the numbers of some bodies are.
struct BodyExtent {
  double largest = 0;       ///< |coordinate| or mass
  double largest_mass = 0;  ///< at least 0
  double farthest = 0;      ///< no two bodies are farther apart

  explicit BodyExtent(const ParticleSet& particles);

  /// Throws Error(bad_input) where a square overflows in that precision, 1/eps^3 does or m/r^3
  /// underflows.
  void refuse_out_of_range(Precision precision, double eps) const;
};

/// Throws Error(bad_input) where those bodies cannot be summed over in that precision: as
/// BodyExtent says, and where eps is 0 and rounding joins two.
void refuse_out_of_range(const ParticleSet& particles, const BodyExtent& extent,
                         Precision precision, double eps);

/// Where bodies are from their mean place.
struct BodySpread {
  std::array<double, 3> centre{};
  double median_distance = 0;

  explicit BodySpread(const ParticleSet& particles);
  /// Of body i from the centre.
  double distance(const ParticleSet& particles, std::uint64_t i) const;
};

/// What a running sum may drift by, beside its random walk, on a body far from all others: like
/// terms are rounded alike. While a sum of n terms t is in one binade, t is rounded to the sum's
/// last digit in the same way each time: over the last binade n/2 terms by at most half a digit,
/// over all of them at most eps n / 3 of the sum. Terms that differ by more than that digit, which
/// is eps n of one, are rounded at random again; a body at R times the bodies' median distance has
/// terms that differ by 1/R. The decay is measured (docs/notes/gravity.md). `eps` is epsilon() of
/// the sums' precision.
double drift_of(const ParticleSet& particles, const BodySpread& spread, std::uint64_t i,
                double eps);

}  // namespace gputest

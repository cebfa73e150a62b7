// Shared by all families with attraction by m/r^2: the bodies that can be computed in a precision,
// and the drift of running sums over them.
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
/// infinite; `where` follows "at the same place" in the message.
void refuse_coincident(const ParticleSet& particles, const std::string& where);

/// The default seed of a generated sphere.
constexpr std::uint64_t kPlummerSeed = 1;

/// Bodies, and their origin as a result states it.
struct AttractingBodies {
  std::shared_ptr<const ParticleSet> particles;
  /// particles: file, checksum; or particles: plummer, seed. It is an object from the beginning: if
  /// memory runs out while null becomes one, its destructor fails.
  nlohmann::ordered_json origin = nlohmann::ordered_json::object();
};

/// The bodies that a family of sums needs.
struct WantedBodies {
  std::string_view family;  ///< its name, for messages
  std::uint64_t copies;     ///< how many copies of the bodies the host will hold
  bool moving;              ///< the checksum includes velocities
  double eps;               ///< the softening length
};

/// The given bodies or, if there are none, a Plummer sphere of n. Throws Error(bad_input) for no
/// bodies, for more than kMaxBodies, and for two at one place if eps is 0; Error(out_of_memory) if
/// the host cannot hold the copies.
AttractingBodies attracting_bodies(const WantedBodies& wanted,
                                   std::shared_ptr<const ParticleSet> given, std::uint64_t n,
                                   std::optional<std::uint64_t> seed);

/// The magnitudes of the bodies' numbers.
struct BodyExtent {
  double largest = 0;       ///< |coordinate| or mass
  double largest_mass = 0;  ///< at least 0
  double farthest = 0;      ///< no two bodies are farther apart

  explicit BodyExtent(const ParticleSet& particles);

  /// Throws Error(bad_input) if a square overflows in that precision, 1/eps^3 does or m/r^3
  /// underflows.
  void refuse_out_of_range(Precision precision, double eps) const;
};

/// Throws Error(bad_input) if those bodies cannot be summed over in that precision: as BodyExtent
/// does, and if eps is 0 and rounding makes two coincide.
void refuse_out_of_range(const ParticleSet& particles, const BodyExtent& extent,
                         Precision precision, double eps);

/// The distances of bodies from their mean position.
struct BodySpread {
  std::array<double, 3> centre{};
  double median_distance = 0;

  explicit BodySpread(const ParticleSet& particles);
  /// The distance of body i from the centre.
  double distance(const ParticleSet& particles, std::uint64_t i) const;
};

/// The drift of a running sum, in addition to its random walk, on a body far from all others: equal
/// terms are rounded alike. While a sum of n terms t is in one binade, t is rounded to the sum's
/// last digit in the same way each time. Over the last binade n/2 terms drift by at most half a
/// digit. Over all binades the drift is at most eps n / 3 of the sum. Terms that differ by more
/// than that digit, which is eps n of one, are rounded at random again; for a body at R times the
/// bodies' median distance, the terms differ by 1/R. The decay is measured (docs/notes/gravity.md).
/// `eps` is epsilon() of the sums' precision.
double drift_of(const ParticleSet& particles, const BodySpread& spread, std::uint64_t i,
                double eps);

}  // namespace gputest

// What families that compute forces on particles offer beside what every family does.
#pragma once

#include <cstdint>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/precision.hpp"

namespace gputest {

/// One result as `--forces` writes it.
struct ParticleResult {
  std::int64_t id = 0;
  double x = 0, y = 0, z = 0;  ///< acceleration or force, as ForceTraits says
  double potential = 0;
};

/// What the forces of a family are.
struct ForceTraits {
  /// The vector of a ParticleResult: an acceleration ("a"), or a force ("f") to be divided by the
  /// particle's mass.
  bool acceleration = false;
  /// After the layout's arrays a kernel takes a neighbour list, which `--cutoff` and `--skin` say.
  bool neighbour_list = false;
};

/// A Family that computes forces is one of these too: dynamic_cast finds it.
class ForceFamily {
 public:
  virtual ~ForceFamily() = default;
  virtual ForceTraits force_traits() const = 0;
};

/// A Problem of a ForceFamily is one of these too.
class ForceField {
 public:
  virtual ~ForceField() = default;
  /// The outputs in physical terms, in input order. Throws Error(usage) where the options left out
  /// what a result holds.
  virtual std::vector<ParticleResult> results(Precision precision,
                                              const std::vector<HostArray>& outputs) const = 0;
};

}  // namespace gputest

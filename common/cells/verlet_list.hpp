// Neighbour lists (Verlet lists) on the host: the pairs within a radius, kept for several steps.
#pragma once

#include <cstdint>
#include <vector>

#include "common/cells/cluster_size.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/core/uninitialised.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Whether a pair stands in both particles' lists, or in that of the lower-numbered alone, for
/// kernels that use Newton's third law.
enum class ListKind { full, half };

/// Lists one after the other (compressed sparse rows): those of particle i are
/// entries[starts[i]] … entries[starts[i + 1] - 1].
struct VerletList {
  std::vector<std::uint32_t> starts;  ///< n + 1 of them
  UninitialisedVector<std::uint32_t> entries;

  std::uint64_t particles() const { return starts.size() - 1; }
  std::uint32_t length(std::uint64_t i) const { return starts[i + 1] - starts[i]; }
  std::uint32_t longest() const;
};

/// The list of every pair nearer than `radius` (positive), by cells, in parallel. The distance is
/// computed in double precision; `radius` is compared squared. Entries of a particle ascend, so
/// that particles in spatial order have near ones beside each other in their lists. Throws
/// Error(out_of_memory) where the list and a kernel's copies of it do not fit the host,
/// Error(bad_input) where its entries cannot be counted in 32 bits, both as soon as so many are
/// counted and before any is stored, and Error(interrupted).
VerletList build_verlet_list(const ParticleSet& particles, const PeriodicEdges& edges,
                             double radius, ListKind kind);

/// The pairs of a full list, each once: in the list of the lower-numbered particle.
VerletList half_of(const VerletList& full);

/// A list stored ell ("transposed"): entry k of particle i is entries[k * stride + i], so that
/// neighbouring threads read neighbouring words. Places past a list's end hold i itself.
struct EllList {
  std::uint32_t stride = 0;  ///< n, rounded up to whole warps
  std::uint32_t rows = 0;    ///< the longest list
  std::vector<std::uint32_t> counts;
  UninitialisedVector<std::uint32_t> entries;
};

/// The words between entries k and k + 1 of a ell list of n particles.
std::uint32_t ell_stride(std::uint64_t n);

/// The same lists stored ell.
EllList to_ell(const VerletList& list);

/// Clusters of kClusterSize particles that follow each other against single particles: an entry
/// stands for kClusterSize ordered pairs. The list of cluster c, a row as in VerletList, holds
/// every particle outside c that is in the full list of one of c's, ascending. The pairs within c,
/// which a kernel knows, are in no list.
/// The list of clusters that follows from a full list.
VerletList to_clusters(const VerletList& full);

/// The order in which particles lie in space: columns along z of about kClusterSize particles a
/// cube's length, in serpentine order, so that consecutive ones are near each other.
/// Particle order[k] of the set is the k-th.
std::vector<std::uint32_t> spatial_order(const ParticleSet& particles);

}  // namespace gputest

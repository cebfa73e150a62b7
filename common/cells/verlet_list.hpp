// Neighbour lists (Verlet lists) on the host: the pairs within a radius, kept for several steps.
#pragma once

#include <cstdint>
#include <vector>

#include "common/cells/cluster_size.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/core/uninitialised.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Whether a pair is in both particles' lists, or only in that of the lower-numbered, for kernels
/// that use Newton's third law.
enum class ListKind { full, half };

/// Lists one after another (compressed sparse rows): the entries of particle i are
/// entries[starts[i]] … entries[starts[i + 1] - 1].
struct VerletList {
  std::vector<std::uint32_t> starts;  ///< n + 1 of them
  UninitialisedVector<std::uint32_t> entries;

  std::uint64_t particles() const { return starts.size() - 1; }
  std::uint32_t length(std::uint64_t i) const { return starts[i + 1] - starts[i]; }
  std::uint32_t longest() const;
};

/// The list of every pair nearer than `radius` (positive), made by cells, in parallel. The distance
/// is computed in double precision; `radius` is compared squared. Entries of a particle ascend, so
/// that particles in spatial order have near particles next to each other in their lists. Throws
/// Error(out_of_memory) if the list and a kernel's copies of it do not fit the host's memory.
/// Throws Error(bad_input) if 32 bits cannot count its entries. Both are thrown as soon as the
/// count is too high, before any entry is stored. Throws Error(interrupted) when interrupted.
VerletList build_verlet_list(const ParticleSet& particles, const PeriodicEdges& edges,
                             double radius, ListKind kind);

/// The pairs of a full list, each once: in the list of the lower-numbered particle.
VerletList half_of(const VerletList& full);

/// A list in ell form ("transposed"): entry k of particle i is entries[k * stride + i], so that
/// neighbouring threads read neighbouring words. Places past a list's end hold i itself.
struct EllList {
  std::uint32_t stride = 0;  ///< n, rounded up to whole warps
  std::uint32_t rows = 0;    ///< the longest list
  std::vector<std::uint32_t> counts;
  UninitialisedVector<std::uint32_t> entries;
};

/// The words between entries k and k + 1 of an ell list of n particles.
std::uint32_t ell_stride(std::uint64_t n);

/// The same lists in ell form.
EllList to_ell(const VerletList& list);

/// Lists of clusters of kClusterSize consecutive particles, made from a full list. An entry
/// represents kClusterSize ordered pairs. The list of cluster c is a row as in VerletList. It holds
/// every particle outside c that is in the full list of one of c's particles, ascending. The pairs
/// within c, which a kernel knows, are in no list.
VerletList to_clusters(const VerletList& full);

/// The order of particles in space: columns along z of about kClusterSize particles per cube, in
/// serpentine order, so that consecutive particles are near each other. Particle order[k] of the
/// set is the k-th.
std::vector<std::uint32_t> spatial_order(const ParticleSet& particles);

}  // namespace gputest

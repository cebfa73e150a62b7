// What the kernels of point charges are called with: shared by the family's problems and by whoever
// binds the kernels to particles of its own.
#pragma once

#include <cstdint>
#include <optional>

#include "common/cells/periodic_box.hpp"
#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/ewald/mesh.hpp"

namespace gputest {

/// The direct wave sums of n particles over `waves` vectors.
///
/// The inputs are the layout's arrays, with the charge in the place of the mass, and "waves", x y z
/// of each wave vector as whole numbers, k = 2 pi (x / Lx, y / Ly, z / Lz), and in w the factor
/// f = 8 pi / V e^(-k^2 / 4 alpha^2) / k^2 of one vector that stands for its opposite too. The
/// output "forces" has of each particle the force in x y z and half of q phi in w, phi = sum f
/// Re(S* e^(ikr)) with S = sum q e^(ikr): what w adds up to is the wave part of the energy. Scratch
/// is "partial", S of parts of the particles, and "amplitudes", f S.
KernelSignature ewald_wave_signature(std::uint64_t n, std::uint64_t waves,
                                     const PeriodicEdges& edges,
                                     const Configuration& configuration);

/// The real part of n particles, nearest images within a cutoff. The inputs are the layout's arrays
/// and, with `entries` entries of a full neighbour list stored csr, "starts" and "entries". The
/// output is as that of ewald_wave_signature(), of phi = sum q erfc(alpha r) / r.
KernelSignature ewald_real_signature(std::uint64_t n, std::optional<std::uint64_t> entries,
                                     double alpha, double cutoff, const PeriodicEdges& edges,
                                     const Configuration& configuration);

/// The wave part of n particles on a mesh. The inputs are the layout's arrays and "influence", what
/// influence() gives. The output is as that of ewald_wave_signature(). Scratch is "mesh", the
/// points (the last axis fastest), "modes", two numbers each, and for the values `sorted` and
/// `gather` of the axis `spread` "by_place", the particles by their place on the mesh,
/// "place_starts", where those of each begin, "charges", the particles in that order, and "work". A
/// place is a plane or a column (mesh_columns.hpp). The specialization is the splines' order.
KernelSignature ewald_mesh_signature(std::uint64_t n, const EwaldMesh& mesh,
                                     const PeriodicEdges& edges,
                                     const Configuration& configuration);

}  // namespace gputest

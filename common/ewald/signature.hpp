// The arguments of the kernels of point charges. The family's problems use them, and so does other
// code that binds the kernels to its own particles.
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
/// The inputs are the layout's arrays, with the charge as the mass, and "waves". Each wave has in x
/// y z its vector as whole numbers, k = 2 pi (x / Lx, y / Ly, z / Lz). In w it has the factor f = 8
/// pi / V e^(-k^2 / 4 alpha^2) / k^2. Each vector also represents its opposite. The output "forces"
/// has for each particle the force in x y z and half of q phi in w. phi is sum f Re(S* e^(ikr)),
/// and S is sum q e^(ikr). The sum of w is the wave part of the energy. Scratch is "partial", S of
/// parts of the particles, and "amplitudes", f S.
KernelSignature ewald_wave_signature(std::uint64_t n, std::uint64_t waves,
                                     const PeriodicEdges& edges,
                                     const Configuration& configuration);

/// The real part of n particles, nearest images within a cutoff. The inputs are the layout's arrays
/// and, for a full neighbour list of `entries` entries stored csr, "starts" and "entries". The
/// output is like that of ewald_wave_signature(), with phi = sum q erfc(alpha r) / r.
KernelSignature ewald_real_signature(std::uint64_t n, std::optional<std::uint64_t> entries,
                                     double alpha, double cutoff, const PeriodicEdges& edges,
                                     const Configuration& configuration);

/// The wave part of n particles on a mesh. The inputs are the layout's arrays and "influence", the
/// factors of influence(). The output is like that of ewald_wave_signature(). Scratch is "mesh",
/// the points (the last axis fastest), and "modes", two numbers each. The values `sorted` and
/// `gather` of the axis `spread` add "by_place", the particles by their place on the mesh;
/// "place_starts", the start of each place; "charges", the particles in that order; and "work". A
/// place is a plane or a column (mesh_columns.hpp). The specialization is the splines' order.
KernelSignature ewald_mesh_signature(std::uint64_t n, const EwaldMesh& mesh,
                                     const PeriodicEdges& edges,
                                     const Configuration& configuration);

}  // namespace gputest

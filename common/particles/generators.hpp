// Particles made from a seed, so that runs can be compared.
//
// plummer and uniform are the same to the last bit on every machine with IEEE doubles. They use
// only std::mt19937_64, and + - * / and sqrt. The C++ standard fixes the output of the former, and
// IEEE 754 rounds the latter in one way. generators.cpp must be compiled without contraction of a *
// b + c to a fused multiply-add: its pragmas forbid it, and the build adds -ffp-contract=off.
#pragma once

#include <cstdint>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// A Plummer sphere of n equal masses in standard N-body units, M = G = -4E = 1, by the recipe of
/// Aarseth, Henon and Wielen (Astronomy and Astrophysics 37, 183, 1974). The scale radius is 3 pi /
/// 16. Radii are cut, as usual, at the one that holds 99.9 % of the mass, 22.8 units. The centre of
/// mass is moved to the origin and to rest. E is -1/4 up to sampling noise, since velocities are
/// not scaled afterwards. There is no box.
///
/// Throws Error(bad_input) for n = 0 and Error(out_of_memory) if n particles do not fit the host.
ParticleSet generate_plummer(std::uint64_t n, std::uint64_t seed);

/// n particles at rest, with a total mass of one, uniform in the cube [0, edge)^3, which is the
/// open box.
///
/// Throws Error(bad_input) for n = 0 or an edge that is not positive and finite, and
/// Error(out_of_memory) if n particles do not fit the host.
ParticleSet generate_uniform(std::uint64_t n, std::uint64_t seed, double edge = 1.0);

/// The jittered face-centred cubic lattice of lj_gpu and md_neighbor_list: cells with edges of a =
/// (4 / density)^(1/3), floor(edge / a) per axis, loops z, y, x (x fastest), basis (0, 0, 0), (0,
/// a/2, a/2), (a/2, 0, a/2), (a/2, a/2, 0). Each coordinate, in the order x, y, z, is increased by
/// a number from std::uniform_real_distribution<double>(0, 0.1) on one std::mt19937. Masses are
/// one, particles are at rest, and the box is [0, edge]^3. Edge 50 gives 119164 particles at
/// density 1 and 62500 at density 0.5. The distribution is the standard library's, so the last bits
/// may differ between libraries. mt19937 takes the lower 32 bits of the seed.
///
/// Throws Error(bad_input) for an edge or density that is not positive and finite, and for an edge
/// below one cell. Throws Error(out_of_memory) if the particles do not fit the host.
ParticleSet generate_lattice(double edge, double density, std::uint64_t seed = 2,
                             bool periodic = false);

/// The first n particles of that lattice in a cube of the fewest whole cells that hold n, which is
/// the box. For 119164 at density 1 and 62500 at density 0.5 they are those of edge 50.
///
/// Throws as generate_lattice() does, and Error(bad_input) for n = 0.
ParticleSet generate_lattice_of(std::uint64_t n, double density, std::uint64_t seed, bool periodic);

}  // namespace gputest

// The family "lj": Lennard-Jones forces over a neighbour list, in reduced units.
#pragma once

#include <memory>

#include "common/run/family.hpp"

namespace gputest {

/// Arguments of a Lennard-Jones kernel: the layout's arrays; the neighbour list as two arrays; the
/// outputs "forces", four numbers a particle, the force and half of its pairs' energies, and
/// "virials", half of its pairs' virials r f(r); the scalars n, stride (of a ell list, else 0),
/// cutoff2, the six of the periodic box (box_scalars) and shift, what is subtracted from each
/// pair's energy: with --shift=on the energy at the cutoff, so that it ends there without a jump,
/// else 0. Force and virial are the same in either case.
///
/// The list's arrays, by the axis `list`: of "csr", "starts" (n + 1) and "entries" as VerletList;
/// of "ell", "counts" (n) and "entries" as EllList; of "clusters", "starts" and "entries" as
/// to_clusters(). With newton3 = on it is a half list, and a kernel adds to both particles.
///
/// Constants: newton3, ell, periodic (some axis is) and energy (0: the energies and virials are
/// not wanted and may be anything finite, or not be written).
///
/// A rate counts the entries of the explicit list, also of a kernel that reads clusters. Flops are
/// 34 an entry, with the third law 37, a division counted as 10.
///
/// Verification, against all pairs without a list. The error of a particle is the largest of
/// |Δf|, |Δe| and |Δw| over the sum of its pairs' |repulsion| + |attraction|: a pair's force is a
/// difference of the two, and near its zero has few digits. Pairs whose distance is within rounding
/// of the cutoff may count or not; what they amount to is no error. The tolerance is
/// ε (32 + √L + 7 E/r): 32 for an interaction's own roundings (r^-14 multiplies those of r^2 by
/// seven), √L for the running sum over the longest list, and, in a periodic box, 7 E/r for the
/// difference of coordinates an edge E apart, which is rounded by ε E/2 before the nearest image is
/// taken, against the least distance r. Every particle is checked up to 16384; beyond, at least
/// 1024, and every result must be finite and the forces' sum vanish.
std::unique_ptr<Family> make_lj();

}  // namespace gputest

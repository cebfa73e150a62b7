// Writing particles to files of any format that formats.hpp lists.
#pragma once

#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Writes particles, whole or not at all. All formats keep masses, positions and velocities; what
/// else they keep:
///
///   format        numbers   box                ids        forces  time
///   nbody         exact     no                 no         no      yes
///   tipsy         float     no                 no         no      yes (double)
///   gadget        exact     a periodic cube    if all     no      yes
///                           from the origin    >=0
///   lammps-data   exact     yes                if all >0  no      no
///   lammps-dump   exact     yes                yes        yes     yes
///   xyz           exact     yes, as edges      yes        yes     yes
///   table         exact     no                 no         no      no
///
/// "Exact" text has 17 significant digits and reads back as the same doubles. A tipsy file is the
/// standard big-endian one, all bodies dark particles; a gadget file has all bodies in PartType1,
/// and numbers them 1 … N where an id is negative. lammps-data has an atom type for each mass,
/// and numbers the atoms 1 … N where an id is below one. Without a box, both LAMMPS formats write
/// the bounding box and mark it as shrink-wrapped, which reads back as no box.
///
/// Throws Error(usage) for a format that does not exist, Error(unavailable) for one whose library
/// is not there, Error(out_of_memory) where that has no memory for the file, Error(bad_input) where
/// the file cannot be written, there are no particles, or a value is not finite or too large for
/// the format.
void write_particles(const std::string& path, const ParticleSet& set, std::string_view format);

/// Throws what write_particles() does for that format of itself: before the work that is to fill a
/// file.
void require_format(std::string_view format);

/// The name of the format that a path's extension stands for, in either case: .nbody, .tipsy and
/// .bin, .hdf5 and .h5, .data and .lmp, .dump, .xyz and .extxyz, .tab and .txt; nbody for any
/// other.
std::string format_for_path(const std::string& path);

}  // namespace gputest

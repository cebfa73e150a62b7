// Writes particles to files of any format in formats.hpp.
#pragma once

#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Writes particles, completely or not at all. All formats keep masses, positions and velocities;
/// in addition they keep:
///
///   format        numbers   box                ids        forces  time
///   nbody         exact     no                 no         no      yes
///   tipsy         float     no                 no         no      yes (double)
///   gadget        exact     a periodic cube    if all     no      yes
///                           from the origin    >=0
///   lammps-data   exact     yes                if all >0  no      no
///   lammps-dump   exact     yes                if all >0  yes     yes
///   xyz           exact     yes, as edges      yes        yes     yes
///   table         exact     no                 no         no      no
///
/// "Exact" text has 17 significant digits and reads back as the same doubles. A tipsy file is the
/// standard big-endian one, with all bodies as dark particles; a gadget file has all bodies in
/// PartType1, and numbers them 1 … N if an id is negative. lammps-data has one atom type per mass.
/// Both LAMMPS formats number the atoms 1 … N if an id is below one. Without a box, they write the
/// bounding box and mark it as shrink-wrapped, which reads back as no box. Particles in ASE's units
/// are written in LAMMPS's metal, rounded once, and the file says so. xyz has momenta in addition,
/// which ASE reads, and states the units if they are known.
///
/// Throws Error(usage) for a format that does not exist. Throws Error(unavailable) if the format's
/// library is missing, and Error(out_of_memory) if it has no memory for the file. Throws
/// Error(bad_input) if the file cannot be written, there are no particles, or a value is not finite
/// or too large for the format.
void write_particles(const std::string& path, const ParticleSet& set, std::string_view format);

/// Throws the errors of write_particles() that depend only on the format; call it before the work
/// that fills the file.
void require_format(std::string_view format);

/// The name of the format for a path's extension, in either case: .nbody, .tipsy and .bin, .hdf5
/// and .h5, .data and .lmp, .dump, .xyz and .extxyz, .tab and .txt; nbody for any other. Throws
/// Error(bad_input) for .gz and .zst, because no compressed files are written.
std::string format_for_path(const std::string& path);

}  // namespace gputest

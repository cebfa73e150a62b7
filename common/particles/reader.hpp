// Reads particles from files of any format in formats.hpp.
#pragma once

#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Reads a particle file, or standard input if the path is "-". The content, not the file's name,
/// identifies the format and whether it is compressed by gzip or Zstandard. A byte-order mark is
/// ignored. Numbers in LAMMPS's units metal and real are converted to ASE's, if `units` says so
/// (require_units()) or the file does; otherwise units are the file's own. The result's warnings
/// list assumptions, ignored data, and how many positions are outside a periodic box (fold.hpp).
///
/// Every array except the forces has the same length, above zero; values are finite, masses not
/// negative and ids unique. Throws Error(bad_input), in a sentence that names the file and, for
/// text, the line, if that is impossible: the file is missing, empty, unreadable, a folder, of an
/// unknown format, cut short, or contradicts itself. Throws Error(unavailable) for an HDF5 file if
/// that library is missing. Throws Error(out_of_memory) if the file or its particles do not fit the
/// host. Takes time linear in the size of the file, except for sorting ids.
ParticleSet read_particles(const std::string& path, std::string_view units = {});

/// The same for the content of a file; messages call it `name`.
ParticleSet parse_particles(std::string_view content, const std::string& name,
                            std::string_view units = {});

}  // namespace gputest

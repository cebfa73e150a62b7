// Reading particles from files of any format that formats.hpp lists.
#pragma once

#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Reads a particle file. The format is known by the content, whatever the file is called. Units
/// are the file's own. What had to be assumed or left out is in the result's warnings.
///
/// Every array but the forces has the same length, above zero; values are finite, masses not
/// negative and ids unique. Throws Error(bad_input), in a sentence that names the file and, for
/// text, the line, where that cannot be had: the file is missing, empty, unreadable, a folder, of
/// an unknown format, cut short, or contradicts itself. Throws Error(unavailable) for a file of
/// HDF5 where that library is not there. Throws Error(out_of_memory) where the file or its
/// particles do not fit the host. Takes time linear in the size of the file, but for the sorting of
/// ids.
ParticleSet read_particles(const std::string& path);

/// The same for the content of a file; `name` stands for the path in sentences.
ParticleSet parse_particles(std::string_view content, const std::string& name);

}  // namespace gputest

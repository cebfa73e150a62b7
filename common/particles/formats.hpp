// The table of particle file formats. A new one is a file format_<name>.cpp that defines
// `const Format <name>_format`, and a line in formats.cpp.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// A file format: how to know, read and write it.
struct Format {
  std::string_view name;        ///< what the user calls it: "lammps-data"
  std::string_view summary;     ///< a line for a list of formats
  std::string_view extensions;  ///< of files to write, blank-separated: ".data .lmp"

  /// Whether content that is not empty is of this format, or a damaged file of it. Looks at the
  /// beginning only; at most one format says yes to a sound file.
  bool (*looks_like)(std::string_view content);

  /// The particles, or Error(bad_input) with the file's name, the line and what is wrong there;
  /// Error(unavailable) where absence() says why.
  ParticleSet (*parse)(std::string_view content, const std::string& name);

  /// Writes what the format can hold. Numbers in text have 17 significant digits, which read back
  /// as the same doubles.
  void (*write)(std::ostream& out, const ParticleSet& set);

  /// Why files of it can be neither read nor written here, with what to install, or nothing: of a
  /// format that needs a library.
  std::string (*absence)() = nullptr;
};

/// Every format, in the order in which detection asks them.
std::span<const Format* const> formats();

/// The names for an error sentence: "gadget, tipsy, …".
std::string format_names();

}  // namespace gputest

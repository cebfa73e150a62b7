// The table of particle file formats. To add one, define `const Format <name>_format` in a file
// format_<name>.cpp, and add a line to formats.cpp.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// A file format: how to recognise, read and write it.
struct Format {
  std::string_view name;        ///< the user's name for it: "lammps-data"
  std::string_view summary;     ///< one line for a list of formats
  std::string_view extensions;  ///< of files to write, blank-separated: ".data .lmp"

  /// Whether non-empty content has this format, or is a damaged file of it. Reads only the
  /// beginning; at most one format accepts a sound file.
  bool (*looks_like)(std::string_view content);

  /// The particles, or Error(bad_input) with the file's name, the line and the fault;
  /// Error(unavailable) if absence() gives a reason.
  ParticleSet (*parse)(std::string_view content, const std::string& name);

  /// Writes everything that the format can hold. Numbers in text have 17 significant digits, which
  /// read back as the same doubles.
  void (*write)(std::ostream& out, const ParticleSet& set);

  /// Only for a format that needs a library: why files of it can be neither read nor written here,
  /// with the package to install; empty if they can.
  std::string (*absence)() = nullptr;
};

/// Every format, in the order of detection.
std::span<const Format* const> formats();

/// The names for a message: "gadget, tipsy, …".
std::string format_names();

}  // namespace gputest

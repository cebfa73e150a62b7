// The file that an output path refers to, after its symbolic links.
#pragma once

#include <string>
#include <vector>

namespace gputest {

/// The end of a path's symbolic links. The last link may refer to a file that does not exist yet.
struct Destination {
  std::string folder;        ///< ends in '/'
  std::string name;          ///< within the folder
  bool replaceable = false;  ///< whether another file can be renamed over it: false for devices,
                             ///< pipes and all paths through /dev or /proc except /dev/shm

  std::string path() const { return folder + name; }
  /// The name, cut to leave room for a suffix: a file name has at most 255 bytes.
  std::string stem() const { return name.substr(0, 200); }
};

/// The destination of a path. The file need not exist.
Destination destination_of(const std::string& path);

/// Whether both paths refer to the same regular file, through any links and names, or will do so
/// once it exists.
bool is_one_file(const std::string& one, const std::string& other);

/// A path and the option that names it. An empty path means no file.
struct NamedPath {
  std::string option, path;
};

/// Throws Error(usage) if a file to be written is also another file to be written or read: its
/// content would be lost.
void require_apart(const std::vector<NamedPath>& written, const std::vector<NamedPath>& read = {});

}  // namespace gputest

// Where the path of a file that is to be written leads.
#pragma once

#include <string>
#include <vector>

namespace gputest {

/// The end of a path's symbolic links, of which the last may lead to a file that is not there yet.
struct Destination {
  std::string folder;        ///< ends in '/'
  std::string name;          ///< within the folder
  bool replaceable = false;  ///< by renaming another file over it: no device, no pipe, nothing
                             ///< reached through /dev or /proc, but for /dev/shm

  std::string path() const { return folder + name; }
  /// The name, cut where one that is longer by what tells two files apart could be too long: 255
  /// bytes are a name's most.
  std::string stem() const { return name.substr(0, 200); }
};

/// Of a path, which need not lead to a file that is there.
Destination destination_of(const std::string& path);

/// Whether both paths lead to the same regular file, by whatever links and names, or would once it
/// is there.
bool is_one_file(const std::string& one, const std::string& other);

/// A path and the option that names it; an empty path is none.
struct NamedPath {
  std::string option, path;
};

/// Throws Error(usage) where a file to be written is another one to be written, or one to be read:
/// one of the two would be lost.
void require_apart(const std::vector<NamedPath>& written, const std::vector<NamedPath>& read = {});

}  // namespace gputest

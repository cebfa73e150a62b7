// The files that a submitted kernel may include.
#pragma once

#include <string>
#include <vector>

namespace gputest::owncode {

/// Throws Error(bad_input), with file and line, if the file or a file that it includes from its
/// folder would make a compiler read others than the compiler's own headers and files in that
/// folder or below: an absolute path, "..", a link that leads out, a macro as path, .incbin; and
/// for raw strings and trigraphs, which could hide such a path. Also for a text of more than 1 MiB
/// or 100,000 lines, all files together. Returns the paths of these files, from the submission's
/// folder, itself first.
std::vector<std::string> require_confined(const std::string& path);

/// The text with its comments, and the contents of its strings unless they are paths of #include,
/// as spaces. Lines and places stay the same.
std::string without_comments(const std::string& text);

}  // namespace gputest::owncode

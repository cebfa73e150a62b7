// The manifest: the head comment that describes a kernel in its file, in any language with
// comments.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/kernel.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// The description of a kernel in its file:
///
///     gputest kernel: gravity_tiled
///       summary    = j staged through local memory, a work-group's worth at a time
///       source     = IPSJ survey, Fig. 5
///       layouts    = float4 *
///       precisions = fp32 fp64
///       blocks     = 128 64 256
///       launch     = per_item
///
/// Each line is in a comment, after `/*`, `*`, `//` or `;`. The manifest ends with the comment or
/// at its first empty line. A key appears at most once. Values are separated by spaces, the default
/// first, each at most once. No key is compulsory here.
struct Manifest {
  std::string kernel;                ///< "gravity_tiled": a word of a-z, 0-9 and _
  std::string summary;               ///< one line
  std::string source;                ///< of the algorithm
  std::vector<std::string> layouts;  ///< "*" means all other layouts of buffers
  std::vector<Precision> precisions;
  std::vector<std::uint32_t> blocks;  ///< threads per block, above 0
  std::string launch;                 ///< the name of a launch plan
  /// The unparsed values of the keys that the caller named.
  std::map<std::string, std::string> others;
};

/// The manifest in the text of a file; none if the text has no line "gputest kernel:". `other_keys`
/// are allowed in addition to the keys above: a family's axes, a plan's numbers. Throws
/// Error(bad_input) with one sentence that begins with the file and the line. Errors are: an
/// unknown or repeated key; a missing, repeated or unsuitable value; a second manifest. So are
/// lines that are not `key = value`, longer than 1000 bytes or with control characters.
std::optional<Manifest> parse_manifest(std::string_view file, std::string_view text,
                                       const std::vector<std::string>& other_keys = {});

/// The kernel that the text's manifest names, without reading the rest; none without a manifest.
std::optional<std::string> kernel_of_manifest(std::string_view text);

/// Fills in the description of a family's kernel from the manifest; its family and variant are set
/// already. "*" among the layouts means all other layouts in `buffers`; among the values of an
/// axis, all other values. Throws Error(bad_input) if the manifest names another kernel, no layout
/// or no precision.
void describe(KernelInfo& info, std::string_view file, const Manifest& manifest,
              const std::vector<Axis>& axes, const std::vector<std::string>& buffers);

/// The words of a value, between spaces and tabs.
std::vector<std::string> words_of(std::string_view value);

}  // namespace gputest

// The head comment in which a kernel's file says what it is, in any language that has comments.
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

/// What a kernel's file says of it:
///
///     gputest kernel: gravity_tiled
///       summary    = j staged through local memory, a work-group's worth at a time
///       source     = IPSJ survey, Fig. 5
///       layouts    = float4 *
///       precisions = fp32 fp64
///       blocks     = 128 64 256
///       launch     = per_item
///
/// Each line stands in a comment, after `/*`, `*`, `//` or `;`. The manifest ends with the comment,
/// or at the first line of it that is empty. A key stands once; values are separated by spaces, the
/// kernel's own or default first, and none stands twice. No key is compulsory here.
struct Manifest {
  std::string kernel;                ///< "gravity_tiled": a word of a-z, 0-9 and _
  std::string summary;               ///< one line
  std::string source;                ///< of the algorithm
  std::vector<std::string> layouts;  ///< "*" stands for every other layout that is a buffer
  std::vector<Precision> precisions;
  std::vector<std::uint32_t> blocks;  ///< threads per block, above 0
  std::string launch;                 ///< name of a launch plan
  /// What stands under the keys that the caller named, as it stands there.
  std::map<std::string, std::string> others;
};

/// The manifest in the text of a file; none if the text has no line "gputest kernel:". `other_keys`
/// are allowed beside the keys above: a family's axes, a plan's numbers. Throws Error(bad_input)
/// with one sentence that begins with the file and the line: for a key that is unknown or stands
/// twice, a value that is missing, stands twice or is not of the key's kind, a second manifest, a
/// line that is not `key = value`, is longer than 1000 bytes or holds control characters.
std::optional<Manifest> parse_manifest(std::string_view file, std::string_view text,
                                       const std::vector<std::string>& other_keys = {});

/// The kernel that the text's manifest is of, whatever else that says; none where it has none.
std::optional<std::string> kernel_of_manifest(std::string_view text);

/// Fills in what the manifest says of a family's kernel, whose family and variant are set: "*"
/// among the layouts stands for those of `buffers` that do not stand there, among the values of an
/// axis likewise for the axis'. Throws Error(bad_input) where the manifest is of another kernel or
/// names no layout or no precision.
void describe(KernelInfo& info, std::string_view file, const Manifest& manifest,
              const std::vector<Axis>& axes, const std::vector<std::string>& buffers);

/// The words of a value, between spaces and tabs.
std::vector<std::string> words_of(std::string_view value);

}  // namespace gputest

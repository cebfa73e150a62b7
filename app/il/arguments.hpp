// Parses the resources on the command line of `gputest il run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "il_reference/cal/format.hpp"
#include "il_reference/interpreter/bindings.hpp"

namespace gputest {

/// "W" for one dimension, "WxH" for two, or "WxHxD" for layers.
struct IlShape {
  std::uint64_t width = 0, height = 1;
  bool two_dimensional = false;
  std::uint64_t depth = 1;
};

/// The part after "N=" of --resource, --uav and --output: FILE[:SHAPE[:FORMAT]].
struct IlFile {
  std::string name;  ///< i0, o0, cb0, uav0, g[]
  std::string path;
  std::optional<IlShape> shape;
  std::optional<cal::Format> format;
};

/// Messages name `option`. Each function throws Error(bad_input) for a text of another form.
IlShape parse_il_shape(const std::string& option, const std::string& text);

/// "0=file:256x4:float4"; `prefix` makes the number a name ("i" gives "i0").
IlFile parse_il_file(const std::string& option, const std::string& text, const std::string& prefix);

/// "W", "WxH" or "WxH+X+Y"; the last one begins at (X, Y).
il::Domain parse_il_domain(const std::string& text);

/// "X", "XxY" or "XxYxZ".
il::Groups parse_il_groups(const std::string& text);

/// "X" or "X,Y".
il::Domain parse_il_thread(const std::string& text);

/// Numbers as dcl_literal reads them: 2 is an integer, 2.0 or 2f a float, 0x… bits, and 2.0d a
/// double of two words. None if one of them has no such form.
std::optional<std::vector<std::uint32_t>> parse_il_words(const std::string& text);

/// The words of a raw little-endian file, which must have exactly that many bytes.
std::vector<std::uint32_t> read_il_words(const std::string& path, std::uint64_t bytes,
                                         const std::string& what);

}  // namespace gputest

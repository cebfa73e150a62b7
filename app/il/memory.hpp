// Memory of a modelled CAL device, filled from files and command lines.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/il/arguments.hpp"
#include "il_reference/cal/device.hpp"

namespace gputest {

using IlResource = std::shared_ptr<cal::Resource>;

/// The text of a kernel, without a byte-order mark and with lines that end in LF, or its binary
/// tokens or image as they are; from standard input if the path is "-".
std::string read_il_text(const std::string& path);

/// Throws if `output` cannot be written or is the kernel's own file; empty and "-" are allowed.
void require_il_output(const std::string& output, const std::string& file);

/// Writes the bytes to that file, whole or not at all; to standard output if it is "-" or empty.
void write_il_output(const std::string& output, std::string_view bytes);

/// The name of that file in messages: "standard input" for "-".
std::string il_file_name(const std::string& path);

/// A resource that kernels sample or write: one row, several, or several layers of them.
IlResource il_surface(cal::Device& device, const IlShape& shape, const cal::Format& format);

/// Memory for g[] and UAVs with linear addresses.
IlResource il_memory(cal::Device& device, const IlShape& shape, const cal::Format& format);

/// Likewise for a number of elements; the width is the largest possible divisor of it.
IlResource il_memory(cal::Device& device, std::uint64_t elements, const cal::Format& format);

/// A constant buffer of those words, padded with zeros to whole elements.
IlResource il_constants(cal::Device& device, std::vector<std::uint32_t> words);

/// Fills the resource from a raw file of exactly its size. Throws Error(bad_input).
void fill_il_resource(cal::Resource& resource, const std::string& path, const std::string& name);

/// Fills the resource with zeros.
void clear_il_resource(cal::Resource& resource);

}  // namespace gputest

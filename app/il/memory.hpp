// Memory of a modelled CAL device with what files and command lines put into it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/il/arguments.hpp"
#include "il_reference/cal/device.hpp"

namespace gputest {

using IlResource = std::shared_ptr<cal::Resource>;

/// The text of a kernel; of standard input where the path is "-".
std::string read_il_text(const std::string& path);

/// Throws where `output`, unless it is empty or "-", cannot be written or is the kernel's own file.
void require_il_output(const std::string& output, const std::string& file);

/// Writes the bytes to that file, whole or not at all; "-" and no name are standard output.
void write_il_output(const std::string& output, std::string_view bytes);

/// What messages call that file: "standard input" for "-".
std::string il_file_name(const std::string& path);

/// A resource that kernels sample or write: one row, several, or several layers of them.
IlResource il_surface(cal::Device& device, const IlShape& shape, const cal::Format& format);

/// Memory for g[] and UAVs that is addressed from end to end.
IlResource il_memory(cal::Device& device, const IlShape& shape, const cal::Format& format);

/// The same of so many elements, in rows as wide as divide them.
IlResource il_memory(cal::Device& device, std::uint64_t elements, const cal::Format& format);

/// A constant buffer of those words, filled up to whole elements with zeros.
IlResource il_constants(cal::Device& device, std::vector<std::uint32_t> words);

/// Fills the resource from a raw file of exactly its size. Throws Error(bad_input).
void fill_il_resource(cal::Resource& resource, const std::string& path, const std::string& name);

/// Fills it with zeros.
void clear_il_resource(cal::Resource& resource);

}  // namespace gputest

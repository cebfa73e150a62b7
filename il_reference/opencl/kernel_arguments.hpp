// The frame of a translated kernel: its arguments, its declarations, its final writes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "il_reference/opencl/operands.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// The names in a program's instructions, declared or not.
struct UsedNames {
  explicit UsedNames(const Program& program);

  std::set<std::uint32_t> temps, literals, inputs, resources, constants, indexed_temps, outputs;
  std::set<std::uint32_t> uavs, lds;
  std::set<File> files;
  bool exchanged_lds = false;  ///< lds_read_vec_neighborExch
  bool owned_lds = false;      ///< the areas of lds_read_vec and lds_write_vec
  bool global() const { return files.count(File::global) != 0; }
};

/// Threads of a group.
std::uint32_t threads_of(const Program& program);

/// The declared shape of a resource; two dimensions if it is not declared.
Dimension dimension_of(const Program& program, std::uint32_t resource);

/// Whether the translation reads the resource as an image.
bool is_image(const Program& program, const TranslationOptions& options, std::uint32_t resource);

/// The format that the options give a resource, output or UAV; float4 without one.
Format format_of(const std::map<std::uint32_t, Format>& formats, std::uint32_t number);

/// The arguments in the kernel's order.
std::vector<KernelArgument> kernel_arguments(const Program& program,
                                             const TranslationOptions& options);

/// The text from "__kernel" to the first brace, and the computation of the thread's id.
std::string kernel_head(const Program& program, const TranslationOptions& options,
                        const UsedNames& used);

/// Registers, literals, thread ids and LDS.
std::string declarations(const Program& program, const TranslationOptions& options,
                         const UsedNames& used, const Operands& operands);

/// Writes o0 … at the end of a thread.
std::string output_writes(const TranslationOptions& options, const UsedNames& used);

}  // namespace gputest::il

// A translated kernel's outside: its arguments, what it declares, what it writes in the end.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "il_reference/opencl/operands.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// What a program's instructions name, declared or not.
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

/// The shape of a resource's declaration; two dimensions where it is not declared.
Dimension dimension_of(const Program& program, std::uint32_t resource);

/// Whether the resource is an image in that translation.
bool is_image(const Program& program, const TranslationOptions& options, std::uint32_t resource);

/// The format that the options give a resource, output or UAV; float4 without one.
Format format_of(const std::map<std::uint32_t, Format>& formats, std::uint32_t number);

/// In the order in which the kernel takes them.
std::vector<KernelArgument> kernel_arguments(const Program& program,
                                             const TranslationOptions& options);

/// From "__kernel" to the first brace, and which thread this is.
std::string kernel_head(const Program& program, const TranslationOptions& options,
                        const UsedNames& used);

/// Registers, literals, thread ids and LDS.
std::string declarations(const Program& program, const TranslationOptions& options,
                         const UsedNames& used, const Operands& operands);

/// What becomes of o0 … when a thread ends.
std::string output_writes(const TranslationOptions& options, const UsedNames& used);

}  // namespace gputest::il

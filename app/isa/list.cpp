#include "app/isa/list.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command/table.hpp"
#include "app/isa/file.hpp"
#include "common/codeobject/occupancy.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

/// The occupancy with blocks of the kernel's maximum size, but of at most 256 threads.
std::optional<double> occupancy_of(const IsaCode& code, const KernelResources& kernel) {
  const auto on = multiprocessor(code.target, kernel.wavefront);
  if (!on) return std::nullopt;
  return occupancy(*on, kernel, std::min(kernel.max_block, 256u)).fraction;
}

/// "0 buffer, 1 buffer, 2 4 bytes".
std::string arguments_text(const isa::KernelOfFile& kernel) {
  std::string text;
  std::size_t number = 0;
  for (const isa::KernelArgument& argument : explicit_arguments(kernel)) {
    text += fmt::format("{}{} ", text.empty() ? "" : ", ", number++);
    if (!argument.name.empty()) text += argument.name + " ";
    text += argument.is_pointer()         ? "buffer"
            : argument.is_local()         ? "LDS"
            : argument.kind == "by_value" ? fmt::format("{} bytes", argument.size)
                                          : argument.kind;
  }
  return text;
}

Table kernels_table(const IsaFile& file) {
  Table table;
  table.columns = {{"target"},
                   {"wavefront", Align::right},
                   {"VGPR", Align::right},
                   {"SGPR", Align::right},
                   {"LDS", Align::right},
                   {"scratch", Align::right},
                   {"spilled", Align::right},
                   {"occupancy", Align::right},
                   {"kernel"},
                   {"arguments"}};
  for (const IsaCode& code : file.all())
    for (const isa::KernelOfFile& kernel : code.kernels) {
      const KernelResources& of = kernel.resources;
      const auto held = occupancy_of(code, of);
      table.rows.push_back(
          {{code.target, std::to_string(of.wavefront), std::to_string(of.vector_registers),
            std::to_string(of.scalar_registers), std::to_string(of.shared_bytes),
            std::to_string(of.scratch_bytes), std::to_string(of.spilled_registers),
            held ? fmt::format("{:.0f} %", *held * 100) : "", printable(demangled(kernel.name)),
            printable(arguments_text(kernel))}});
    }
  return table;
}

nlohmann::ordered_json kernels_json(const IsaFile& file) {
  auto all = nlohmann::ordered_json::array();
  for (const IsaCode& code : file.all())
    for (const isa::KernelOfFile& kernel : code.kernels) {
      auto arguments = nlohmann::ordered_json::array();
      for (const isa::KernelArgument& argument : explicit_arguments(kernel))
        arguments.push_back(
            {{"name", argument.name}, {"kind", argument.kind}, {"bytes", argument.size}});
      const KernelResources& of = kernel.resources;
      all.push_back({{"target", code.target},
                     {"kernel", kernel.name},
                     {"name", demangled(kernel.name)},
                     {"arguments", arguments},
                     {"wavefront", of.wavefront},
                     {"vector_registers", of.vector_registers},
                     {"scalar_registers", of.scalar_registers},
                     {"spilled_registers", of.spilled_registers},
                     {"shared_bytes", of.shared_bytes},
                     {"scratch_bytes", of.scratch_bytes},
                     {"max_block", of.max_block},
                     {"occupancy", nullptr}});
      if (const auto held = occupancy_of(code, of)) all.back()["occupancy"] = *held;
    }
  return all;
}

}  // namespace

Status list_isa(const std::string& path, const std::string& format) {
  if (format != "table" && format != "json")
    throw Error(Status::usage, fmt::format("--format takes table or json, not '{}'", format));
  const IsaFile file(path);
  if (format == "json")
    fmt::print("{}\n", kernels_json(file).dump(2, ' ', false,
                                               nlohmann::ordered_json::error_handler_t::replace));
  else
    fmt::print("{}", to_text(kernels_table(file), false));
  return Status::ok;
}

}  // namespace gputest

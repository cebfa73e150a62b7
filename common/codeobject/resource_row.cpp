#include "common/codeobject/resource_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "common/codeobject/disassembly.hpp"
#include "common/core/output_file.hpp"
#include "common/core/run_tool.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

Json loop_json(const ResourceRow& row) {
  if (!row.loop) return nullptr;
  Json loop{{"instructions", row.loop->total()}};
  for (const InstructionKind kind : kInstructionKinds)
    loop[std::string(name(kind))] = row.loop->of(kind);
  return loop;
}

/// The disassembly by the first available tool; empty if there is none or it fails.
std::string disassembled(const std::string& code, const std::vector<std::string>& tools,
                         const std::string& option) {
  const ScratchPath file = new_scratch_file(".code");
  write_file_atomically(file.path(), [&](std::ostream& out) { out << code; });
  for (const std::string& tool : tools)
    if (const auto end = run_tool({tool, option, file.path()}, ""))
      return end->succeeded ? end->messages : "";
  return "";
}

/// Debian's names of LLVM's disassembler. A later version reads the output of earlier compilers.
std::vector<std::string> names_of_objdump() {
  constexpr int kOldest = 15, kNewest = 30;
  std::vector<std::string> names{fmt::format("llvm-objdump-{}", kOldest), "llvm-objdump"};
  for (int version = kNewest; version > kOldest; --version)
    names.push_back(fmt::format("llvm-objdump-{}", version));
  return names;
}

/// The kernels in a piece of machine code.
struct Read {
  std::vector<KernelResources> kernels;
  Disassembly disassembly;
  std::string loop_source;
};

Read read_code(const std::string& target, const std::string& code, const std::string& ptx) {
  if (target.starts_with("gfx"))
    return {amd_kernels(code), parse_amd_disassembly(disassembled(code, names_of_objdump(), "-d")),
            "machine code"};
  Read read{nvidia_kernels(code), parse_sass(disassembled(code, {"cuobjdump"}, "-sass")),
            "machine code"};
  if (read.disassembly.empty() && !ptx.empty()) {
    read.disassembly = parse_ptx(ptx);
    read.loop_source = "PTX";
  }
  return read;
}

}  // namespace

ResourceRow resource_row(const std::string& target, const std::string& machine_code,
                         const std::string& ptx, const std::string& symbol) {
  static std::mutex mutex;
  static std::map<std::string, Read> known;  // an image has several kernels
  const std::lock_guard lock(mutex);
  auto found = known.find(machine_code);
  if (found == known.end())
    found = known.emplace(machine_code, read_code(target, machine_code, ptx)).first;
  const Read& read = found->second;
  const auto kernel =
      std::find_if(read.kernels.begin(), read.kernels.end(),
                   [&](const KernelResources& one) { return one.symbol == symbol; });
  if (kernel == read.kernels.end())
    throw std::runtime_error("the machine code has no kernel " + symbol);
  ResourceRow row{target, *kernel, std::nullopt, ""};
  if (const auto body = read.disassembly.find(symbol); body != read.disassembly.end()) {
    row.loop = inner_loop(body->second);
    row.loop_source = read.loop_source;
  }
  return row;
}

Json to_json(const ResourceRow& row) {
  return {{"target", row.target},
          {"symbol", row.resources.symbol},
          {"max_block", row.resources.max_block},
          {"wavefront", row.resources.wavefront},
          {"vector_registers", row.resources.vector_registers},
          {"scalar_registers", row.resources.scalar_registers},
          {"shared_bytes", row.resources.shared_bytes},
          {"scratch_bytes", row.resources.scratch_bytes},
          {"spilled_registers", row.resources.spilled_registers},
          {"loop", loop_json(row)},
          {"loop_source", row.loop_source}};
}

std::uint32_t wavefront_of_target(std::string_view target) {
  return target.starts_with("gfx") && !target.starts_with("gfx1") ? 64 : 32;
}

std::uint32_t largest_block(const ResourceRow& row) {
  const auto on = multiprocessor(row.target, row.resources.wavefront);
  return on ? largest_block(*on, row.resources) : row.resources.max_block;
}

std::optional<Occupancy> occupancy(const ResourceRow& row, std::uint32_t block) {
  const auto on = multiprocessor(row.target, row.resources.wavefront);
  if (!on) return std::nullopt;
  return occupancy(*on, row.resources, block);
}

}  // namespace gputest

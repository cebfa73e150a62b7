// gputest_kernel_resources: a step of the build that writes the table of resources.
//
//   gputest_kernel_resources <output> <llvm-objdump> <cuobjdump> (<platform> <library>)...
//
// The kernels of libraries such as CUB are left out, since no launch plan names them.
//
// A disassembler that is not there is "": of AMD's code the loops are then left out, and of
// NVIDIA's they are those of the PTX, where the library has PTX that is not compressed.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "common/codeobject/device_code.hpp"
#include "common/codeobject/resource_table.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What the command prints; empty where it fails.
std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  char buffer[65536];
  for (std::size_t read; (read = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    text.append(buffer, read);
  return pclose(pipe) == 0 ? text : "";
}

class Collector {
 public:
  Collector(std::string scratch, std::string objdump, std::string cuobjdump)
      : scratch_(std::move(scratch)),
        objdump_(std::move(objdump)),
        cuobjdump_(std::move(cuobjdump)) {}

  /// Adds the kernels of the platform's library.
  void add(const std::string& platform, const std::string& library) {
    const std::string file = contents_of(library);
    const std::vector<DeviceCode> all = find_device_code(file);
    Disassembly ptx;
    std::string ptx_source;
    for (const DeviceCode& code : all) {
      if (code.kind != CodeKind::ptx) continue;
      ptx.merge(parse_ptx(code.bytes));
      ptx_source = "PTX of " + code.target;
    }
    for (const DeviceCode& code : all) {
      if (code.kind == CodeKind::amd) {
        add_kernels(platform, code, amd_kernels(code.bytes),
                    parse_amd_disassembly(disassembled(code, objdump_, "-d")), "machine code");
      } else if (code.kind == CodeKind::cubin) {
        const Disassembly sass = parse_sass(disassembled(code, cuobjdump_, "-sass"));
        add_kernels(platform, code, nvidia_kernels(code.bytes), sass.empty() ? ptx : sass,
                    sass.empty() ? ptx_source : "machine code");
      }
    }
  }

  std::vector<ResourceRow> rows;

 private:
  std::string disassembled(const DeviceCode& code, const std::string& tool,
                           const std::string& option) const {
    if (tool.empty()) return "";
    std::ofstream(scratch_, std::ios::binary) << code.bytes;
    std::string text = output_of(fmt::format("'{}' {} '{}' 2>/dev/null", tool, option, scratch_));
    std::filesystem::remove(scratch_);
    return text;
  }

  void add_kernels(const std::string& platform, const DeviceCode& code,
                   const std::vector<KernelResources>& kernels, const Disassembly& disassembly,
                   const std::string& loop_source) {
    for (const KernelResources& kernel : kernels) {
      // Several files of a library may have the same helper.
      if (!may_be_own(kernel.symbol) || !added_.insert({code.target, kernel.symbol}).second)
        continue;
      ResourceRow row{platform, code.target, kernel, std::nullopt, "", "", {}};
      const auto found = disassembly.find(kernel.symbol);
      if (found != disassembly.end()) {
        row.loop = inner_loop(found->second);
        row.loop_source = loop_source;
      }
      rows.push_back(row);
    }
  }

  std::string scratch_, objdump_, cuobjdump_;
  std::set<std::pair<std::string, std::string>> added_;  ///< targets and symbols
};

void collect(const std::vector<std::string>& arguments) {
  const std::string& output = arguments.at(1);
  Collector collector(output + ".code", arguments.at(2), arguments.at(3));
  for (std::size_t k = 4; k + 1 < arguments.size(); k += 2)
    collector.add(arguments[k], arguments[k + 1]);
  auto all = nlohmann::ordered_json::array();
  for (const ResourceRow& row : collector.rows) all.push_back(to_json(row));
  write_file_atomically(output, [&](std::ostream& out) { out << all.dump(); });
}

}  // namespace
}  // namespace gputest

int main(int argc, char** argv) {
  try {
    gputest::collect({argv, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gputest_kernel_resources: {}\n", error.what());
    return 1;
  }
}

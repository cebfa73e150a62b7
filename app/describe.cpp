#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "app/built_resources.hpp"
#include "app/commands.hpp"
#include "app/table.hpp"
#include "common/codeobject/loaded_kernel.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// An instance of a kernel on a target, launched in blocks of that many threads.
struct Use {
  ResourceRow row;
  std::uint32_t block;
  std::optional<Occupancy> occupancy;
};

bool is_of(const ResourceRow& row, const KernelInfo& info) {
  return row.instance.kernel == info.name() &&
         (row.instance.platform == info.api || row.instance.platform.rfind(info.api + ":", 0) == 0);
}

/// Older targets first, fp32 before fp64, smaller blocks first.
bool before(const Use& a, const Use& b) {
  const auto key = [](const Use& use) {
    return std::make_tuple(use.row.instance.platform, use.row.target.size(), use.row.target,
                           use.row.instance.precision, use.block);
  };
  return key(a) < key(b);
}

/// In every block size that the kernel is launched in: the one it is compiled for or, where it is
/// compiled for any, those of its catalogue entry.
std::vector<Use> uses(const KernelInfo& info, const std::vector<ResourceRow>& rows) {
  std::vector<Use> found;
  for (const ResourceRow& row : rows) {
    if (!is_of(row, info)) continue;
    const std::uint32_t largest = largest_block(row);
    const bool is_any = !info.blocks.empty() && std::find(info.blocks.begin(), info.blocks.end(),
                                                          largest) == info.blocks.end();
    for (const std::uint32_t block : is_any ? info.blocks : std::vector<std::uint32_t>{largest})
      found.push_back({row, block, occupancy(row, block)});
  }
  std::stable_sort(found.begin(), found.end(), before);
  return found;
}

/// Whether the table shows it, and not JSON alone: the kernel's own layout, in the form that a run
/// with no options launches.
bool is_default(const ResourceRow& row, const KernelInfo& info) {
  const std::vector<std::string>& arguments = row.instance.arguments;
  const std::vector<std::string>& switches = info.default_switches;
  if (!row.instance.layout.empty() && row.instance.layout != info.layouts.front()) return false;
  return arguments.size() >= switches.size() &&
         std::equal(switches.rbegin(), switches.rend(), arguments.rbegin());
}

/// The template arguments that neither the block nor the options give.
std::string shape(const Use& use, const KernelInfo& info) {
  std::vector<std::string> arguments = use.row.instance.arguments;
  arguments.resize(arguments.size() - info.default_switches.size());
  if (!arguments.empty() && arguments.front() == std::to_string(use.block))
    arguments.erase(arguments.begin());
  return fmt::format("{}", fmt::join(arguments, ","));
}

std::string resource_text(const KernelInfo& info, const std::vector<ResourceRow>& rows) {
  Table table;
  for (const char* title : {"platform", "target", "prec", "block", "shape"})
    table.columns.push_back({title, Align::left});
  for (const char* title : {"VGPR", "SGPR", "shared", "spills", "wavefronts", "occupancy", "loop"})
    table.columns.push_back({title, Align::right});
  for (const InstructionKind kind : kInstructionKinds)
    table.columns.push_back({std::string(name(kind)), Align::right});
  table.columns.push_back({"loop read from", Align::left});

  std::set<std::string> told;
  for (const Use& use : uses(info, rows)) {
    const ResourceRow& row = use.row;
    if (!is_default(row, info)) continue;
    if (!row.told_by.empty())
      told.insert(fmt::format("  {}: all but the loop as {}\n", row.target, row.told_by));
    Table::Row cells{
        {row.instance.platform, row.target, row.instance.precision, std::to_string(use.block),
         shape(use, info), std::to_string(row.resources.vector_registers),
         row.resources.scalar_registers == 0 ? "" : std::to_string(row.resources.scalar_registers),
         std::to_string(row.resources.shared_bytes), std::to_string(row.resources.scratch_bytes)}};
    cells.cells.push_back(use.occupancy ? std::to_string(use.occupancy->wavefronts) : "");
    cells.cells.push_back(use.occupancy ? fmt::format("{:.0f}%", 100 * use.occupancy->fraction)
                                        : "");
    cells.cells.push_back(row.loop ? std::to_string(row.loop->total()) : "");
    for (const InstructionKind kind : kInstructionKinds)
      cells.cells.push_back(row.loop ? std::to_string(row.loop->of(kind)) : "");
    cells.cells.push_back(row.loop_source);
    table.rows.push_back(cells);
  }
  if (table.rows.empty()) return "";
  return fmt::format(
      "  resources, {} layout (shared and spills in bytes; wavefronts on a multiprocessor;\n"
      "  instructions in the inner loop, by kind)\n{}\n{}",
      info.layouts.front(), fmt::join(told, ""), to_text(table, false));
}

std::vector<std::string> precision_names(const KernelInfo& info) {
  std::vector<std::string> names;
  for (const Precision precision : info.precisions) names.emplace_back(name(precision));
  return names;
}

void print_kernel(const KernelInfo& info, const std::vector<ResourceRow>& rows) {
  if (!info.fault.empty()) {
    fmt::print("\n{}:{}\n  error: {}\n", info.api, info.name(), info.fault);
    return;
  }
  fmt::print("\n{}:{}\n  {}\n", info.api, info.name(), info.summary);
  fmt::print("  source      {}\n", info.source);
  fmt::print("  layouts     {} (own: {})\n", fmt::join(info.layouts, ", "), info.layouts.front());
  fmt::print("  precisions  {}\n", fmt::join(precision_names(info), ", "));
  if (!info.blocks.empty())
    fmt::print("  blocks      {} (default: {})\n", fmt::join(info.blocks, ", "),
               info.blocks.front());
  for (const auto& [axis, values] : info.axes)
    fmt::print("  {:<11} {} (own: {})\n", axis, fmt::join(values, ", "), values.front());
  fmt::print("{}", resource_text(info, rows));
}

void print_algorithm(const Family& algorithm) {
  fmt::print("{}: {}\n", algorithm.name(), algorithm.summary());
  for (const ProblemOption& option : algorithm.options())
    fmt::print("  --{:<12} {} (default: {})\n", option.name, option.help, option.default_value);
  for (const Axis& axis : algorithm.axes())
    fmt::print("  --{:<12} {} ({})\n", axis.name, axis.help, fmt::join(axis.values, ", "));
}

Json occupancy_json(const std::optional<Occupancy>& occupancy) {
  if (!occupancy) return nullptr;
  return {{"blocks", occupancy->blocks},
          {"wavefronts", occupancy->wavefronts},
          {"fraction", occupancy->fraction}};
}

Json kernel_json(const KernelInfo& info, const std::vector<ResourceRow>& rows) {
  Json resources = Json::array();
  for (const Use& use : uses(info, rows)) {
    Json entry = to_json(use.row);
    entry["max_block"] = largest_block(use.row);
    entry["told_by"] = use.row.told_by.empty() ? "the code object" : use.row.told_by;
    entry["block"] = use.block;
    entry["occupancy"] = occupancy_json(use.occupancy);
    resources.push_back(entry);
  }
  return {{"api", info.api},       {"kernel", info.name()},   {"summary", info.summary},
          {"source", info.source}, {"layouts", info.layouts}, {"precisions", precision_names(info)},
          {"blocks", info.blocks}, {"resources", resources}};
}

Json algorithm_json(const Family& algorithm) {
  Json options = Json::array();
  for (const ProblemOption& option : algorithm.options())
    options.push_back(
        {{"name", option.name}, {"help", option.help}, {"default", option.default_value}});
  return {{"name", algorithm.name()}, {"summary", algorithm.summary()}, {"options", options}};
}

Status describe(const Registry& registry, const std::string& kernel, bool json) {
  std::vector<const KernelInfo*> found;
  std::vector<std::string> known;
  for (const auto& candidate : registry.kernels()) {
    const KernelInfo& info = candidate->info();
    const std::string with_api = info.api + ":" + info.name();
    if (kernel == info.name() || kernel == with_api) found.push_back(&info);
    known.push_back(kernel.find(':') == std::string::npos ? info.name() : with_api);
  }
  if (found.empty()) {
    known.erase(std::unique(known.begin(), known.end()), known.end());
    throw Error(Status::usage, no_such("kernel", kernel, known));
  }
  const auto rows = with_loaded(built_resources(), loaded_kernels(found.front()->name()));
  const Family* family = registry.find_family(found.front()->family);
  if (family == nullptr) throw Error(Status::bad_input, found.front()->fault);
  if (json) {
    Json kernels = Json::array();
    for (const KernelInfo* info : found) kernels.push_back(kernel_json(*info, rows));
    const Json all{{"algorithm", algorithm_json(*family)}, {"kernels", kernels}};
    fmt::print("{}\n", all.dump(2));
    return Status::ok;
  }
  print_algorithm(*family);
  for (const KernelInfo* info : found) print_kernel(*info, rows);
  return Status::ok;
}

class Describe : public Subcommand {
 public:
  explicit Describe(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "describe"; }
  std::string summary() const override { return "everything known of a kernel"; }
  void declare(OptionList& options) override {
    options.word("kernel", kernel_, "a name, or api:name");
    options.value("--format", format_, "table or json [table]");
  }
  Status run() override {
    if (format_ != "table" && format_ != "json")
      throw Error(Status::usage, "describe prints table or json");
    return describe(registry_, kernel_, format_ == "json");
  }

 private:
  const Registry& registry_;
  std::string kernel_, format_ = "table";
};

}  // namespace

std::unique_ptr<Subcommand> make_describe(const Registry& registry) {
  return std::make_unique<Describe>(registry);
}

}  // namespace gputest

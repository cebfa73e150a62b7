#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "app/command/commands.hpp"
#include "app/command/fitted_table.hpp"
#include "app/command/text_style.hpp"
#include "app/command/wrap.hpp"
#include "app/describe/kernel_plans.hpp"
#include "app/describe/layout.hpp"
#include "app/describe/target.hpp"
#include "common/run/result.hpp"
#include "il_reference/r600/compiler.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kItems = 16384;  // the default n of a run

/// How a description is shown: the width of its tables, and of its sentences (0: one line each).
struct DescriptionStyle {
  std::size_t width = 80, sentences = 0;
  bool wide = false;  ///< every column
};

DescriptionStyle style_of_output(bool wide) {
  const std::size_t width = text_width(STDOUT_FILENO);
  return {width, is_terminal(STDOUT_FILENO) ? width : 0, wide};
}

/// Whether kernels are compiled from source text for the site.
bool has_code(const PlanSite& site) { return !site.device.target.empty(); }

std::uint32_t threads_of(const Pass& pass) { return pass.block[0] * pass.block[1] * pass.block[2]; }

/// The table of launches: the device, the values of the axes, and the enqueued passes.
class LaunchTable {
 public:
  /// The launches on sites for which texts are compiled, or on the others.
  LaunchTable(const KernelInfo& info, const KernelPlans& plans, bool with_code)
      : info_(info), with_code_(with_code) {
    for (const PlannedLaunch& launch : plans.launches)
      if (has_code(*launch.site) == with_code) launches_.push_back(&launch);
    for (const PlannedLaunch* launch : launches_)
      for (const auto& [parameter, value] : launch->plan.parameters)
        if (std::find(parameters_.begin(), parameters_.end(), parameter) == parameters_.end())
          parameters_.push_back(parameter);
  }

  bool empty() const { return launches_.empty(); }

  /// One line for each device that the launches depend on.
  std::string notes(const DescriptionStyle& style) const {
    std::set<std::string> lines;
    for (const PlannedLaunch* launch : launches_) {
      const PlanSite& site = *launch->site;
      lines.insert(paragraph(
          fmt::format("  {}: {} compute units{}{}",
                      with_code_ ? site.device.target : site.device.id, site.device.compute_units,
                      with_code_ ? ", like " : ", ", site.as_of),
          style.sentences));
    }
    return fmt::format("{}", fmt::join(lines, ""));
  }

  /// One row per pass. If there is no room, columns of resources are left out first.
  std::string text(const DescriptionStyle& style) const {
    const Table table = whole_table();
    if (style.wide) return "\n" + to_text(table, false);
    const FittedTable narrow = fitted(table, ranks(), style.width);
    std::string text;
    if (!narrow.in_common.empty()) text += paragraph("  " + narrow.in_common, style.sentences);
    text += "\n" + fitted_text(narrow, style.width);
    if (const std::string line = not_shown(narrow.left_out); !line.empty())
      text += "\n" + paragraph("  " + line, style.sentences);
    return text;
  }

 private:
  Table whole_table() const {
    Table table;
    if (with_code_)
      table.columns = {{"platform"}, {"target"}};
    else
      table.columns = {{"device"}};
    for (const char* title : {"prec", "block"}) table.columns.push_back({title});
    for (const auto& [axis, values] : info_.axes) table.columns.push_back({axis});
    table.columns.push_back({"pass"});
    table.columns.push_back({"grid", Align::right});
    for (const std::string& parameter : parameters_)
      table.columns.push_back({parameter, Align::right});
    if (with_code_) add_resource_columns(table);
    for (const PlannedLaunch* launch : launches_)
      for (std::size_t k = 0; k < launch->plan.passes.size(); ++k)
        table.rows.push_back({row(*launch, k)});
    return table;
  }

  /// The ranks of the columns of whole_table().
  std::vector<int> ranks() const {
    const std::size_t subjects = (with_code_ ? 2 : 1) + 2 + info_.axes.size();
    std::vector<int> ranks(subjects, kSubjectColumn);
    ranks.push_back(kNameColumn);    // the pass
    ranks.push_back(kNeededColumn);  // the grid
    ranks.insert(ranks.end(), parameters_.size(), 20);
    if (!with_code_) return ranks;
    for (const int rank : {26, 22, 24, 23, 21, 27, 25}) ranks.push_back(rank);  // VGPR … loop
    ranks.insert(ranks.end(), kInstructionKinds.size(), 10);
    ranks.push_back(5);  // the origin of the loop
    return ranks;
  }

  static void add_resource_columns(Table& table) {
    for (const char* title :
         {"VGPR", "SGPR", "shared", "spills", "wavefronts", "occupancy", "loop"})
      table.columns.push_back({title, Align::right});
    for (const InstructionKind kind : kInstructionKinds)
      table.columns.push_back({std::string(name(kind)), Align::right});
    table.columns.push_back({"loop read from"});
  }

  std::vector<std::string> row(const PlannedLaunch& launch, std::size_t k) const {
    const Pass& pass = launch.plan.passes[k];
    const DeviceInfo& device = launch.site->device;
    std::vector<std::string> cells;
    if (with_code_)
      cells = {launch.site->platform, device.target};
    else
      cells = {device.id};
    cells.emplace_back(name(launch.configuration.precision));
    const bool is_kernel = pass.grid[0] > 0;
    cells.push_back(is_kernel ? extent({pass.block[0], pass.block[1], pass.block[2]}) : "");
    for (const auto& [axis, values] : info_.axes)
      cells.push_back(launch.configuration.on_axis(axis));
    cells.push_back(pass.times == 1 ? pass.name : fmt::format("{} x {}", pass.times, pass.name));
    cells.push_back(is_kernel ? extent(pass.grid) : "");
    for (const std::string& parameter : parameters_)
      cells.push_back(is_kernel ? value_of(launch.plan, parameter) : "");
    if (with_code_) add_resources(launch.code[k], threads_of(pass), cells);
    return cells;
  }

  static std::string value_of(const LaunchPlan& plan, const std::string& wanted) {
    for (const auto& [parameter, value] : plan.parameters)
      if (parameter == wanted) return std::to_string(value);
    return "";
  }

  static void add_resources(const std::optional<ResourceRow>& row, std::uint32_t block,
                            std::vector<std::string>& cells) {
    if (!row) {
      cells.resize(cells.size() + 8 + kInstructionKinds.size());
      return;
    }
    const KernelResources& resources = row->resources;
    const std::optional<Occupancy> held = occupancy(*row, block);
    cells.push_back(std::to_string(resources.vector_registers));
    cells.push_back(resources.scalar_registers == 0 ? ""
                                                    : std::to_string(resources.scalar_registers));
    cells.push_back(std::to_string(resources.shared_bytes));
    cells.push_back(std::to_string(resources.scratch_bytes));
    cells.push_back(held ? std::to_string(held->wavefronts) : "");
    cells.push_back(held ? fmt::format("{:.0f}%", 100 * held->fraction) : "");
    cells.push_back(row->loop ? std::to_string(row->loop->total()) : "");
    for (const InstructionKind kind : kInstructionKinds)
      cells.push_back(row->loop ? std::to_string(row->loop->of(kind)) : "");
    cells.push_back(row->loop_source);
  }

  const KernelInfo& info_;
  bool with_code_;
  std::vector<const PlannedLaunch*> launches_;
  std::vector<std::string> parameters_;
};

std::string launch_text(const KernelInfo& info, const KernelPlans& plans, std::uint64_t n,
                        const DescriptionStyle& style) {
  std::string text;
  const LaunchTable compiled(info, plans, true), others(info, plans, false);
  if (!compiled.empty())
    text += paragraph(fmt::format(
                          "  launches and resources, {} layout, n = {} (grid in blocks; shared and "
                          "spills in bytes; wavefronts on a multiprocessor; instructions in the "
                          "inner loop, by kind)",
                          info.layouts.front(), n),
                      style.sentences) +
            compiled.notes(style) + compiled.text(style);
  if (!others.empty())
    text += (text.empty() ? "" : "\n") +
            paragraph(fmt::format("  launches, {} layout, n = {} (grid in blocks)",
                                  info.layouts.front(), n),
                      style.sentences) +
            others.notes(style) + others.text(style);
  for (const std::string& reason : plans.reasons)
    text += paragraph(fmt::format("  no launch plan: {}", reason), style.sentences);
  return text;
}

std::vector<std::string> precision_names(const KernelInfo& info) {
  std::vector<std::string> names;
  for (const Precision precision : info.precisions) names.emplace_back(name(precision));
  return names;
}

void print_kernel(const KernelInfo& info, const KernelPlans& plans, std::uint64_t n,
                  const DescriptionStyle& style) {
  constexpr std::size_t kIndent = 14;
  const auto line = [&](std::string_view title, const std::string& text) {
    fmt::print("{}", paragraph(fmt::format("  {:<11} {}", title, text), style.sentences, kIndent));
  };
  fmt::print("\n{}:{}\n", info.api, info.name());
  if (!info.fault.empty()) {
    fmt::print("{}", paragraph("  error: " + info.fault, style.sentences));
    return;
  }
  fmt::print("{}", paragraph("  " + info.summary, style.sentences));
  line("source", info.source);
  line("layouts",
       fmt::format("{} (default: {})", fmt::join(info.layouts, ", "), info.layouts.front()));
  line("precisions", fmt::format("{}", fmt::join(precision_names(info), ", ")));
  if (!info.blocks.empty())
    line("blocks",
         fmt::format("{} (default: {})", fmt::join(info.blocks, ", "), info.blocks.front()));
  for (const auto& [axis, values] : info.axes)
    line(axis, fmt::format("{} (default: {})", fmt::join(values, ", "), values.front()));
  fmt::print("{}", launch_text(info, plans, n, style));
}

void print_algorithm(const Family& algorithm, const DescriptionStyle& style) {
  constexpr std::size_t kIndent = 17;
  fmt::print("{}", paragraph(fmt::format("{}: {}", algorithm.name(), algorithm.summary()),
                             style.sentences));
  for (const ProblemOption& option : algorithm.options())
    fmt::print("{}", paragraph(fmt::format("  --{:<12} {} (default: {})", option.name, option.help,
                                           option.default_value),
                               style.sentences, kIndent));
  for (const Axis& axis : algorithm.axes())
    fmt::print("{}", paragraph(fmt::format("  --{:<12} {} ({})", axis.name, axis.help,
                                           fmt::join(axis.values, ", ")),
                               style.sentences, kIndent));
}

Json occupancy_json(const std::optional<Occupancy>& occupancy) {
  if (!occupancy) return nullptr;
  return {{"blocks", occupancy->blocks},
          {"wavefronts", occupancy->wavefronts},
          {"fraction", occupancy->fraction}};
}

/// The layout, precision and axis values of a launch.
Json configuration_json(const Configuration& configuration) {
  return {{"layout", configuration.layout},
          {"precision", name(configuration.precision)},
          {"axes", Json(configuration.axes)}};
}

/// The resources of a pass's code, and its launch.
Json resources_json(const PlannedLaunch& launch, const Pass& pass, const ResourceRow& row) {
  Json json{{"platform", launch.site->platform}, {"target", row.target}, {"kernel", pass.name}};
  json.update(configuration_json(launch.configuration));
  json.update(to_json(row));
  json["max_block"] = largest_block(row);
  json["block"] = threads_of(pass);
  json["occupancy"] = occupancy_json(occupancy(row, threads_of(pass)));
  json["compute_units"] = launch.site->device.compute_units;
  json["compute_units_of"] = launch.site->as_of;
  json["plan"] = to_json(launch.plan);
  return json;
}

Json kernel_json(const KernelInfo& info, const KernelPlans& plans) {
  Json resources = Json::array(), others = Json::array();
  for (const PlannedLaunch& launch : plans.launches) {
    if (!has_code(*launch.site)) {
      Json plan{{"device", launch.site->device.id}};
      plan.update(configuration_json(launch.configuration));
      plan["block"] = launch.configuration.block;
      plan["plan"] = to_json(launch.plan);
      others.push_back(plan);
      continue;
    }
    for (std::size_t k = 0; k < launch.code.size(); ++k)
      if (launch.code[k])
        resources.push_back(resources_json(launch, launch.plan.passes[k], *launch.code[k]));
  }
  return {{"api", info.api},       {"kernel", info.name()},   {"summary", info.summary},
          {"source", info.source}, {"layouts", info.layouts}, {"precisions", precision_names(info)},
          {"blocks", info.blocks}, {"axes", Json(info.axes)}, {"resources", resources},
          {"plans", others},       {"no_plan", plans.reasons}};
}

Json algorithm_json(const Family& algorithm) {
  Json options = Json::array();
  for (const ProblemOption& option : algorithm.options())
    options.push_back(
        {{"name", option.name}, {"help", option.help}, {"default", option.default_value}});
  return {{"name", algorithm.name()}, {"summary", algorithm.summary()}, {"options", options}};
}

/// Finds the devices of each API only once.
DevicesOf remembered_devices(const Registry& registry) {
  auto known = std::make_shared<std::map<std::string, DeviceList>>();
  return [&registry, known](const std::string& api) {
    const auto found = known->find(api);
    if (found != known->end()) return found->second;
    Backend* backend = registry.find_backend(api);
    return (*known)[api] = backend == nullptr ? DeviceList{} : backend->devices();
  };
}

/// The kernels of that name, "gravity_tiled" or "cuda:gravity_tiled". Throws Error(usage) if there
/// is none, with similar names of kernels and layouts.
std::vector<const Kernel*> kernels_named(const Registry& registry, const std::string& wanted) {
  std::vector<const Kernel*> found;
  std::set<std::string> known;
  for (const auto& candidate : registry.kernels()) {
    const KernelInfo& info = candidate->info();
    const std::string with_api = info.api + ":" + info.name();
    if (wanted == info.name() || wanted == with_api) found.push_back(candidate.get());
    known.insert(wanted.find(':') == std::string::npos ? info.name() : with_api);
  }
  if (!found.empty()) return found;
  std::vector<std::string> names(known.begin(), known.end());
  for (const Named& layout : registry.layouts()) names.push_back(layout.name);
  throw Error(Status::usage, no_such("kernel or layout", wanted, names));
}

/// Throws Error(unavailable) if a target was given and no kernel could be compiled for it.
void require_code(const std::string& target, const std::vector<KernelPlans>& all) {
  std::string reason;
  for (const KernelPlans& plans : all) {
    if (!plans.launches.empty()) return;
    if (!plans.sites.empty() && !plans.reasons.empty() && reason.empty())
      reason = plans.reasons.front();
  }
  if (!target.empty() && !reason.empty()) throw Error(Status::unavailable, reason);
}

Status describe(const Registry& registry, const std::string& kernel, const std::string& target,
                bool json, bool wide) {
  const std::vector<const Kernel*> found = kernels_named(registry, kernel);
  const KernelInfo& first = found.front()->info();
  const Family* family = registry.find_family(first.family);
  if (family == nullptr) throw Error(Status::bad_input, first.fault);
  ProblemRequest request;
  request.n = kItems;
  const std::unique_ptr<Problem> problem = family->make_problem(request);
  const bool is_gpu_of_today = target.starts_with("sm_") || target.starts_with("gfx");
  if (!target.empty() && !is_gpu_of_today && wide)
    throw Error(Status::usage,
                fmt::format("--wide does not apply to --target={}; leave it out", target));
  if (!target.empty() && !is_gpu_of_today) return describe_target(found, *problem, target, json);
  std::vector<std::string> targets;
  if (!target.empty()) targets.push_back(target);
  const DevicesOf devices = remembered_devices(registry);
  std::vector<KernelPlans> plans;
  if (json) {
    Json kernels = Json::array();
    for (const Kernel* one : found) {
      plans.push_back(plans_of(*one, *problem, targets, devices));
      kernels.push_back(kernel_json(one->info(), plans.back()));
    }
    const Json all{
        {"algorithm", algorithm_json(*family)}, {"n", problem->n()}, {"kernels", kernels}};
    fmt::print("{}\n", all.dump(2));
    require_code(target, plans);
    return Status::ok;
  }
  const DescriptionStyle style = style_of_output(wide);
  print_algorithm(*family, style);
  for (const Kernel* one : found) {
    plans.push_back(plans_of(*one, *problem, targets, devices));
    print_kernel(one->info(), plans.back(), problem->n(), style);
  }
  require_code(target, plans);
  return Status::ok;
}

class Describe : public Subcommand {
 public:
  explicit Describe(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "describe"; }
  std::string summary() const override {
    return "describe a kernel (launches, registers, occupancy) or a layout";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest describe gravity_blocked",
             "its launches, and the resources they use on each GPU"},
            {"gputest describe float4", "a layout: the place of each number"},
            {"gputest describe gravity_naive --target=cypress", "machine code for a GPU of 2009"}};
  }
  void declare(OptionList& options) override {
    options.word("kernel", kernel_, "a kernel's name, api:name, or a layout's name");
    options.value(
        "--target", target_,
        fmt::format(
            "the GPU to compile for: sm_120, gfx1030 or, for an OpenCL kernel, a GPU of IL's "
            "time: {}",
            fmt::join(r600_targets(), ", ")),
        "GPU");
    options.value("--format", format_, "table or json [table]");
    options.flag("--wide", wide_, kWideHelp);
  }
  Status run() override {
    if (format_ != "table" && format_ != "json")
      throw Error(Status::usage, fmt::format("--format takes table or json, not '{}'", format_));
    if (wide_ && format_ == "json")
      throw Error(Status::usage, "--wide applies only to tables; JSON always has every value");
    if (wide_ && is_layout(registry_, kernel_))
      throw Error(Status::usage,
                  fmt::format("--wide applies to kernels; {} is a layout, leave it out", kernel_));
    if (!is_layout(registry_, kernel_))
      return describe(registry_, kernel_, target_, format_ == "json", wide_);
    if (!target_.empty())
      throw Error(
          Status::usage,
          fmt::format("--target applies to kernels; {} is a layout, leave it out", kernel_));
    print_layout(registry_, kernel_, format_ == "json");
    return Status::ok;
  }

 private:
  const Registry& registry_;
  std::string kernel_, target_, format_ = "table";
  bool wide_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_describe(const Registry& registry) {
  return std::make_unique<Describe>(registry);
}

}  // namespace gputest

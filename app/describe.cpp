#include <fmt/format.h>

#include <algorithm>

#include "app/commands.hpp"

namespace gputest {
namespace {

void print_kernel(const KernelInfo& info) {
  std::vector<std::string_view> precisions;
  for (const Precision precision : info.precisions) precisions.push_back(name(precision));
  fmt::print("\n{}:{}\n  {}\n", info.api, info.name(), info.summary);
  fmt::print("  source      {}\n", info.source);
  fmt::print("  layouts     {} (own: {})\n", fmt::join(info.layouts, ", "), info.layouts.front());
  fmt::print("  precisions  {}\n", fmt::join(precisions, ", "));
  if (!info.blocks.empty())
    fmt::print("  blocks      {} (default: {})\n", fmt::join(info.blocks, ", "),
               info.blocks.front());
  for (const auto& [axis, values] : info.axes)
    fmt::print("  {:<11} {} (own: {})\n", axis, fmt::join(values, ", "), values.front());
}

void print_algorithm(const Algorithm& algorithm) {
  fmt::print("{}: {}\n", algorithm.name(), algorithm.summary());
  for (const ProblemOption& option : algorithm.options())
    fmt::print("  --{:<12} {} (default: {})\n", option.name, option.help, option.default_value);
}

}  // namespace

Status describe(const Registry& registry, const std::string& kernel) {
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
  print_algorithm(*registry.find_algorithm(found.front()->algorithm));
  for (const KernelInfo* info : found) print_kernel(*info);
  return Status::ok;
}

}  // namespace gputest

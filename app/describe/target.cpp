#include "app/describe/target.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command/text_style.hpp"
#include "app/command/wrap.hpp"
#include "app/il/r600_report.hpp"
#include "common/core/host.hpp"
#include "config.hpp"
#include "il_reference/r600/compiler.hpp"
#ifdef GPUTEST_HAVE_OPENCL
#include "opencl/kernel_source.hpp"
#include "opencl/opencl_backend.hpp"
#endif

namespace gputest {

#ifdef GPUTEST_HAVE_OPENCL
namespace {

using Json = nlohmann::ordered_json;

/// A device with the GPU's properties, for planning launches.
DeviceInfo device_of(const r600::Card& card) {
  DeviceInfo device;
  device.id = "opencl";
  device.name = card.name;
  device.compute_units = card.simds;
  device.wavefront = 64;
  return device;
}

Configuration own_configuration(const KernelInfo& info, Precision precision) {
  Configuration configuration{info.layouts.front(), precision};
  if (!info.blocks.empty()) configuration.block = info.blocks.front();
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  return configuration;
}

/// The lines of a file of opencl/kernels/.
R600Source source_of(const std::string& file) {
  R600Source source{file, {}};
  for (const opencl::KernelFile& known : opencl::kernel_files()) {
    if (known.name != file) continue;
    std::istringstream lines(known.text);
    for (std::string line; std::getline(lines, line);) source.lines.push_back(line);
  }
  return source;
}

/// Describes a kernel pass by pass.
class TargetReport {
 public:
  TargetReport(const r600::Card& card, const Problem& problem) : card_(card), problem_(problem) {}

  void add(const Kernel& kernel) {
    if (!kernel.info().fault.empty()) return refuse(kernel.info().name(), kernel.info().fault);
    for (const Precision precision : kernel.info().precisions) add(kernel, precision);
  }

  /// Prints the report. Throws Error(unavailable) if no pass compiled.
  void print(bool json) const {
    if (described_ == 0) throw Error(Status::unavailable, first_reason_);
    if (json)
      fmt::print("{}\n", json_.dump(2));
    else
      print_text();
  }

 private:
  /// Lines that are wider than the terminal are wrapped.
  void print_text() const {
    constexpr std::size_t kIndent = 14;
    const std::size_t width = is_terminal(STDOUT_FILENO) ? text_width(STDOUT_FILENO) : 0;
    std::istringstream lines(text_);
    for (std::string line; std::getline(lines, line);)
      fmt::print("{}", paragraph(line, characters_in(line) > width ? width : 0, kIndent));
  }

  void add(const Kernel& kernel, Precision precision) {
    const std::string title = fmt::format("{}, {}", kernel.info().name(), name(precision));
    try {
      const Configuration configuration = own_configuration(kernel.info(), precision);
      bool any = false;
      for (const opencl::CompilerInput& input : opencl::compiler_inputs(
               kernel, configuration, problem_.planned_shapes(configuration), device_of(card_))) {
        if (input.entries.empty()) continue;
        any = true;
        add(input, title, precision);
      }
      if (!any) refuse(title, "it has no kernel in OpenCL C, only calls of the API");
    } catch (const Error& error) {
      refuse(title, error.what());
    }
  }

  void add(const opencl::CompilerInput& input, const std::string& title, Precision precision) {
    const std::string assembly = r600_assembly(input.text, input.options, card_);
    const R600Source source = source_of(input.file);
    for (const std::string& entry : input.entries) {
      const r600::Code code = r600_code(assembly, entry);
      text_ += fmt::format("{}{}", text_.empty() ? "" : "\n",
                           r600_text(fmt::format("{}, {}", title, entry), card_, code, source));
      Json one{{"kernel", entry}, {"precision", name(precision)}, {"file", input.file}};
      one.update(r600_json(card_, code, source));
      json_.push_back(one);
      ++described_;
    }
  }

  void refuse(const std::string& title, const std::string& reason) {
    text_ += fmt::format("{}{}: {}\n", text_.empty() ? "" : "\n", title, reason);
    json_.push_back({{"kernel", title}, {"reason", reason}});
    if (first_reason_.empty()) first_reason_ = fmt::format("{}: {}", title, reason);
  }

  const r600::Card& card_;
  const Problem& problem_;
  std::string text_, first_reason_;
  Json json_ = Json::array();
  std::size_t described_ = 0;
};

}  // namespace

Status describe_target(const std::vector<const Kernel*>& kernels, const Problem& problem,
                       const std::string& target, bool json) {
  const r600::Card card = r600_card(target);
  TargetReport report(card, problem);
  bool any = false;
  for (const Kernel* kernel : kernels) {
    if (kernel->info().api != "opencl") continue;
    any = true;
    report.add(*kernel);
  }
  if (!any)
    throw Error(Status::usage,
                fmt::format("--target={} compiles only kernels of the API opencl, which has no {}; "
                            "for a kernel in IL use gputest il describe",
                            target, kernels.front()->info().name()));
  report.print(json);
  return Status::ok;
}
#else
Status describe_target(const std::vector<const Kernel*>&, const Problem&, const std::string&,
                       bool) {
  throw Error(Status::unavailable, GPUTEST_REASON_OPENCL);
}
#endif

}  // namespace gputest

#include "il_reference/api/run_on_device.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "common/core/error.hpp"
#include "common/run/registry.hpp"
#include "il_reference/api/r600_program.hpp"

namespace gputest::il {

namespace {

/// The GPU of the machine code that "il:cypress" or "cypress" requests; none for other names.
std::optional<r600::Card> card_of(std::string_view device) {
  if (device.starts_with("il:")) device.remove_prefix(3);
  return r600::find_card(device);
}

RunReport run_machine_code(const r600::Card& card, Mode mode, const Bindings& bindings,
                           const cal::Module& module, const Extent& extent,
                           const RunOptions& options) {
  if (card.slots != 5)
    throw Error(
        Status::unavailable,
        fmt::format("{} is not executed: LLVM's assembly for it does not say how many words "
                    "a store has",
                    card.target));
  if (mode == Mode::strict)
    throw Error(Status::unavailable,
                fmt::format("{} has no denormals, so it has no strict mode", card.target));
  const R600Program program(
      card, module.program(), module.text(), bindings,
      {.mode = mode, .step_limit = options.step_limit, .check = options.check});
  const auto start = std::chrono::steady_clock::now();
  const r600::LaunchCounts counts =
      std::visit([&](const auto& e) { return program.run(bindings, e); }, extent);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  const double filled =
      counts.bundles == 0 ? 0 : double(counts.operations) / double(counts.bundles);
  return {fmt::format("il:{} ({})", card.target, card.name),
          {},
          fmt::format(
              "{} wavefronts, {} bundles with {:.2f} of {} slots filled, {} fetches, {} stores",
              counts.wavefronts, counts.bundles, filled, card.slots, counts.fetches, counts.stores),
          taken.count()};
}

/// The device's id, and the mode at the end of its name.
std::pair<std::string, Mode> chosen(std::string name, Mode mode) {
  for (const auto& [ending, of_ending] :
       {std::pair{":strict", Mode::strict}, {":fast", Mode::fast}}) {
    if (!name.ends_with(ending)) continue;
    name.resize(name.size() - std::string_view(ending).size());
    mode = of_ending;
  }
  if (name.starts_with("il:")) name = name.substr(3);
  if (name == "opencl") name = "opencl:0";
  if (name == "interpreter") name = "il:interpreter";
  return {name, mode};
}

}  // namespace

RunReport run_on_device(const std::string& device_name, Mode mode_wanted, cal::Context& context,
                        const cal::Module& module, const Extent& extent, const RunOptions& options,
                        const Notice& notice) {
  const auto [device, mode] = chosen(device_name, mode_wanted);
  const bool pixel = module.program().stage == Stage::pixel;
  if (pixel != std::holds_alternative<Domain>(extent))
    throw Error(Status::usage, pixel ? "a pixel kernel runs over a domain: --domain, not --groups"
                                     : "a compute kernel runs over groups: --groups, not --domain");
  if (device == "il:interpreter") {
    const auto start = std::chrono::steady_clock::now();
    RunReport report{device, {}, {}, 0};
    report.statistics = pixel ? context.run_program(module, std::get<Domain>(extent), options)
                              : context.run_program_grid(module, std::get<Groups>(extent), options);
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  }
  const std::optional<r600::Card> card = card_of(device);
  if (!card && !device.starts_with("opencl:"))
    throw Error(Status::unavailable,
                fmt::format("IL runs on il:interpreter, il:cypress and il:opencl:N, not on '{}'",
                            device_name));
  if (options.trace.sink) throw Error(Status::usage, "only il:interpreter traces a thread");
  if (options.count) throw Error(Status::usage, "only il:interpreter counts instructions");
  const Bindings bindings = context.bindings(module);
  if (card) return run_machine_code(*card, mode, bindings, module, extent, options);
  std::visit([&](const auto& e) { check_bindings(module.program(), bindings, e); }, extent);
  return run_on_opencl(device, mode, bindings, module, extent, options, notice);
}

}  // namespace gputest::il

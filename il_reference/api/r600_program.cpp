#include "il_reference/api/r600_program.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "common/core/error.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/r600/compiler.hpp"

namespace gputest::il {
namespace {

using Kind = KernelArgument::Kind;

constexpr std::uint32_t kPixelGroup = 64;  // threads per group of a pixel program

std::map<std::uint32_t, Format> formats_in(const auto& surfaces) {
  std::map<std::uint32_t, Format> formats;
  for (const auto& [number, surface] : surfaces) formats[number] = surface.format;
  return formats;
}

/// Buffers have no samplers, because the compiler lacks them. Errors name lines of the IL text.
TranslationOptions options_for(const Bindings& bindings, Mode mode) {
  TranslationOptions options;
  options.mode = mode;
  options.images = false;
  options.resources = formats_in(bindings.resources);
  options.outputs = formats_in(bindings.outputs);
  options.uavs = formats_in(bindings.uavs);
  options.line_file = "kernel.il";
  return options;
}

/// Assigns memory addresses and builds a kernel's arguments.
class Placement {
 public:
  explicit Placement(const Bindings& bindings) : bindings_(bindings) {}

  void add(const KernelArgument& argument, const std::array<std::uint32_t, 4>& domain) {
    const std::uint32_t n = argument.number;
    const std::string name = fmt::format("argument {}", n);
    switch (argument.kind) {
      case Kind::resource: {
        const ReadSurface& surface = bindings_.resources.at(n);
        arguments.add(memory.add_constant(name, surface.memory));
        add_shape(surface);
        break;
      }
      case Kind::constant: {
        const auto& words = bindings_.constants.at(n);
        arguments.add(memory.add_constant(name, words));
        arguments.add(static_cast<std::uint32_t>(words.size() / 4));
        break;
      }
      case Kind::output: {
        const Surface& surface = bindings_.outputs.at(n);
        add_result(fmt::format("o{}", n), surface.memory);
        add_shape(surface);
        break;
      }
      case Kind::global:
        add_result("g[]", bindings_.global);
        arguments.add(static_cast<std::uint32_t>(bindings_.global.size() / 4));
        break;
      case Kind::uav: {
        const UavBinding& uav = bindings_.uavs.at(n);
        add_result(uav_name(n), uav.memory);
        arguments.add(static_cast<std::uint32_t>(uav.memory.size()), uav.width, uav.height,
                      uav.pitch);
        arguments.add(uav.depth);
        break;
      }
      case Kind::domain:
        arguments.add(domain[0], domain[1], domain[2], domain[3]);
        break;
      case Kind::fault:
        arguments.add(memory.add("the fault", fault));
        break;
      case Kind::image:
        throw Error(Status::unavailable, "the r600 family's code has no images");
    }
  }

  /// Throws if a result contains a word that no thread wrote.
  void require_known() const {
    for (const auto& [name, address] : results_)
      if (const auto word = memory.first_unknown(address))
        throw Error(
            Status::bad_input,
            fmt::format("the kernel leaves an undefined value in word {} of {}", *word, name));
  }

  r600::Memory memory;
  r600::Arguments arguments;
  std::array<std::uint32_t, 1> fault{};

 private:
  void add_result(const std::string& name, std::span<std::uint32_t> words) {
    results_.emplace_back(name, memory.add(name, words));
    arguments.add(results_.back().second);
  }

  void add_shape(const auto& surface) {
    arguments.add(surface.width, surface.height, surface.pitch, surface.depth);
  }

  const Bindings& bindings_;
  std::vector<std::pair<std::string, std::uint32_t>> results_;
};

}  // namespace

R600Program::R600Program(const r600::Card& card, const Program& program, std::string_view source,
                         const Bindings& bindings, Settings settings)
    : program_(program), settings_(std::move(settings)) {
  const Translation translation = translate(program, source, options_for(bindings, settings_.mode));
  arguments_ = translation.arguments;
  const std::string options =
      fmt::format("{} -DIL_FN=__attribute__((nodebug))",
                  settings_.mode == Mode::strict ? strict_build_options : fast_build_options);
  code_ =
      r600::decode(r600_code(r600_assembly(translation.text(), options, card), translation.entry),
                   translation.entry, card.slots);
}

r600::LaunchCounts R600Program::run(const Bindings& bindings, const Domain& domain) const {
  check_bindings(program_, bindings, domain);
  const std::uint64_t threads = std::uint64_t{domain.width} * domain.height;
  return run(bindings, (threads + kPixelGroup - 1) / kPixelGroup, kPixelGroup,
             {domain.x, domain.y, domain.width, domain.height});
}

r600::LaunchCounts R600Program::run(const Bindings& bindings, const Groups& groups) const {
  check_bindings(program_, bindings, groups);
  const auto size = group_size(program_);
  return run(bindings, std::uint64_t{groups[0]} * groups[1] * groups[2],
             size[0] * size[1] * size[2], {groups[0], groups[1], groups[2], 0});
}

r600::LaunchCounts R600Program::run(const Bindings& bindings, std::uint64_t groups,
                                    std::uint32_t threads,
                                    const std::array<std::uint32_t, 4>& domain) const {
  const WithGds with_gds(program_, bindings);
  Placement placement(with_gds.bindings);
  for (const KernelArgument& argument : arguments_) placement.add(argument, domain);
  r600::Launch launch;
  launch.groups[0] = static_cast<std::uint32_t>(groups);
  launch.threads[0] = threads;
  launch.arguments = placement.arguments.words();
  r600::LaunchCounts counts =
      r600::run(code_, launch, placement.memory, {settings_.step_limit, settings_.check});
  if (placement.fault[0] != 0)
    throw LocatedError(program_.instructions.at(placement.fault[0] - 1).location,
                       "a thread goes out of bounds here");
  placement.require_known();
  return counts;
}

}  // namespace gputest::il

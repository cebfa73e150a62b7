#include "il_reference/cal/context.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "il_reference/language/parser.hpp"

namespace gputest::cal {
namespace {

using Kind = Name::Kind;

std::vector<Name> names_in(const il::Program& program) {
  std::set<Name> names;
  const auto see = [&](il::File file, std::uint32_t number) {
    if (file == il::File::constant && il::immediate_values(program, number).empty())
      names.insert({Kind::constant, number});
    if (file == il::File::output) names.insert({Kind::output, number});
    if (file == il::File::global) names.insert({Kind::global, 0});
  };
  const auto see_operand = [&](const auto& operand) {
    see(operand.file, operand.number);
    if (il::is_indexed(operand.file) && operand.index.relative)
      see(operand.index.file, operand.index.number);
  };
  for (const il::Instruction& instruction : program.instructions) {
    if (instruction.has_destination) see_operand(instruction.destination);
    for (unsigned k = 0; k < instruction.source_count; ++k) see_operand(instruction.sources[k]);
    const il::Shape shape = il::info(instruction.opcode).shape;
    if (shape == il::Shape::texture) names.insert({Kind::input, instruction.suffixes.resource});
    if (shape == il::Shape::uav && !il::is_gds(instruction.suffixes.id))
      names.insert({Kind::uav, instruction.suffixes.id});
  }
  return {names.begin(), names.end()};
}

void require_stage(const Module& module, il::Stage stage) {
  if (module.program().stage == stage) return;
  throw Error(Status::usage, stage == il::Stage::pixel
                                 ? "a compute kernel runs over groups, not over a domain"
                                 : "a pixel kernel runs over a domain, not over groups");
}

template <class Surface>
Surface surface(Resource& resource) {
  return {resource.memory(),
          resource.format().element,
          static_cast<std::uint32_t>(resource.width()),
          static_cast<std::uint32_t>(resource.height()),
          static_cast<std::uint32_t>(resource.pitch()),
          static_cast<std::uint32_t>(resource.depth())};
}

/// A resource in the form that addresses count: a 1D one without padding, a 2D one with the padding
/// of every row.
std::span<std::uint32_t> linear(Resource& resource) {
  return resource.two_dimensional()
             ? resource.memory()
             : resource.memory().first(resource.width() * resource.format().words);
}

void require_format_of_four(const Name& name, const Resource& resource) {
  if (resource.format().words != 4)
    throw Error(Status::bad_input,
                fmt::format("{} needs elements of four 32-bit words, but CAL_FORMAT_{} has {}",
                            to_text(name), resource.format().calname, resource.format().words));
}

}  // namespace

std::string to_text(const Name& name) {
  switch (name.kind) {
    case Kind::input:
      return fmt::format("i{}", name.number);
    case Kind::output:
      return fmt::format("o{}", name.number);
    case Kind::constant:
      return fmt::format("cb{}", name.number);
    case Kind::uav:
      return fmt::format("uav{}", name.number);
    case Kind::global:
      return "g[]";
  }
  return "";
}

Module::Module(std::string text, std::string_view file)
    : text_(std::move(text)),
      program_(il::read_program(text_, file, &warnings_)),
      names_(names_in(program_)) {}

Name Module::name(std::string_view wanted) const {
  std::vector<std::string> known;
  for (const Name& name : names_) {
    if (to_text(name) == wanted) return name;
    known.push_back(to_text(name));
  }
  throw Error(Status::bad_input,
              fmt::format("the kernel has no {}; it has {}", wanted,
                          known.empty() ? "no names" : fmt::format("{}", fmt::join(known, ", "))));
}

void Context::set_mem(const Name& name, std::shared_ptr<Resource> resource) {
  if (&resource->device() != &device_)
    throw Error(Status::usage,
                fmt::format("{} must not be a resource of another device", to_text(name)));
  memory_[name] = std::move(resource);
}

void Context::mem_copy(Resource& from, Resource& to) {
  if (from.width() != to.width() || from.height() != to.height() || !(from.format() == to.format()))
    throw Error(Status::bad_input, "calMemCopy needs two resources of the same shape and format");
  std::copy(from.memory().begin(), from.memory().end(), to.memory().begin());
  device_.count_copy(from, to);
}

il::Bindings Context::bindings(const Module& module) const {
  il::Bindings bindings;
  for (const Name& name : module.names()) {
    const auto found = memory_.find(name);
    if (found == memory_.end())
      throw Error(Status::bad_input, fmt::format("the kernel's {} is not bound", to_text(name)));
    Resource& resource = *found->second;
    if (resource.is_mapped())
      throw Error(Status::usage, fmt::format("the kernel's {} is still mapped", to_text(name)));
    switch (name.kind) {
      case Kind::input:
        bindings.resources[name.number] = surface<il::ReadSurface>(resource);
        break;
      case Kind::output:
        bindings.outputs[name.number] = surface<il::Surface>(resource);
        break;
      case Kind::constant:
        require_format_of_four(name, resource);
        bindings.constants[name.number] = linear(resource);
        break;
      case Kind::global:
        require_format_of_four(name, resource);
        bindings.global = linear(resource);
        break;
      case Kind::uav: {
        const auto shape = surface<il::Surface>(resource);
        bindings.uavs[name.number] = {linear(resource), shape.format, shape.width,
                                      shape.height,     shape.pitch,  shape.depth};
        break;
      }
    }
  }
  return bindings;
}

il::RunStatistics Context::run_program(const Module& module, const il::Domain& domain,
                                       const il::RunOptions& options) {
  require_stage(module, il::Stage::pixel);
  return il::run(module.program(), bindings(module), domain, options);
}

il::RunStatistics Context::run_program_grid(const Module& module, const il::Groups& groups,
                                            const il::RunOptions& options) {
  require_stage(module, il::Stage::compute);
  if (!device_.attributes().compute_shader)
    throw Error(Status::bad_input,
                fmt::format("{} does not run compute kernels", device_.attributes().target));
  return il::run(module.program(), bindings(module), groups, options);
}

}  // namespace gputest::cal

#include "common/owncode/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "common/core/error.hpp"

namespace gputest::owncode {
namespace {

constexpr std::string_view kMark("\x7fgputest takes:\x7f", 16);

constexpr unsigned kMostTold = 255;  // the largest recorded size of a pointer's target

/// The requirements of a parameter.
struct Wanted {
  std::string name;
  std::string type;  ///< for messages
  char kind;
  unsigned bytes;
  std::vector<unsigned> points_to;  ///< empty: any
};

std::string real_name(std::uint64_t bytes) { return bytes == 8 ? "double" : "float"; }

bool is_real(Element element) {
  return element == Element::fp16 || element == Element::fp32 || element == Element::fp64;
}

std::vector<Wanted> wanted_by(const KernelSignature& signature, Precision precision) {
  std::vector<Wanted> all;
  for (const auto* arrays : {&signature.inputs, &signature.outputs, &signature.scratch})
    for (const ArrayShape& shape : *arrays) {
      const auto one = static_cast<unsigned>(bytes(shape.element));
      const std::string count = shape.components > 1 ? std::to_string(shape.components) : "";
      // Arrays of uint32 may have any type in the kernel.
      std::vector<unsigned> sizes;
      if (shape.element != Element::uint32)
        sizes = {0, one, std::min(one * shape.components, kMostTold)};
      all.push_back({shape.name, fmt::format("a pointer to {}{}", c_name(shape.element), count),
                     shape.element == Element::uint32 || shape.element == Element::fp16 ? 'p'
                     : is_real(shape.element)                                           ? 'F'
                                                                                        : 'W',
                     sizeof(void*), sizes});
    }
  const unsigned real = precision == Precision::fp64 ? 8 : 4;
  for (const Scalar& scalar : signature.scalars) {
    if (std::holds_alternative<std::uint32_t>(scalar.value))
      all.push_back({scalar.name, "unsigned", 'u', 4, {}});
    else if (const auto* typed = std::get_if<TypedBits>(&scalar.value))
      all.push_back({scalar.name,
                     c_name(typed->element),
                     typed->element == Element::fp16 ? '?'
                     : is_real(typed->element)       ? 'f'
                                                     : 'u',
                     static_cast<unsigned>(bytes(typed->element)),
                     {}});
    else
      all.push_back({scalar.name, real_name(real), 'f', real, {}});
  }
  return in_order(signature.order, std::move(all));
}

std::string in_words(const Parameter& parameter) {
  if (parameter.kind == 'F') return "a pointer to " + real_name(parameter.points_to);
  if (parameter.kind == 'W')
    return fmt::format("a pointer to a whole number of {} bytes", parameter.points_to);
  if (parameter.kind == 'p')
    return parameter.points_to == 0
               ? "a pointer"
               : fmt::format("a pointer to a type of {} bytes", parameter.points_to);
  if (parameter.kind == 'f') return real_name(parameter.bytes);
  if (parameter.kind == 'u') return fmt::format("a whole number of {} bytes", parameter.bytes);
  return fmt::format("another type of {} bytes", parameter.bytes);
}

bool fits(const Parameter& parameter, const Wanted& wanted) {
  const auto is_pointer = [](char kind) { return kind == 'p' || kind == 'F' || kind == 'W'; };
  if (parameter.bytes != wanted.bytes || is_pointer(parameter.kind) != is_pointer(wanted.kind))
    return false;
  const bool any_target = parameter.kind == 'p' || wanted.kind == 'p';
  if (parameter.kind != wanted.kind && !(is_pointer(wanted.kind) && any_target)) return false;
  if (wanted.points_to.empty()) return true;
  for (const unsigned size : wanted.points_to)
    if (size == parameter.points_to) return true;
  return false;
}

}  // namespace

std::vector<Parameter> parameters_in(std::string_view code, const std::string& kernel) {
  const auto at = code.find(kMark);
  if (at == code.npos || code.size() < at + kMark.size() + 1)
    throw Error(Status::bad_input,
                fmt::format("the compiled code does not list the parameters of {}", kernel));
  const auto byte = [&](std::size_t k) {
    return static_cast<unsigned char>(code[at + kMark.size() + k]);
  };
  std::vector<Parameter> parameters;
  for (std::size_t k = 0; k < byte(0); ++k)
    parameters.push_back({static_cast<char>(byte(3 * k + 1)), byte(3 * k + 2), byte(3 * k + 3)});
  return parameters;
}

void require_parameters(const std::string& kernel, const std::vector<Parameter>& parameters,
                        const KernelSignature& signature, Precision precision) {
  const std::vector<Wanted> wanted = wanted_by(signature, precision);
  std::vector<std::string> names;
  for (const Wanted& one : wanted) names.push_back(one.name);
  if (parameters.size() != wanted.size())
    throw Error(Status::bad_input,
                fmt::format("{} has {} parameters for {} arguments: {}", kernel, parameters.size(),
                            wanted.size(), fmt::join(names, ", ")));
  for (std::size_t k = 0; k < wanted.size(); ++k)
    if (!fits(parameters[k], wanted[k]))
      throw Error(Status::bad_input,
                  fmt::format("parameter {} of {} is {}, but {} is {}", k + 1, kernel,
                              in_words(parameters[k]), wanted[k].name, wanted[k].type));
}

Arguments::Arguments(const KernelCall& call) {
  for (const void* array : call.inputs) add(array);
  for (const void* array : call.outputs) add(array);
  for (const void* array : call.scratch) add(array);
  for (const Scalar& scalar : call.scalars) {
    if (const auto* typed = std::get_if<TypedBits>(&scalar.value))
      add(typed->bits);
    else if (const auto* whole = std::get_if<std::uint32_t>(&scalar.value))
      add(*whole);
    else if (call.configuration.precision == Precision::fp64)
      add(std::get<double>(scalar.value));
    else
      add(static_cast<float>(std::get<double>(scalar.value)));
  }
  for (Value& value : values_) pointers_.push_back(value.bytes);
  pointers_ = in_order(call.order, std::move(pointers_));
}

}  // namespace gputest::owncode

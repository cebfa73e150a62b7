// What a compiled kernel is called with, in APIs where a kernel is a C++ function.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/kernel.hpp"

namespace gputest {

/// Arrays in the order of ArgumentShapes, in the memory of the device; a 2D resource's entry is the
/// API's texture handle.
struct KernelCall {
  Configuration configuration;
  std::uint64_t items = 0;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  std::vector<Scalar> scalars;
  std::vector<Constant> constants;
  std::vector<Fact> facts;
  std::uint32_t compute_units = 0;
  std::uint32_t warp_size = 0;  ///< threads of the device that run in step, where it has such

  /// The scalar of that name, as a T. Throws std::logic_error where the algorithm has none.
  template <class T>
  T scalar(std::string_view name) const {
    for (const Scalar& s : scalars)
      if (s.name == name)
        return std::visit([](auto value) { return static_cast<T>(value); }, s.value);
    throw std::logic_error("a kernel asks for a scalar " + std::string(name));
  }

  /// The constant of that name.
  std::uint32_t constant(std::string_view name) const {
    for (const Constant& c : constants)
      if (c.name == name) return c.value;
    throw std::logic_error("a kernel asks for a constant " + std::string(name));
  }

  /// The fact of that name.
  double fact(std::string_view name) const {
    for (const Fact& f : facts)
      if (f.name == name) return f.value();
    throw std::logic_error("a kernel asks for a fact " + std::string(name));
  }

  /// Everything of the shapes but the arrays.
  void describe(const Configuration& wanted, const ArgumentShapes& shapes) {
    configuration = wanted;
    items = shapes.items;
    scalars = shapes.scalars;
    constants = shapes.constants;
    facts = shapes.facts;
  }
};

/// A kernel, or on a GPU the host function that launches it.
using KernelFunction = void (*)(const KernelCall&);

}  // namespace gputest

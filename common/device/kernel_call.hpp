// The arguments of a compiled kernel, in APIs where a kernel is a C++ function.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Arrays in the order of KernelSignature, in the memory of the device; a 2D resource's entry is
/// the API's texture handle.
struct KernelCall {
  Configuration configuration;
  std::uint64_t items = 0;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  std::vector<void*> scratch;
  std::vector<Scalar> scalars;
  std::vector<Specialization> specializations;
  std::vector<LazyProperty> properties;
  std::vector<std::size_t> order;  ///< as in KernelSignature
  std::uint32_t compute_units = 0;
  std::uint32_t warp_size = 0;  ///< threads of the device that run in lockstep; 0: no such group

  /// The scalar of that name, as a T. Throws std::logic_error if the family has none.
  template <class T>
  T scalar(std::string_view name) const {
    for (const Scalar& s : scalars)
      if (s.name == name)
        return s.value.index() == 0 ? static_cast<T>(std::get<std::uint32_t>(s.value))
                                    : static_cast<T>(std::get<double>(s.value));
    throw std::logic_error("a kernel needs a scalar " + std::string(name));
  }

  /// The specialization of that name.
  std::uint32_t specialization(std::string_view name) const {
    if (const auto found = find_value(specializations, name)) return *found;
    throw std::logic_error("a kernel needs a specialization " + std::string(name));
  }

  /// The property of that name; null if there is none.
  const LazyProperty* find_property(std::string_view name) const {
    for (const LazyProperty& f : properties)
      if (f.name == name) return &f;
    return nullptr;
  }
  double property(std::string_view name) const {
    if (const LazyProperty* const found = find_property(name)) return found->value();
    throw std::logic_error("a kernel needs a property " + std::string(name));
  }

  /// Takes everything from the shapes except the arrays.
  void describe(const Configuration& wanted, const KernelSignature& shapes) {
    configuration = wanted;
    items = shapes.items;
    scalars = shapes.scalars;
    specializations = shapes.specializations;
    properties = shapes.properties;
    order = shapes.order;
  }
};

/// A kernel, or on a GPU the host function that launches it.
using KernelFunction = void (*)(const KernelCall&);

}  // namespace gputest

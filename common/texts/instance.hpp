// An instance of a kernel template, as the text that a compiler is given names it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gputest::texts {

/// One kernel.
struct Instance {
  std::string name;         ///< "gputest::simt::gravity_tiled<gputest::gpu::Simt<32>, …>"
  std::string parameters;   ///< its parameters' types: "gputest::SoaBodies<float>, …"
  std::string macros = {};  ///< what its file is read with: "#define GT_UNROLLED 8\n"

  bool operator==(const Instance&) const = default;
  /// The template's name without its namespaces: "gravity_tiled".
  std::string kernel() const;
};

namespace detail {

/// What stands in g++'s and clang's words for a function between `open` and the bracket that ends
/// them, or the semicolon behind the first of two.
constexpr std::string_view between(std::string_view words, std::string_view open) {
  const auto begin = words.find(open) + open.size();
  const auto end = words.find(';', begin);
  return words.substr(begin, (end == words.npos ? words.rfind(']') : end) - begin);
}

/// The words for a type.
template <class Type>
constexpr std::string_view type_words() {
  return between(__PRETTY_FUNCTION__, "Type = ");
}

/// The words for a function.
template <auto Function>
constexpr std::string_view function_words() {
  return between(__PRETTY_FUNCTION__, "Function = ");
}

}  // namespace detail

/// The words for a kernel that the compiler has seen declared, and for its parameters' types.
struct KernelWords {
  std::string_view name;
  const std::string_view* parameters;
  std::size_t count;  ///< of parameters

  Instance instance() const;
};

/// Naming a kernel needs no definition of it, and makes no code.
template <auto Kernel>
struct Named;
/// Of those parameters.
template <class... Parameters, void (*Kernel)(Parameters...)>
struct Named<Kernel> {
  static constexpr std::string_view kParameters[]{detail::type_words<Parameters>()..., ""};
  static constexpr KernelWords kWords{detail::function_words<Kernel>(), kParameters,
                                      sizeof...(Parameters)};
};

}  // namespace gputest::texts

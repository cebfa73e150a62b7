// An instance of a kernel template, named as in a text for a compiler.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gputest::texts {

/// One kernel.
struct Instance {
  std::string name;         ///< "gputest::simt::gravity_tiled<gputest::gpu::Simt<32>, …>"
  std::string parameters;   ///< its parameters' types: "gputest::SoaBodies<float>, …"
  std::string macros = {};  ///< definitions before its file: "#define GT_UNROLLED 8\n"

  bool operator==(const Instance&) const = default;
  /// The template's name without its namespaces: "gravity_tiled".
  std::string kernel() const;
};

namespace detail {

/// The part of a function's description by g++ or clang after `open`. It ends at the closing
/// bracket, or at the semicolon after the first of two entries.
constexpr std::string_view between(std::string_view words, std::string_view open) {
  const auto begin = words.find(open) + open.size();
  const auto end = words.find(';', begin);
  return words.substr(begin, (end == words.npos ? words.rfind(']') : end) - begin);
}

/// The compiler's name of a type.
template <class Type>
constexpr std::string_view type_words() {
  return between(__PRETTY_FUNCTION__, "Type = ");
}

/// The compiler's name of a function.
template <auto Function>
constexpr std::string_view function_words() {
  return between(__PRETTY_FUNCTION__, "Function = ");
}

}  // namespace detail

/// The compiler's names of a declared kernel and of its parameters' types.
struct KernelWords {
  std::string_view name;
  const std::string_view* parameters;
  std::size_t count;  ///< of parameters

  Instance instance() const;
};

/// The names of a kernel. They need no definition of the kernel and generate no code.
template <auto Kernel>
struct Named;
/// Deduces the parameters.
template <class... Parameters, void (*Kernel)(Parameters...)>
struct Named<Kernel> {
  static constexpr std::string_view kParameters[]{detail::type_words<Parameters>()..., ""};
  static constexpr KernelWords kWords{detail::function_words<Kernel>(), kParameters,
                                      sizeof...(Parameters)};
};

}  // namespace gputest::texts

// An instance of a kernel template, as the text that a compiler is given names it.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace gputest::texts {

/// One kernel.
struct Instance {
  std::string name;        ///< "gputest::simt::gravity_tiled<gputest::gpu::Simt<32>, …>"
  std::string parameters;  ///< its parameters' types: "gputest::SoaBodies<float>, …"

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

/// A kernel that the compiler has seen declared: its instance and its parameters. Naming it needs
/// no definition, and makes no code.
template <auto Kernel>
struct Named;
/// Of those parameters.
template <class... Parameters, void (*Kernel)(Parameters...)>
struct Named<Kernel> {
  static Instance instance() {
    std::string parameters;
    ((parameters +=
      (parameters.empty() ? "" : ", ") + std::string(detail::type_words<Parameters>())),
     ...);
    std::string name(detail::function_words<Kernel>());
    if (name.starts_with('&')) name.erase(0, 1);  // clang's
    return {name, parameters};
  }
  /// Calls f with a list of the parameters' types.
  template <class F>
  static auto with_parameters(F&& f) {
    return f(std::type_identity<std::tuple<Parameters...>>());
  }
};

}  // namespace gputest::texts

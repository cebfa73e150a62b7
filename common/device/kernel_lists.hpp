// The types for which a kernel, a C++ template, is compiled. Its description (KernelInfo) and the
// instances from which a configuration selects (choose.hpp) are both made from these lists, so that
// they cannot differ.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Layouts, as views of their arrays (common/layout/bodies.hpp); the default first.
template <template <class> class... Views>
struct Layouts {
  static std::vector<std::string> names() { return {Views<float>::kLayout...}; }
};

/// float, double or both.
template <class... Reals>
struct Precisions {
  static std::vector<Precision> values() {
    return {(std::is_same_v<Reals, float> ? Precision::fp32 : Precision::fp64)...};
  }
};

/// Threads per block, the default first.
template <unsigned... Sizes>
struct Blocks {
  static std::vector<std::uint32_t> values() { return {Sizes...}; }
};

namespace detail {

/// The compiled part of a list.
template <class List>
struct Compiled {
  using type = List;
};
// For tests/races and GPUTEST_HIP_NVIDIA=CHECK, which need only one instance.
#ifdef GPUTEST_FIRST_INSTANCES
template <template <class> class First, template <class> class... Rest>
struct Compiled<Layouts<First, Rest...>> {
  using type = Layouts<First>;
};
template <class First, class... Rest>
struct Compiled<Precisions<First, Rest...>> {
  using type = Precisions<First>;
};
template <unsigned First, unsigned... Rest>
struct Compiled<Blocks<First, Rest...>> {
  using type = Blocks<First>;
};
#endif

}  // namespace detail

/// The compiled part of a list of layouts, precisions or blocks: all of it, or with
/// GPUTEST_FIRST_INSTANCES only the first.
template <class List>
using CompiledOf = typename detail::Compiled<List>::type;

/// A word as a template argument.
template <std::size_t Size>
struct Word {
  char text[Size];
  // NOLINTNEXTLINE: a literal is a word
  constexpr Word(const char (&literal)[Size]) { std::copy_n(literal, Size, text); }
  constexpr std::string_view view() const { return {text, Size - 1}; }
};

/// A value on an axis, as a type.
template <Word Text>
struct AxisValue {
  static constexpr bool is(std::string_view word) { return Text.view() == word; }
};

/// An axis of the kernel's family and the values that the kernel supports, the default first.
/// Without values: all values of the family.
template <Word Name, Word... Values>
struct AxisValues {
  static std::string name() { return std::string(Name.view()); }
  static std::vector<std::string> values() { return {std::string(Values.view())...}; }

  /// Calls f with the value as an AxisValue and returns true, if the kernel supports the value.
  template <class F>
  static bool with(std::string_view value, F&& f) {
    return ((value == Values.view() ? (f(AxisValue<Values>()), true) : false) || ...);
  }
};

/// The axes of a kernel in addition to layout, precision and block.
template <class... Axes>
struct AxisList {
  static std::map<std::string, std::vector<std::string>> all() {
    return {{Axes::name(), Axes::values()}...};
  }
};

/// The description of a kernel from its declaration: the types `layouts`, `precisions` and
/// optionally `blocks` and `axes`; optionally the constants `summary`, `source` and `arithmetic`
/// (see KernelInfo). `api` remains empty.
template <class Declaration>
KernelInfo info_of(const std::string& family, const std::string& variant) {
  KernelInfo info;
  info.family = family;
  info.variant = variant;
  info.layouts = CompiledOf<typename Declaration::layouts>::names();
  info.precisions = CompiledOf<typename Declaration::precisions>::values();
  if constexpr (requires { typename Declaration::blocks; })
    info.blocks = CompiledOf<typename Declaration::blocks>::values();
  if constexpr (requires { typename Declaration::axes; }) info.axes = Declaration::axes::all();
  if constexpr (requires { Declaration::summary; }) info.summary = Declaration::summary;
  if constexpr (requires { Declaration::source; }) info.source = Declaration::source;
  if constexpr (requires { Declaration::arithmetic; }) info.arithmetic = Declaration::arithmetic;
  return info;
}

}  // namespace gputest

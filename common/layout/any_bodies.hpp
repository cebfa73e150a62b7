// A view of bodies in the layout of a call, chosen at run time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "common/device/kernel_call.hpp"

namespace gputest {

/// Converts to the type of any member of a view.
struct AnyPointer {
  const void* pointer;
  template <class T>
  operator const T*() const {
    return static_cast<const T*>(pointer);
  }
};

/// A view with those arrays as its members, in order.
template <class View, std::size_t... I>
View view_of(const void* const* arrays, std::index_sequence<I...>) {
  return View{AnyPointer{arrays[I]}...};
}
/// The same with all of the view's arrays.
template <class View>
View view_of(const void* const* arrays) {
  return view_of<View>(arrays, std::make_index_sequence<View::kArrays>());
}

/// A view in one of the layouts of Views, chosen when it is made: one instance of a kernel serves
/// all of them. Kernels of hip:host, which are not timed, load through it. In a kernel that is a
/// text it represents the chosen view: its arrays are that view's members.
template <class Real, template <class> class... Views>
class AnyOf {
 public:
  using gt_real = Real;

  /// Holds the call's first inputs. Throws std::logic_error if the layout is not in the list.
  explicit AnyOf(const KernelCall& call) {
    if (!(is_layout<Views>(call) || ...))
      throw std::logic_error("a kernel is not compiled for layout " + call.configuration.layout);
    std::copy_n(call.inputs.begin(), count_, arrays_);
  }

  auto load(std::uint32_t j) const {
    return with_view([&]<class View>() { return view_of<View>(arrays_).load(j); });
  }

  const void* const* arrays() const { return arrays_; }
  unsigned count() const { return count_; }

  /// The result of f, called with the chosen view's type as its template argument.
  template <class F>
  auto with_view(const F& f) const {
    decltype((f.template operator()<Views<Real>>(), ...)) given{};
    unsigned index = 0;
    static_cast<void>(
        ((index++ == chosen_ ? (given = f.template operator()<Views<Real>>(), true) : false) ||
         ...));
    return given;
  }

 private:
  template <template <class> class View>
  bool is_layout(const KernelCall& call) {
    count_ = View<Real>::kArrays;
    if (call.configuration.layout == View<Real>::kLayout) return true;
    ++chosen_;
    return false;
  }

  const void* arrays_[std::max({Views<Real>::kArrays...})];
  unsigned chosen_ = 0, count_ = 0;
};

/// Whether bodies of that type can be in a View.
template <class Bodies, template <class> class View>
constexpr bool kCanBe = std::is_same_v<Bodies, View<typename Bodies::gt_real>>;
/// The same for a choice of views.
template <class Real, template <class> class... Views, template <class> class View>
constexpr bool kCanBe<AnyOf<Real, Views...>, View> = (std::is_same_v<Views<Real>, View<Real>> ||
                                                      ...);

}  // namespace gputest

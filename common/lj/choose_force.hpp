// Chooses the pair force that a call's axis `pair` names.
#pragma once

#include <stdexcept>
#include <string>

#include "common/device/kernel_call.hpp"
#include "common/lj/pair.hpp"

namespace gputest {
namespace choices {

/// Calls f with the force as an object of its type.
template <class Forces>
class OfForce;
/// Chooses among these forces.
template <class... Forces>
class OfForce<pair::List<Forces...>> {
 public:
  explicit OfForce(const KernelCall& call) : name_(call.configuration.on_axis("pair")) {
    if (name_.empty()) name_ = pair::lj::kName;
  }

  template <class F>
  void operator()(F&& f) const {
    if (!((name_ == Forces::kName ? (f(Forces()), true) : false) || ...))
      throw std::logic_error("there is no pair force " + name_);
  }

 private:
  std::string name_;
};

}  // namespace choices

/// Chooses among all pair forces, for choose() (common/layout/choose.hpp). A call without the axis
/// means lj.
#ifdef GPUTEST_FIRST_INSTANCES
inline auto force_of(const KernelCall& call) {
  return choices::OfForce<pair::List<pair::lj>>(call);
}
#else
inline auto force_of(const KernelCall& call) { return choices::OfForce<pair::Forces>(call); }
#endif

}  // namespace gputest

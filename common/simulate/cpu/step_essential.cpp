// step_essential on the CPU: the part of a device's tree that the bodies of another device need.
#include "common/cpu/declaration.hpp"
#include "common/octree/essential.hpp"
#include "common/octree/host_tree.hpp"
#include "common/simulate/step_arguments.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
Launch launch_essential(const KernelCall& call) {
  return [a = tree::EssentialArguments<Real>(call)] { tree::make_essential(a); };
}

}  // namespace

extern const Declaration step_essential_cpu{
    nullptr, [](const KernelCall& call) {
      return forces_are_fp32(call) ? launch_essential<float>(call) : launch_essential<double>(call);
    }};

}  // namespace gputest::cpu

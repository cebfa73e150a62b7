// step_graft on the CPU: appends another device's message of step_essential to a tree.
#include "common/cpu/declaration.hpp"
#include "common/octree/essential.hpp"
#include "common/octree/host_tree.hpp"
#include "common/simulate/step_arguments.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
Launch launch_graft(const KernelCall& call) {
  return [a = tree::GraftArguments<Real>(call)] {
    tree::for_each(a.items(), [&](std::uint32_t item) { a.graft(item); });
  };
}

}  // namespace

extern const Declaration step_graft_cpu{nullptr, [](const KernelCall& call) {
                                          return forces_are_fp32(call) ? launch_graft<float>(call)
                                                                       : launch_graft<double>(call);
                                        }};

}  // namespace gputest::cpu

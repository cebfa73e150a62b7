// step_essential: the part of a device's tree that the bodies of another device need, as a message
// to it.
#include "common/octree/essential.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

inline constexpr unsigned kEssentialBlocks = 1024;  // the most; a thread takes several cells

template <class Simt, class Real>
__global__ void step_essential_parents(tree::EssentialArguments<Real> a) {
  for (std::uint32_t cell = step_particle(); cell < a.cells(); cell += gridDim.x * GT_STEP_BLOCK)
    a.name_parent(cell);
}

template <class Simt, class Real>
__global__ void step_essential_claim(tree::EssentialArguments<Real> a) {
  for (std::uint32_t cell = step_particle(); cell < a.cells(); cell += gridDim.x * GT_STEP_BLOCK)
    a.claim(cell,
            [](std::uint32_t* count, std::uint32_t wanted) { return atomicAdd(count, wanted); });
}

template <class Simt, class Real>
__global__ void step_essential(tree::EssentialArguments<Real> a) {
  for (std::uint32_t cell = step_particle(); cell < a.cells(); cell += gridDim.x * GT_STEP_BLOCK)
    a.pack(cell);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_essential_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      const tree::EssentialArguments<Real> a(call);
      const unsigned blocks = std::min(blocks_for(call.items, GT_STEP_BLOCK), kEssentialBlocks);
      add_kernel<Simt, step_essential_parents<Simt, Real>>(binding, "step_essential_parents",
                                                           blocks, GT_STEP_BLOCK, a);
      add_kernel<Simt, step_essential_claim<Simt, Real>>(binding, "step_essential_claim", blocks,
                                                         GT_STEP_BLOCK, a);
      add_kernel<Simt, step_essential<Simt, Real>>(binding, "step_essential", blocks, GT_STEP_BLOCK,
                                                   a);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

#include "common/families.hpp"

#include "common/gravity/family.hpp"
#include "common/lj/family.hpp"
#include "common/neighbour/family.hpp"
#include "common/roofline/family.hpp"
#include "common/stencil/family.hpp"

namespace gputest {

void register_families(Registry& registry) {
  registry.add(make_gravity());
  registry.add(make_lj());
  registry.add(make_neighbour());
  registry.add(make_roofline());
  registry.add(make_stencil());
}

}  // namespace gputest

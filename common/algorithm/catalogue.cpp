#include "common/algorithm/catalogue.hpp"

#include "common/algorithm/gravity.hpp"
#include "common/algorithm/lj.hpp"
#include "common/algorithm/neighbour.hpp"
#include "common/algorithm/roofline.hpp"

namespace gputest {

void register_algorithms(Registry& registry) {
  registry.add(make_gravity());
  registry.add(make_lj());
  registry.add(make_neighbour());
  registry.add(make_roofline());
}

}  // namespace gputest

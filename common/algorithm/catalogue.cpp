#include "common/algorithm/catalogue.hpp"

#include "common/algorithm/gravity.hpp"
#include "common/algorithm/lj.hpp"
#include "common/algorithm/neighbour.hpp"

namespace gputest {

void register_algorithms(Registry& registry) {
  registry.add(make_gravity());
  registry.add(make_lj());
  registry.add(make_neighbour());
}

}  // namespace gputest

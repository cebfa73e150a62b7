#include "common/algorithm/catalogue.hpp"

#include "common/algorithm/gravity.hpp"
#include "common/algorithm/lj.hpp"

namespace gputest {

void register_algorithms(Registry& registry) {
  registry.add(make_gravity());
  registry.add(make_lj());
}

}  // namespace gputest

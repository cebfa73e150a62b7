#include "common/algorithm/catalogue.hpp"

#include "common/algorithm/gravity.hpp"

namespace gputest {

void register_algorithms(Registry& registry) { registry.add(make_gravity()); }

}  // namespace gputest

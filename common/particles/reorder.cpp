#include "common/particles/reorder.hpp"

#include <algorithm>

namespace gputest {
namespace {

template <class T>
void put_in_order(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
  if (values.empty()) return;  // forces or charges, if the source has none
  std::vector<T> ordered(order.size());
  std::transform(order.begin(), order.end(), ordered.begin(),
                 [&](std::uint32_t from) { return values[from]; });
  values = std::move(ordered);
}

}  // namespace

void reorder(ParticleSet& p, const std::vector<std::uint32_t>& order) {
  for (auto* component :
       {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass, &p.charge, &p.fx, &p.fy, &p.fz})
    put_in_order(*component, order);
  put_in_order(p.id, order);
}

}  // namespace gputest

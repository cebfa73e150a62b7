#include "common/many/gravity.hpp"

#include "common/many/rank_part.hpp"
#include "common/many/shared_kernels.hpp"

namespace gputest::many {
namespace {

constexpr const char* kSymmetric = "symmetric";

KernelInfo gravity_info(const std::string& variant) {
  KernelInfo info = shared_info("gravity", variant, "soa");
  info.summary =
      variant == kSymmetric
          ? "bodies shared by several devices, of which one computes a pair for both its bodies"
          : "bodies shared by several devices, between which they go round in a ring";
  info.source = "Makino 2002, New Astronomy 7, 373: the ring algorithm";
  return info;
}

}  // namespace

MakePart gravity_part(const MakeExchange& exchange) {
  return [exchange](const ManyDevices& devices, const Assignment& assignment,
                    std::shared_ptr<Communicators> direct) {
    return std::make_unique<RankPart>(devices, task_of(assignment), exchange, std::move(direct));
  };
}

SharedGravity::SharedGravity(const std::string& variant, std::size_t devices,
                             const MakeExchange& exchange)
    : SharedKernel(gravity_info(variant), devices, gravity_part(exchange)) {}

}  // namespace gputest::many

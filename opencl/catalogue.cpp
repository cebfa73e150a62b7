#include "opencl/catalogue.hpp"

#include "common/roofline/family.hpp"
#include "opencl/gravity_plans.hpp"
#include "opencl/lj_catalogue.hpp"
#include "opencl/opencl_backend.hpp"

namespace gputest {
namespace {

const std::vector<std::string> kBuffers{"float4", "aos", "aos3", "soa", "aosoa"};
const std::vector<Precision> kBoth{Precision::fp32, Precision::fp64};

KernelInfo gravity(const std::string& variant, const std::vector<std::string>& layouts,
                   const std::vector<Precision>& precisions, const std::string& summary,
                   const std::string& source) {
  KernelInfo info;
  info.family = "gravity";
  info.variant = variant;
  info.layouts = layouts;
  info.precisions = precisions;
  info.blocks = {128, 64, 256};
  info.summary = summary;
  info.source = source;
  return info;
}

}  // namespace

void register_opencl(Registry& registry) {
  using opencl::make_kernel;
  registry.add(opencl::make_backend());
  registry.add(
      make_kernel(gravity("naive", kBuffers, kBoth, "one i a work-item, every j from global memory",
                          "IPSJ survey, Fig. 4"),
                  {"gravity_naive", opencl::plan_one_item_per_body}));
  registry.add(make_kernel(
      gravity("tiled", kBuffers, kBoth, "j staged through local memory, a group's size at a time",
              "IPSJ survey, Fig. 5"),
      {"gravity_tiled", opencl::plan_one_item_per_body}));
  registry.add(make_kernel(
      gravity("unrolled", kBuffers, kBoth, "the tile loop unrolled", "IPSJ survey, Fig. 6"),
      {"gravity_unrolled", opencl::plan_one_item_per_body}));
  KernelInfo blocked =
      gravity("blocked", kBuffers, kBoth,
              "four i a work-item in registers, j split over groups, double-buffered tile",
              "beyond IPSJ survey, Fig. 6");
  blocked.blocks = {256, 128, 64};  // the more items, the fewer parts that small n is cut into
  registry.add(make_kernel(blocked, {"gravity_blocked", opencl::plan_blocked}));
  KernelInfo symmetric = gravity("symmetric", kBuffers, kBoth,
                                 "each unordered pair once, by Newton's third law", "this project");
  symmetric.blocks = {64, 32, 128};  // a group's barriers cost less the fewer its items
  registry.add(make_kernel(symmetric, {"gravity_symmetric", opencl::plan_symmetric}));
  registry.add(make_kernel(
      gravity("texture2d", {"image2d"}, {Precision::fp32},
              "j from a 2D FLOAT_4 resource, the row pointer walked as the CAL kernel walks it",
              "CAL wiki, Aizu: the IL loop, lines 1 to 19"),
      {"gravity_texture2d", opencl::plan_one_item_per_body}));
  opencl::register_lj(registry);
  KernelInfo fma = gravity("fma", kBuffers, kBoth,
                           "a body a work-item, its numbers through chains of fused multiply-adds",
                           "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65");
  fma.family = "roofline";
  fma.axes = roofline_axes();
  registry.add(make_kernel(fma, {"roofline_fma", opencl::plan_one_item_per_body}));
}

}  // namespace gputest

#include "opencl/lj_catalogue.hpp"

#include "opencl/lj_plans.hpp"
#include "opencl/neighbour_plans.hpp"
#include "opencl/opencl_backend.hpp"

namespace gputest::opencl {
namespace {

using Values = std::vector<std::string>;

const Values kOffOn{"off", "on"};

KernelInfo lj(const std::string& variant, const Values& newton3, const Values& lists,
              const std::string& summary, const std::string& from) {
  KernelInfo info;
  info.family = "lj";
  info.variant = variant;
  info.layouts = {"float4", "aos3", "soa"};
  info.precisions = {Precision::fp32, Precision::fp64};
  info.blocks = {128, 64, 256};
  info.summary = summary;
  info.source = from;
  info.axes = {{"newton3", newton3}, {"list", lists}, {"pair", {"lj"}}};
  return info;
}

KernelInfo neighbour(const std::string& variant, const std::string& summary,
                     const std::string& from) {
  KernelInfo info = lj(variant, kOffOn, {"ell", "csr"}, summary, from);
  info.family = "neighbour";
  info.axes.erase("pair");
  return info;
}

/// For kernels whose groups have a word with a bit an item.
KernelInfo in_groups_of_32(KernelInfo info) {
  info.blocks = {32};
  return info;
}

}  // namespace

void register_lj(Registry& registry) {
  registry.add(make_kernel(lj("naive", kOffOn, {"csr"}, "one i a work-item, sums in global memory",
                              "LJ article, the start"),
                           {"lj_naive", plan_one_item_per_particle}));
  registry.add(make_kernel(lj("register", kOffOn, {"csr"}, "one i a work-item, sums in registers",
                              "LJ article, tuning 1"),
                           {"lj_register", plan_one_item_per_particle}));
  registry.add(make_kernel(
      lj("transposed", kOffOn, {"ell"},
         "the list stored so that neighbouring work-items read neighbours", "LJ article, tuning 2"),
      {"lj_register", plan_one_item_per_particle}));
  registry.add(
      make_kernel(lj("warp", kOffOn, {"csr"}, "8 work-items an i, sums met in local memory",
                     "LJ article, tuning 3"),
                  {"lj_warp", plan_lanes_per_particle}));
  registry.add(make_kernel(lj("unrolled", {"off"}, {"ell", "csr"},
                              "two work-items an i, four list entries in flight in each", "lj_gpu"),
                           {"lj_unrolled", plan_two_items_per_particle, "-DGT_IN_FLIGHT=4"}));
  KernelInfo cluster = lj("cluster", {"off"}, {"clusters"},
                          "four i in every work-item's registers: an entry stands for four pairs",
                          "GROMACS, Pall and Hess 2013, Comput. Phys. Commun. 184, 2641; MD-Bench");
  cluster.blocks = {128, 64};  // its sums take 160 bytes of local memory a work-item in fp64
  registry.add(make_kernel(cluster, {"lj_cluster", plan_lanes_per_cluster}));
  registry.add(
      make_kernel(neighbour("naive", "one i a work-item, each neighbour written as it is found",
                            "Verlet-list article, the start"),
                  {"neighbour_naive", plan_item_builder}));
  registry.add(make_kernel(neighbour("shared", "entries buffered in strips of local memory",
                                     "Verlet-list article, its shared-memory tuning"),
                           {"neighbour_shared", plan_item_builder}));
  registry.add(
      make_kernel(neighbour("cell", "a work-group a cell, near cells staged in local memory",
                            "md_neighbor_list"),
                  {"neighbour_cell", plan_cell_builder}));
  registry.add(make_kernel(
      in_groups_of_32(neighbour("warp",
                                "32 work-items an i, a word with a bit an item places the entries",
                                "md_neighbor_list")),
      {"neighbour_warp", plan_group_builder}));
  registry.add(make_kernel(
      in_groups_of_32(neighbour(
          "mask", "a group's i test the same candidates, entries are written from bit masks",
          "this project")),
      {"neighbour_mask", plan_mask_builder}));
}

}  // namespace gputest::opencl

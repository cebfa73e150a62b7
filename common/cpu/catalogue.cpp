#include "common/cpu/catalogue.hpp"

#include "common/roofline/family.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/gravity/cpu/kernels.hpp"
#include "common/lj/cpu/kernels.hpp"
#include "common/neighbour/cpu/kernels.hpp"
#include "common/roofline/cpu/kernels.hpp"

namespace gputest {
namespace {

/// The axes that the gravity kernels share.
KernelInfo gravity(const std::string& variant, std::vector<std::string> layouts,
                   const std::string& summary, const std::string& source) {
  KernelInfo info;
  info.family = "gravity";
  info.variant = variant;
  info.layouts = std::move(layouts);
  info.precisions = {Precision::fp32, Precision::fp64};
  info.summary = summary;
  info.source = source;
  return info;
}

/// The axes that the Lennard-Jones kernels share.
KernelInfo lj(const std::string& variant, std::vector<std::string> layouts,
              std::vector<std::string> newton3, std::vector<std::string> lists,
              const std::string& summary, const std::string& source) {
  KernelInfo info = gravity(variant, std::move(layouts), summary, source);
  info.family = "lj";
  info.axes = {
      {"newton3", std::move(newton3)}, {"list", std::move(lists)}, {"pair", {"lj"}}};
  return info;
}

}  // namespace

void register_cpu(Registry& registry) {
  registry.add(cpu::make_backend());
  registry.add(cpu::make_kernel(gravity("naive", {"aos", "aos3", "float4", "soa", "aosoa"},
                                        "one i at a time, every j", "IPSJ survey, Fig. 4"),
                                cpu::gravity_naive));
  registry.add(cpu::make_kernel(
      gravity("tiled", {"float4", "aos", "aos3", "soa", "aosoa"},
              "tiles of j that stay in the first-level cache", "IPSJ survey, Fig. 5"),
      cpu::gravity_tiled));
  registry.add(cpu::make_kernel(
      gravity("simd", {"soa", "aos", "aos3", "float4", "aosoa"},
              "vectors of j against several i in registers (Highway)",
              "the scheme of Phantom-GRAPE: Tanikawa et al. 2012, New Astronomy 17, 82"),
      cpu::gravity_simd));
  registry.add(cpu::make_kernel(
      lj("naive", {"aos3", "aos", "float4", "soa", "aosoa"}, {"off", "on"}, {"csr", "ell"},
         "one i at a time, sums in memory", "LJ article, the start"),
      cpu::lj_naive));
  registry.add(cpu::make_kernel(
      lj("simd", {"float4", "soa", "aos3"}, {"off"}, {"csr"},
         "a vector of list entries, gathered, against one i in registers (Highway)",
         "the scheme of lj_simdstep, by gathers"),
      cpu::lj_simd));
  KernelInfo cell = lj("cell", {"soa", "float4", "aos3"}, {"off", "on"}, {"csr", "ell"},
                       "particles sorted by cell, runs of them tested by vectors (Highway)",
                       "md_neighbor_list; Highway's masks place the entries");
  cell.family = "neighbour";
  cell.axes.erase("pair");
  registry.add(cpu::make_kernel(cell, cpu::neighbour_cell));
  KernelInfo fma = gravity("fma", {"float4"},
                           "numbers through chains of fused multiply-adds, by vectors (Highway)",
                           "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65");
  fma.family = "roofline";
  fma.axes = roofline_axes();
  registry.add(cpu::make_kernel(fma, cpu::roofline_fma));
}

}  // namespace gputest

#include "common/central/arguments.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"

namespace gputest::cpu {
namespace {

/// Like central_direct, with g from the table.
struct central_table_global_kernel {
  static constexpr const char* summary = "one body at a time, every j, g from a table in memory";
  static constexpr const char* source = "MDGRAPE (Narumi et al. 1999, Mol. Simul. 21, 401)";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"form", "table">, central::SumAxis>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<central_table_global_kernel>(call), central::by_table(call),
           [&](auto bodies, auto way, auto images, auto form) {
             const central::Arguments<float> a(call, decltype(bodies)::kArrays);
             const central::Table g(call, decltype(bodies)::kArrays);
             launch = [=] {
               constexpr std::uint32_t kChunk = 16;  // bodies i that a thread takes at a time
               parallel_for(a.targets, kChunk, [&](std::uint32_t first, std::uint32_t last) {
                 for (std::uint32_t i = first; i < last; ++i) {
                   const Body<float> self = bodies.load(a.first_target + i);
                   const float* row = a.template row<decltype(form)>(self.m);
                   typename decltype(way)::template Of<float> sums;
                   for (std::uint32_t j = 0; j < a.n; ++j)
                     central::add<images, decltype(form)>(sums, self, row, bodies.load(j), g, a);
                   a.forces[i] = sums.value(a.scale);
                 }
               });
             };
           });
    return launch;
  }
};

}  // namespace

extern const Declaration central_table_global_cpu = declare<central_table_global_kernel>();

}  // namespace gputest::cpu

// The resources that a row's machine code uses, and the units that its inner loop keeps busy.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/command/figures.hpp"
#include "app/explain/explanation.hpp"
#include "common/codeobject/throughput.hpp"

namespace gputest {
namespace {

std::string limit_words(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::none:
      return "That is the maximum.";
    case OccupancyLimit::registers:
      return "Its registers limit that.";
    case OccupancyLimit::shared:
      return "Its shared memory limits that.";
    case OccupancyLimit::both:
      return "Its registers and its shared memory limit that alike.";
    case OccupancyLimit::blocks:
      break;
  }
  return "The size of the block limits that: the maximum number of blocks does not fill the "
         "multiprocessor, or one more block does not fit.";
}

/// The loop's instructions by kind: "33 fma, 12 mul".
std::string mix_words(const LoopCount& loop) {
  std::vector<std::string> parts;
  for (const InstructionKind kind : kInstructionKinds)
    if (loop.of(kind) > 0) parts.push_back(fmt::format("{} {}", loop.of(kind), name(kind)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

unsigned arithmetic_in(const LoopCount& loop) {
  return loop.of(InstructionKind::fma) + loop.of(InstructionKind::mul) +
         loop.of(InstructionKind::add);
}

struct BusyUnit {
  const char* name;
  double clocks;  ///< of a multiprocessor, for one iteration of one thread
};

/// The units by how long one iteration keeps them busy, longest first.
std::array<BusyUnit, 3> busy_units(const LoopCount& loop, const Throughput& rates,
                                   Precision arithmetic) {
  const double of_arithmetic = arithmetic == Precision::fp64 ? rates.fp64 : rates.fp32;
  std::array<BusyUnit, 3> units{
      BusyUnit{"the arithmetic", arithmetic_in(loop) / of_arithmetic},
      {"the special functions", loop.of(InstructionKind::special) / rates.special},
      {"the issue of instructions", loop.total() / rates.issued}};
  std::stable_sort(units.begin(), units.end(),
                   [](const BusyUnit& a, const BusyUnit& b) { return a.clocks > b.clocks; });
  return units;
}

/// Adds the share of time that the row keeps its busiest unit busy, if each special instruction is
/// one interaction. The clock follows from the measured arithmetic and a multiprocessor's rate.
void add_busy_share(const ExplainedRow& row, const LoopCount& loop, const Throughput& rates,
                    Precision arithmetic, const MeasuredCeilings& ceilings, const BusyUnit& busiest,
                    Aspect& aspect) {
  const unsigned specials = loop.of(InstructionKind::special);
  if (specials == 0 || !row.per_s || !ceilings.arithmetic) return;
  const double of_arithmetic = arithmetic == Precision::fp64 ? rates.fp64 : rates.fp32;
  const double clocks_a_second = *ceilings.arithmetic->row.gflops * 1e9 / 2 / of_arithmetic;
  const double share = *row.per_s / specials * busiest.clocks / clocks_a_second;
  aspect.figures["busy_if_one_special_each"] = share;
  if (share > 1.05)
    aspect.sentences.push_back(
        fmt::format("The row does more {} than one special function each would allow, so one "
                    "serves several.",
                    row.unit));
  else
    aspect.sentences.push_back(
        fmt::format("If each of the {} uses one special function, the row keeps {} busy for {} of "
                    "its time, at roofline_fma's clock.",
                    row.unit, busiest.name, share_words(share)));
}

}  // namespace

Aspect occupancy_aspect(const RowResources& resources) {
  Aspect aspect{"occupancy", {}};
  if (resources.on_host) return aspect;  // the host has no occupancy
  if (!resources.unknown.empty()) {
    aspect.sentences.push_back(resources.unknown);
    return aspect;
  }
  if (!resources.plan || resources.code.empty()) return aspect;
  const auto& found = resources.code[resources.main_pass];
  if (!found) {
    aspect.sentences.push_back(
        fmt::format("This program does not know the resources of the code of {}.",
                    resources.plan->passes[resources.main_pass].name));
    return aspect;
  }
  const Pass& pass = resources.plan->passes[resources.main_pass];
  const std::uint32_t block = pass.block[0] * pass.block[1] * pass.block[2];
  ResourceRow row = *found;
  row.resources.shared_bytes += static_cast<std::uint32_t>(pass.shared_bytes);
  const KernelResources& takes = row.resources;
  aspect.figures = to_json(*found);
  std::string text =
      fmt::format("As this program is compiled for {}, it uses {} registers per thread", row.target,
                  takes.vector_registers);
  if (takes.shared_bytes > 0)
    text += fmt::format(" and {} bytes of shared memory per block", takes.shared_bytes);
  aspect.sentences.push_back(text + ".");
  if (takes.scratch_bytes > 0)
    aspect.sentences.push_back(
        fmt::format("It keeps {} bytes per thread in memory: spilled registers or arrays.",
                    takes.scratch_bytes));
  const auto held = occupancy(row, block);
  const auto on = multiprocessor(row.target, takes.wavefront);
  if (!held || !on) {
    aspect.sentences.push_back(
        fmt::format("This program does not know how many wavefronts {} holds.", row.target));
    return aspect;
  }
  aspect.figures["block"] = block;
  aspect.figures["wavefronts"] = held->wavefronts;
  aspect.figures["occupancy"] = held->fraction;
  aspect.sentences.push_back(
      fmt::format("So a multiprocessor holds {} block{} of {} threads: {} wavefronts of {}, an "
                  "occupancy of {}.",
                  held->blocks, held->blocks == 1 ? "" : "s", block, held->wavefronts,
                  takes.wavefront, share_words(held->fraction)));
  aspect.sentences.push_back(limit_words(occupancy_limit(*on, takes, block)));
  return aspect;
}

Aspect loop_aspect(const ExplainedRow& row, Precision arithmetic, const RowResources& resources,
                   const MeasuredCeilings& ceilings) {
  Aspect aspect{"inner loop", {}};
  if (resources.code.empty()) return aspect;
  const auto& code = resources.code[resources.main_pass];
  if (!code || !code->loop) return aspect;
  const LoopCount& loop = *code->loop;
  aspect.sentences.push_back(fmt::format("One iteration ({}) has {} instructions: {}.",
                                         code->loop_source, loop.total(), mix_words(loop)));
  aspect.figures["instructions"] = loop.total();
  const auto rates = throughput(code->target);
  if (!rates || arithmetic_in(loop) == 0) return aspect;
  const auto units = busy_units(loop, *rates, arithmetic);
  std::vector<std::string> clocks;
  for (const BusyUnit& unit : units) {
    aspect.figures["clocks"][unit.name] = unit.clocks;
    if (unit.clocks > 0) clocks.push_back(fmt::format("{} {:.2f}", unit.name, unit.clocks));
  }
  aspect.sentences.push_back(
      fmt::format("One thread's iteration occupies, in clocks of a multiprocessor of {}: {}. So {} "
                  "bound{} the loop as long as its data are available.",
                  code->target, fmt::join(clocks, ", "), units.front().name,
                  std::string_view(units.front().name).ends_with("functions") ? "" : "s"));
  if (code->loop_source.starts_with("PTX")) {
    aspect.sentences.push_back(
        "These are estimates: they count PTX, and the machine code may have other instructions or "
        "fewer.");
    return aspect;
  }
  add_busy_share(row, loop, *rates, arithmetic, ceilings, units.front(), aspect);
  return aspect;
}

}  // namespace gputest

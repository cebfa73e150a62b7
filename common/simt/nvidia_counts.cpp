#include "common/simt/nvidia_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/simt/cupti.hpp"

namespace gputest::simt {
namespace {

constexpr std::uint64_t kSector = 32;  // bytes, the least that a cache moves

/// A name of ours and the middle of the names of metrics.
struct Named {
  const char* name;
  const char* metric;
};

constexpr Named kUnits[] = {{"ALU", "alu"},           {"FMA", "fma"},       {"fp64", "fp64"},
                            {"transcendental", "xu"}, {"matrix", "tensor"}, {"uniform", "uniform"},
                            {"branch", "cbu"},        {"LSU", "lsu"},       {"texture", "tex"}};

constexpr Named kAccesses[] = {
    {"global load", "global_op_ld"},     {"global store", "global_op_st"},
    {"global atomic", "global_op_atom"}, {"global reduction", "global_op_red"},
    {"scratch load", "local_op_ld"},     {"scratch store", "local_op_st"}};

constexpr Named kShared[] = {{"LDS read", "ld"}, {"LDS write", "st"}};

// NVIDIA's names are in docs/counting.md.
constexpr Named kStalls[] = {{"memory", "long_scoreboard"},
                             {"LDS or special function", "short_scoreboard"},
                             {"barrier", "barrier"},
                             {"busy unit", "math_pipe_throttle"},
                             {"fixed latency", "wait"},
                             {"another warp's turn", "not_selected"},
                             {"queue of memory accesses", "lg_throttle"},
                             {"queue of LDS accesses", "mio_throttle"},
                             {"queue of texture accesses", "tex_throttle"},
                             {"instruction fetch", "no_instruction"},
                             {"constant cache", "imc_miss"},
                             {"branch", "branch_resolving"},
                             {"stores at the end", "drain"},
                             {"memory fence", "membar"},
                             {"dispatch", "dispatch_stall"},
                             {"other", "misc"}};

std::string requests_of(const Named& of) {
  return fmt::format("l1tex__t_requests_pipe_lsu_mem_{}.sum", of.metric);
}
std::string sectors_of(const Named& of) {
  return fmt::format("l1tex__t_sectors_pipe_lsu_mem_{}.sum", of.metric);
}
std::string hits_of(const Named& of) {
  return fmt::format("l1tex__t_sectors_pipe_lsu_mem_{}_lookup_hit.sum", of.metric);
}
std::string tags_of(const Named& of) {
  return fmt::format("l1tex__t_set_accesses_pipe_lsu_mem_{}.sum", of.metric);
}
std::string bytes_of(const Named& of) {
  return fmt::format("smsp__sass_data_bytes_mem_{}.sum", of.metric);
}
std::string instructions_of(const Named& unit) {
  return fmt::format("sm__inst_executed_pipe_{}.sum", unit.metric);
}
std::string share_of(const Named& unit) {
  return fmt::format("sm__inst_executed_pipe_{}.sum.pct_of_peak_sustained_active", unit.metric);
}
std::string cycles_of(const Named& shared) {
  return fmt::format("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum", shared.metric);
}
std::string conflicts_of(const Named& shared) {
  return fmt::format("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum", shared.metric);
}
std::string shared_instructions_of(const Named& shared) {
  return fmt::format("smsp__sass_inst_executed_op_shared_{}.sum", shared.metric);
}
std::string shared_bytes_of(const Named& shared) {
  return fmt::format("smsp__sass_data_bytes_mem_shared_op_{}.sum", shared.metric);
}
std::string stalled_by(const Named& stall) {
  return fmt::format("smsp__warps_issue_stalled_{}.sum", stall.metric);
}

constexpr const char *kCycles = "sm__cycles_active.max",
                     *kClock = "sm__cycles_elapsed.avg.per_second",
                     *kWarps = "smsp__warps_launched.sum",
                     *kInstructions = "smsp__inst_executed.sum",
                     *kThreadInstructions = "smsp__thread_inst_executed.sum",
                     *kOccupancy = "sm__warps_active.avg.pct_of_peak_sustained_active",
                     *kIssue = "smsp__issue_active.avg.pct_of_peak_sustained_active",
                     *kResident = "smsp__warps_active.sum",
                     *kTexture = "l1tex__t_requests_pipe_tex_mem_texture.sum",
                     *kTextureSectors = "l1tex__t_sectors_pipe_tex_mem_texture.sum",
                     *kTextureHits = "l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum",
                     *kL1 = "l1tex__t_bytes.sum", *kL1Hits = "l1tex__t_bytes_lookup_hit.sum",
                     *kL1Misses = "l1tex__t_bytes_lookup_miss.sum",
                     *kL1Share = "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active",
                     *kL2 = "lts__t_sectors_srcunit_tex.sum",
                     *kL2Read = "lts__t_sectors_srcunit_tex_op_read.sum",
                     *kL2Hits = "lts__t_sectors_srcunit_tex_lookup_hit.sum",
                     *kL2Misses = "lts__t_sectors_srcunit_tex_lookup_miss.sum",
                     *kL2Peak = "lts__t_sectors.sum.peak_sustained",
                     *kL2Clock = "lts__cycles_elapsed.avg.per_second",
                     *kRead = "dram__bytes_read.sum", *kWritten = "dram__bytes_write.sum",
                     *kMemoryPeak = "dram__bytes.sum.peak_sustained",
                     *kMemoryClock = "dram__cycles_elapsed.avg.per_second";

/// Values of metrics as counts.
class Metrics {
 public:
  explicit Metrics(const std::map<std::string, double>& values) : values_(values) {}
  bool has(const std::string& metric) const { return values_.count(metric) > 0; }
  /// Throws NotCounted if the value is missing or no count.
  double number(const std::string& metric) const {
    const auto found = values_.find(metric);
    if (found == values_.end() || !std::isfinite(found->second) || found->second < 0)
      throw NotCounted(fmt::format("CUPTI has no value of {}", metric));
    return found->second;
  }
  std::uint64_t count(const std::string& metric) const {
    return static_cast<std::uint64_t>(std::llround(number(metric)));
  }
  double share(const std::string& metric) const { return number(metric) / 100; }

 private:
  const std::map<std::string, double>& values_;
};

void add_accesses(const Metrics& metrics, LaunchCounts& counts) {
  for (const Named& of : kAccesses) {
    MemoryCounts access{of.name};
    access.requests = metrics.count(requests_of(of));
    if (access.requests == 0) continue;
    access.bytes = metrics.count(bytes_of(of));
    access.lines_32 = metrics.count(sectors_of(of));
    access.lines_128 = metrics.count(tags_of(of));
    access.hits = metrics.count(hits_of(of));
    counts.memory.push_back(std::move(access));
  }
  MemoryCounts texture{"texture load"};
  texture.requests = metrics.count(kTexture);
  if (texture.requests == 0) return;
  texture.lines_32 = metrics.count(kTextureSectors);
  texture.bytes = texture.lines_32 * kSector;  // the lanes' own bytes have no counter
  texture.hits = metrics.count(kTextureHits);
  counts.memory.push_back(std::move(texture));
}

void add_banks(const Metrics& metrics, LaunchCounts& counts) {
  for (const Named& of : kShared) {
    BankCounts access{of.name};
    access.requests = metrics.count(shared_instructions_of(of));
    if (access.requests == 0) continue;
    access.bytes = metrics.count(shared_bytes_of(of));
    access.cycles = metrics.count(cycles_of(of));
    access.without = access.cycles - std::min(access.cycles, metrics.count(conflicts_of(of)));
    counts.banks.push_back(std::move(access));
  }
}

CardCounts card_counts(const Metrics& metrics, const std::string& source) {
  CardCounts card{source};
  card.cycles = metrics.count(kCycles);
  card.occupancy = metrics.share(kOccupancy);
  card.issue_share = metrics.share(kIssue);
  const auto peak = [&](const char* of_a_cycle, const char* clock, std::uint64_t bytes) {
    return metrics.number(of_a_cycle) * metrics.number(clock) * static_cast<double>(bytes);
  };
  // Hits and misses are counted in one pass, all requests in another.
  const auto hits = [&](std::uint64_t of, const char* hit, const char* miss) {
    const double found = metrics.number(hit), all = found + metrics.number(miss);
    return static_cast<std::uint64_t>(
        std::llround(all > 0 ? static_cast<double>(of) * found / all : 0));
  };
  const std::uint64_t l1 = metrics.count(kL1), l2 = metrics.count(kL2) * kSector,
                      read = metrics.count(kRead), moved = read + metrics.count(kWritten);
  card.levels = {{"L1", l1, hits(l1, kL1Hits, kL1Misses), {}, metrics.share(kL1Share)},
                 {"L2", l2, hits(l2, kL2Hits, kL2Misses), metrics.count(kL2Read) * kSector, 0,
                  peak(kL2Peak, kL2Clock, kSector)},
                 {"device memory", moved, {}, read, 0, peak(kMemoryPeak, kMemoryClock, 1)}};
  // Not the time of the profiler, which has more in it than the launch.
  if (const double clock = metrics.number(kClock); clock > 0)
    card.set_seconds(metrics.number(kCycles) / clock);
  const double resident = metrics.number(kResident);
  for (const Named& stall : kStalls) {
    if (!metrics.has(stalled_by(stall))) continue;  // chips differ in them
    const double waiting = metrics.number(stalled_by(stall));
    if (waiting > 0 && resident > 0) card.stalls.push_back({stall.name, waiting / resident});
  }
  std::stable_sort(card.stalls.begin(), card.stalls.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
  return card;
}

}  // namespace

std::vector<std::string> nvidia_metrics() {
  std::vector<std::string> names{
      kCycles,      kClock,  kWarps,    kInstructions, kThreadInstructions,
      kOccupancy,   kIssue,  kResident, kTexture,      kTextureSectors,
      kTextureHits, kL1,     kL1Hits,   kL1Misses,     kL1Share,
      kL2,          kL2Read, kL2Hits,   kL2Misses,     kL2Peak,
      kL2Clock,     kRead,   kWritten,  kMemoryPeak,   kMemoryClock};
  for (const Named& unit : kUnits)
    for (const auto& metric : {instructions_of, share_of}) names.push_back(metric(unit));
  for (const Named& of : kAccesses)
    for (const auto& metric : {requests_of, sectors_of, hits_of, tags_of, bytes_of})
      names.push_back(metric(of));
  for (const Named& of : kShared)
    for (const auto& metric : {shared_instructions_of, cycles_of, conflicts_of, shared_bytes_of})
      names.push_back(metric(of));
  for (const Named& stall : kStalls) names.push_back(stalled_by(stall));
  return names;
}

LaunchCounts nvidia_counts(const std::map<std::string, double>& values, const std::string& source) {
  const Metrics metrics(values);
  LaunchCounts counts;
  counts.wavefront = 32;
  counts.line = kSector;
  counts.wavefronts = metrics.count(kWarps);
  counts.instructions = counts.on_lanes = metrics.count(kInstructions);
  counts.active_lanes = metrics.count(kThreadInstructions);
  for (const Named& unit : kUnits)
    if (const std::uint64_t instructions = metrics.count(instructions_of(unit)); instructions > 0)
      counts.units.push_back({unit.name, instructions, {}, {}, metrics.share(share_of(unit))});
  add_accesses(metrics, counts);
  add_banks(metrics, counts);
  counts.card = card_counts(metrics, source);
  return counts;
}

LaunchCounts count_on_nvidia(const std::function<void()>& launch,
                             const std::function<void()>& before) {
  const MetricValues measured = measure(nvidia_metrics(), launch, before);
  return nvidia_counts(measured.values, measured.source);
}

}  // namespace gputest::simt

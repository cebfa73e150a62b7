#include "common/core/launch_counts.hpp"

#include <algorithm>

namespace gputest {
namespace {

/// The element of that name, added if missing.
template <class Element, class Name>
Element& named(std::vector<Element>& all, Name Element::*name, const Element& like) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Element& one) { return one.*name == like.*name; });
  if (found != all.end()) return *found;
  Element& made = all.emplace_back();
  made.*name = like.*name;
  return made;
}

bool is_same(const CountedKernel& a, const CountedKernel& b) {
  return a.name == b.name && a.shared_bytes == b.shared_bytes && a.occupancy == b.occupancy;
}

}  // namespace

void MemoryCounts::add(const MemoryCounts& others) {
  requests += others.requests;
  bytes += others.bytes;
  lines_32 += others.lines_32;
  add_to(lanes, others.lanes);
  add_to(lines_64, others.lines_64);
  add_to(lines_128, others.lines_128);
  add_to(hits, others.hits);
}

void BankCounts::add(const BankCounts& others) {
  requests += others.requests;
  bytes += others.bytes;
  cycles += others.cycles;
  without += others.without;
  most_in_a_row = std::max(most_in_a_row, others.most_in_a_row);  // an empty one is the least
}

CountSums LaunchCounts::sums() const {
  CountSums sums;
  for (const UnitCounts& unit : units)
    for (const char* name : {"VALU", "integer product", "fp64", "transcendental"})
      if (unit.unit == name) add_to(sums.valu_cycles, unit.cycles);
  for (const MemoryCounts& of : memory) {
    if (!of.access.starts_with("global")) continue;
    sums.global_bytes_asked += of.bytes;
    sums.global_bytes_moved += bytes_moved(of);
  }
  for (const BankCounts& of : banks) {
    sums.lds_cycles += of.cycles;
    sums.lds_cycles_without_conflicts += of.without;
  }
  return sums;
}

void CardCounts::set_seconds(double seconds) {
  for (LevelCounts& level : levels)
    if (level.peak && *level.peak > 0 && seconds > 0)
      level.share = static_cast<double>(level.bytes) / (*level.peak * seconds);
}

void LaunchCounts::add(const FirstAccess& access) {
  if (std::find(first.begin(), first.end(), access) == first.end()) first.push_back(access);
}

void LaunchCounts::add(const LaunchCounts& other) {
  wavefront = other.wavefront;
  line = other.line;
  wavefronts += other.wavefronts;
  instructions += other.instructions;
  on_lanes += other.on_lanes;
  active_lanes += other.active_lanes;
  for (const UnitCounts& more : other.units) {
    UnitCounts& unit = named(units, &UnitCounts::unit, more);
    unit.instructions += more.instructions;
    add_to(unit.lanes, more.lanes);
    add_to(unit.cycles, more.cycles);
  }
  for (const MemoryCounts& more : other.memory)
    named(memory, &MemoryCounts::access, more).add(more);
  for (const BankCounts& more : other.banks) named(banks, &BankCounts::access, more).add(more);
  if (other.atomics) {
    if (!atomics) atomics.emplace();
    atomics->operations += other.atomics->operations;
    atomics->addresses += other.atomics->addresses;
    atomics->most = std::max(atomics->most, other.atomics->most);
  }
  for (const CountedKernel& more : other.kernels) {
    const auto found = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const auto& known) { return is_same(known, more); });
    if (found == kernels.end())
      kernels.push_back(more);
    else
      found->launches += more.launches;
  }
  for (const FirstAccess& more : other.first) add(more);
}

}  // namespace gputest

#include "common/core/launch_counts.hpp"

#include <algorithm>

namespace gputest {
namespace {

/// The element of that name, which is made if there is none.
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

CountSums LaunchCounts::sums() const {
  CountSums sums;
  for (const UnitCounts& unit : units)
    for (const char* name : {"VALU", "integer product", "fp64", "transcendental"})
      if (unit.unit == name) sums.valu_cycles += unit.cycles;
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
    unit.lanes += more.lanes;
    unit.cycles += more.cycles;
  }
  for (const MemoryCounts& more : other.memory) {
    MemoryCounts& access = named(memory, &MemoryCounts::access, more);
    access.requests += more.requests;
    access.lanes += more.lanes;
    access.bytes += more.bytes;
    access.lines_32 += more.lines_32;
    access.lines_64 += more.lines_64;
    access.lines_128 += more.lines_128;
  }
  for (const BankCounts& more : other.banks) {
    BankCounts& access = named(banks, &BankCounts::access, more);
    access.requests += more.requests;
    access.bytes += more.bytes;
    access.cycles += more.cycles;
    access.without += more.without;
    access.most_in_a_row = std::max(access.most_in_a_row, more.most_in_a_row);
  }
  atomics.operations += other.atomics.operations;
  atomics.addresses += other.atomics.addresses;
  atomics.most = std::max(atomics.most, other.atomics.most);
  for (const CountedKernel& more : other.kernels) {
    const auto found = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const auto& known) { return is_same(known, more); });
    if (found == kernels.end())
      kernels.push_back(more);
    else
      found->launches += more.launches;
  }
}

}  // namespace gputest

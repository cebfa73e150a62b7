#include "hip/isa/counter.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "common/codeobject/occupancy.hpp"
#include "hip/isa/addresses.hpp"
#include "hip/isa/buffer.hpp"
#include "hip/isa/memory.hpp"
#include "hip/isa/program.hpp"

namespace gputest::isa {
namespace {

constexpr unsigned kBanks = 32, kWord = 4;
constexpr std::uint64_t kLongLine = 128;

/// Counts different cache lines; the line numbers (of the smallest size) may come in any order.
class Lines {
 public:
  void add(std::uint64_t begin, std::uint64_t bytes) {
    for (std::uint64_t line = begin / 32; line <= (begin + bytes - 1) / 32; ++line)
      if (count_ == 0 || all_[count_ - 1] != line) all_[count_++] = line;
  }
  void count_into(MemoryCounts& counts) {
    std::sort(all_.begin(), all_.begin() + count_);
    std::array<std::uint64_t, 3> lines{};  // of 32, 64 and 128 bytes
    for (unsigned k = 0; k < count_; ++k)
      for (unsigned shift = 0; shift < lines.size(); ++shift)
        lines[shift] += k == 0 || all_[k] >> shift != all_[k - 1] >> shift ? 1 : 0;
    counts.lines_32 += lines[0];
    add_to(counts.lines_64, lines[1]);
    add_to(counts.lines_128, lines[2]);
  }

 private:
  // For each lane four separate words, or up to 64 bytes of a scalar load.
  std::array<std::uint64_t, kLanes * 4 + 4> all_;
  unsigned count_ = 0;
};

/// The mask of the lanes in group `group`, which are served together, of a wavefront's 64 lanes.
/// AMD's Composable Kernel documentation, "Understanding AMD GPU LDS and Bank Conflicts", gives the
/// groups for 16 bytes. Smaller accesses are served in order, as many lanes at once as fill 128
/// bytes.
std::uint64_t lanes_together(const InstructionKind& kind, unsigned group) {
  if (kind.bytes <= 4) return 0xFFFF'FFFFull << (32 * group);
  if (kind.bytes <= 8) return 0xFFFFull << (16 * group);
  if (kind.bytes < 16 || kind.does != Does::load) return 0xFFull << (8 * group);
  constexpr std::array<std::uint64_t, 4> kOfHalf{0x00F0'000F, 0x000F'00F0, 0xF000'0F00,
                                                 0x0F00'F000};
  return kOfHalf[group % 4] << (group / 4 * 32);
}

unsigned groups_of(const InstructionKind& kind) {
  return kind.bytes <= 4 ? 2 : kind.bytes <= 8 ? 4 : 8;
}

/// The number of words from the busiest bank.
std::uint64_t most_of_a_bank(const std::uint32_t* at, std::uint64_t lanes,
                             const InstructionKind& kind) {
  std::array<std::uint32_t, kLanes * 4 + kLanes> words;  // an unaligned access takes one more
  unsigned count = 0;
  for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
    const std::uint32_t begin = at[std::countr_zero(left)];
    for (std::uint32_t word = begin / kWord; word <= (begin + kind.bytes - 1) / kWord; ++word)
      words[count++] = word;
  }
  std::sort(words.begin(), words.begin() + count);
  std::array<std::uint32_t, kBanks> of_bank{};
  std::uint32_t most = 0;
  for (unsigned k = 0; k < count; ++k)
    if (k == 0 || words[k] != words[k - 1] || kind.does == Does::atomic)
      most = std::max(most, ++of_bank[words[k] % kBanks]);
  return most;
}

constexpr std::array<const char*, 3> kMemoryNames{"global load", "global store", "global atomic"},
    kOwnNames{"scratch load", "scratch store", "scratch atomic"},
    kBankNames{"LDS read", "LDS write", "LDS atomic"};
constexpr std::size_t kDoings = 3;

/// Moves the sums with any requests into the list.
template <class Counts, std::size_t N>
void keep_those_that_are(std::array<Counts, N>& sums, const std::array<const char*, N>& names,
                         std::vector<Counts>& list) {
  for (std::size_t k = 0; k < N; ++k) {
    if (sums[k].requests == 0) continue;
    sums[k].access = names[k];
    list.push_back(std::move(sums[k]));
  }
}

}  // namespace

std::uint32_t cache_line(const std::string& target) {
  return target.starts_with("gfx1") ? 128 : 64;
}

void count_banks(const std::uint32_t* at, std::uint64_t lanes, const InstructionKind& kind,
                 BankCounts& counts) {
  ++counts.requests;
  counts.bytes += static_cast<std::uint64_t>(std::popcount(lanes)) * kind.bytes;
  for (unsigned group = 0; group < groups_of(kind); ++group) {
    const std::uint64_t together = lanes & lanes_together(kind, group);
    if (together == 0) continue;
    const std::uint64_t most = most_of_a_bank(at, together, kind);
    counts.cycles += most;
    ++counts.without;
    counts.most_in_a_row = std::max(counts.most_in_a_row.value_or(0), most);
  }
}

Counter::Counter(const Kernel& kernel, const std::string& target)
    : kernel_(&kernel), line_(cache_line(target)), counts_(kernel.program->operations.size()) {
  kinds_.reserve(counts_.size());
  for (const Operation& op : kernel.program->operations)
    kinds_.push_back(op.reason != nullptr ? InstructionKind()
                                          : kind_of(*op.text, target, kernel.wavefront));
}

void Counter::before(const Wave& wave, const Operation& op) {
  const auto number = static_cast<std::size_t>(&op - kernel_->program->operations.data());
  InstructionCounts& counts = counts_[number];
  ++counts.executed;
  if (op.is_vector) counts.lanes += static_cast<std::uint64_t>(std::popcount(wave.exec()));
  const InstructionKind& kind = kinds_[number];
  if (kind.space == Space::buffer)
    count_buffer(wave, op, kind, counts);
  else if (kind.space != Space::none)
    count_memory(wave, op, kind, counts);
}

/// Accesses beyond a buffer's range do not happen, so they are not counted.
void Counter::count_buffer(const Wave& wave, const Operation& op, const InstructionKind& kind,
                           InstructionCounts& counts) {
  const BufferAccess buffer(wave, op);
  MemoryCounts& to = buffer.is_own() ? counts.own : counts.memory;
  const std::uint32_t part = kind.does == Does::atomic ? kind.bytes : std::min(kind.bytes, kWord);
  const std::uint64_t begin =
      buffer.is_own() ? reinterpret_cast<std::uint64_t>(wave.block->scratch.data()) : 0;
  Lines lines;
  std::uint64_t lanes = 0, bytes = 0;
  for (std::uint64_t left = wave.exec(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (std::uint32_t into = 0; into < kind.bytes; into += part) {
      if (!buffer.is_within(lane, into, part)) continue;
      const std::uint64_t at = buffer.address(lane, into) - begin;
      lines.add(at, part);
      lanes |= std::uint64_t{1} << lane;
      bytes += part;
      if (kind.does == Does::atomic) ++atomics_[at];
    }
  }
  if (lanes == 0) return;
  ++to.requests;
  add_to(to.lanes, std::popcount(lanes));
  to.bytes += bytes;
  lines.count_into(to);
}

void Counter::count_memory(const Wave& wave, const Operation& op, const InstructionKind& kind,
                           InstructionCounts& counts) {
  for (unsigned access = 0; access < kind.accesses; ++access) {
    const LaneAddresses found = lane_addresses(wave, op, kind, access);
    std::uint64_t in_memory = 0, in_own = 0, in_lds = 0;  // lanes
    std::array<std::uint32_t, kLanes> lds;
    Lines memory, own;
    for (std::uint64_t left = found.lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const std::uint64_t bit = std::uint64_t{1} << lane, at = found.at[lane];
      const bool is_flat = kind.space == Space::flat;
      if (kind.space == Space::lds || (is_flat && at >> 48 == kLdsAperture)) {
        in_lds |= bit;
        lds[lane] = static_cast<std::uint32_t>(at);
      } else if (kind.space == Space::scratch || (is_flat && at >> 48 == kScratchAperture)) {
        in_own |= bit;
        for (std::uint32_t into = 0; into < kind.bytes; into += kWord)
          own.add(place_in_scratch(wave, (at & 0xFFFF'FFFF) + into, lane),
                  std::min(kind.bytes, kWord));
      } else {
        in_memory |= bit;
        memory.add(at, kind.bytes);
        if (kind.does == Does::atomic) ++atomics_[at];
      }
    }
    const auto add = [&](std::uint64_t lanes, Lines& lines, MemoryCounts& to) {
      if (lanes == 0) return;
      const auto active = static_cast<std::uint64_t>(std::popcount(lanes));
      ++to.requests;
      add_to(to.lanes, active);
      to.bytes += active * kind.bytes;
      lines.count_into(to);
    };
    add(in_memory, memory, counts.memory);
    add(in_own, own, counts.own);
    if (in_memory != 0) keep_first(wave, op, found, in_memory, false);
    if (in_lds != 0) keep_first(wave, op, found, in_lds, true);
    if (in_lds != 0) count_banks(lds.data(), in_lds, kind, counts.banks);
  }
}

void Counter::keep_first(const Wave& wave, const Operation& op, const LaneAddresses& found,
                         std::uint64_t lanes, bool in_lds) {
  if (wave.index != 0 || wave.block->id != std::array<std::uint32_t, 3>{}) return;
  const auto number = static_cast<std::size_t>(&op - kernel_->program->operations.data());
  const InstructionKind& kind = kinds_[number];
  if (kind.space == Space::scalar) return;
  const auto [place, is_new] = first_.try_emplace(number);
  if (!is_new) return;
  FirstAccess& first = place->second;
  const auto does = static_cast<std::size_t>(kind.does);
  first.kernel = kernel_->name;
  first.access = in_lds ? kBankNames[does] : kMemoryNames[does];
  first.bytes = kind.bytes;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    first.lanes.push_back(lane);
    first.places.push_back(found.at[lane]);
    least = std::min(least, found.at[lane] / kLongLine * kLongLine);
  }
  for (std::uint64_t& at : first.places) at -= least;
}

void Counter::add(const Counter& other) {
  first_.insert(other.first_.begin(), other.first_.end());
  wavefronts_ += other.wavefronts_;
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    InstructionCounts& sum = counts_[k];
    const InstructionCounts& more = other.counts_[k];
    sum.executed += more.executed;
    sum.lanes += more.lanes;
    sum.memory.add(more.memory);
    sum.own.add(more.own);
    sum.banks.add(more.banks);
  }
  for (const auto& [address, operations] : other.atomics_) atomics_[address] += operations;
}

LaunchCounts Counter::sums() const {
  LaunchCounts all;
  all.wavefront = kernel_->wavefront;
  all.line = line_;
  all.wavefronts = wavefronts_;
  std::array<UnitCounts, kUnits> units;
  std::array<MemoryCounts, kDoings> memory, own;
  std::array<BankCounts, kDoings> banks;
  MemoryCounts scalar;
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    const InstructionCounts& counts = counts_[k];
    const InstructionKind& kind = kinds_[k];
    UnitCounts& unit = units[static_cast<std::size_t>(kind.unit)];
    unit.instructions += counts.executed;
    add_to(unit.lanes, counts.lanes);
    add_to(unit.cycles, counts.executed * kind.cycles);
    all.instructions += counts.executed;
    if (kernel_->program->operations[k].is_vector) all.on_lanes += counts.executed;
    all.active_lanes += counts.lanes;
    const auto does = static_cast<std::size_t>(kind.does);
    (kind.space == Space::scalar ? scalar : memory[does]).add(counts.memory);
    own[does].add(counts.own);
    banks[does].add(counts.banks);
  }
  for (std::size_t k = 0; k < kUnits; ++k) {
    if (units[k].instructions == 0) continue;
    units[k].unit = kUnitNames[k];
    all.units.push_back(std::move(units[k]));
  }
  keep_those_that_are(memory, kMemoryNames, all.memory);
  keep_those_that_are(own, kOwnNames, all.memory);
  std::array<MemoryCounts, 1> only{scalar};
  keep_those_that_are(only, {"scalar load"}, all.memory);
  keep_those_that_are(banks, kBankNames, all.banks);
  for (const auto& [number, access] : first_) all.add(access);
  AtomicCounts& atomics = all.atomics.emplace();
  atomics.addresses = atomics_.size();
  for (const auto& [address, operations] : atomics_) {
    atomics.operations += operations;
    atomics.most = std::max(atomics.most, operations);
  }
  return all;
}

LaunchCounts launch_counts(const Launch& launch, const std::string& target,
                           const Counter& counter) {
  LaunchCounts all = counter.sums();
  KernelResources resources = launch.kernel->resources;
  resources.shared_bytes += launch.dynamic_lds;
  CountedKernel kernel{launch.kernel->name,
                       1,
                       resources.vector_registers,
                       resources.scalar_registers,
                       resources.shared_bytes,
                       resources.scratch_bytes,
                       0};
  if (const auto on = multiprocessor(target, launch.kernel->wavefront))
    kernel.occupancy =
        occupancy(*on, resources, launch.block[0] * launch.block[1] * launch.block[2]).fraction;
  all.kernels.push_back(std::move(kernel));
  return all;
}

}  // namespace gputest::isa

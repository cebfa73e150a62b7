// Bundles: every operand is read before any result is written.
#include <algorithm>
#include <bit>
#include <cmath>

#include "il_reference/r600/wave.hpp"

namespace gputest::r600 {
namespace {

constexpr std::uint32_t kSign = 0x8000'0000u;

/// All bits set for each lane of a mask, none for the others.
Lanes spread(LaneMask mask) {
  Lanes words;
  for (unsigned k = 0; k < kLanes; ++k)
    words.at[k] = 0u - static_cast<std::uint32_t>(mask >> k & 1);
  return words;
}

LaneMask gathered(const Lanes& words) {
  LaneMask mask = 0;
  for (unsigned k = 0; k < kLanes; ++k) mask |= LaneMask{words.at[k] & 1} << k;
  return mask;
}

void fill(Value& value, std::uint32_t bits) {
  std::fill(std::begin(value.bits.at), std::end(value.bits.at), bits);
  value.known = kAllLanes;
}

/// Writes the lanes of a mask.
void merge(Value& into, const Value& from, LaneMask lanes) {
  if (lanes == kAllLanes) {
    into = from;
    return;
  }
  const Lanes mask = spread(lanes);
  for (unsigned k = 0; k < kLanes; ++k)
    into.bits.at[k] = (from.bits.at[k] & mask.at[k]) | (into.bits.at[k] & ~mask.at[k]);
  into.known = (into.known & ~lanes) | (from.known & lanes);
}

/// The register of a relative operand for a lane.
std::uint32_t register_of(const Wave& wave, const Alu& alu, std::uint32_t number, unsigned lane) {
  const std::uint64_t at = std::uint64_t{number} + wave.index_of_thread.bits.at[lane];
  if (at * 4 >= wave.registers.size())
    wave.fail(*alu.text, "the index is beyond the registers", lane);
  return static_cast<std::uint32_t>(at);
}

/// Reads a relative source: each lane from its own register.
void gather(Wave& wave, const Alu& alu, const Source& source, LaneMask lanes, Value& into) {
  wave.require_known(lanes, wave.index_of_thread.known, *alu.text, "the index");
  into.known = 0;
  for (unsigned k = 0; k < kLanes; ++k) {
    if ((lanes >> k & 1) == 0) continue;
    const Value& from = wave.slot(register_of(wave, alu, source.number, k), source.slot);
    into.bits.at[k] = from.bits.at[k];
    into.known |= from.known & (LaneMask{1} << k);
  }
}

/// The operand, where it is stored; if it needs computing, in `scratch`.
const Value* operand_of(Wave& wave, const Alu& alu, const Source& source, LaneMask lanes,
                        Value& scratch) {
  const Value* value = &scratch;
  switch (source.kind) {
    case Source::Kind::immediate:
      fill(scratch, source.number);
      break;
    case Source::Kind::constant:
      fill(scratch, wave.group->constants[source.number]);
      break;
    case Source::Kind::general:
      value = &wave.slot(source.number, source.slot);
      break;
    case Source::Kind::relative:
      gather(wave, alu, source, lanes, scratch);
      break;
    case Source::Kind::vector:
      value = &wave.before[source.slot];
      break;
    case Source::Kind::scalar:
      value = &wave.before[4];
      break;
    case Source::Kind::queue:
      if (wave.queue.empty()) wave.fail(*alu.text, "OQAP is read, but LDS has returned nothing");
      scratch = wave.queue.front();
      wave.queue.pop_front();
      break;
  }
  if (!source.negative && !source.absolute) return value;
  const std::uint32_t keep = source.absolute ? ~kSign : ~0u, flip = source.negative ? kSign : 0;
  for (unsigned k = 0; k < kLanes; ++k) scratch.bits.at[k] = (value->bits.at[k] & keep) ^ flip;
  scratch.known = value->known;
  return &scratch;
}

/// The result of a choice is defined if the condition and the chosen source are.
LaneMask known_of_choice(const Alu& alu, const std::array<const Value*, 3>& sources) {
  const LaneMask all = sources[0]->known & sources[1]->known & sources[2]->known;
  if (all == kAllLanes) return all;
  const Lanes second = spread(sources[1]->known), third = spread(sources[2]->known);
  const Lanes* const choice[3] = {&sources[0]->bits, &second, &third};
  Lanes chosen;
  alu.instruction->compute(choice, chosen);
  return sources[0]->known & gathered(chosen);
}

void finish_number(const Alu& alu, Lanes& result) {
  for (std::uint32_t& bits : result.at) {
    float a = std::bit_cast<float>(bits) * alu.factor;
    if (alu.clamped) a = a > 0 ? std::min(a, 1.0f) : 0.0f;  // NaN becomes 0
    bits = std::bit_cast<std::uint32_t>(a);
  }
}

LaneMask lanes_of(const Wave& wave, const Alu& alu) {
  if (alu.condition == Condition::always) return wave.active;
  wave.require_known(wave.active, wave.predicate_known, *alu.text, "the predicate");
  return wave.active & (alu.condition == Condition::if_one ? wave.predicate : ~wave.predicate);
}

/// Reads the operands and computes the unit's result.
void compute(Wave& wave, const Alu& alu, LaneMask lanes) {
  std::array<Value, 3> scratch;
  std::array<const Value*, 3> sources{};
  for (unsigned k = 0; k < alu.source_count; ++k)
    sources[k] = operand_of(wave, alu, alu.sources[k], lanes, scratch[k]);
  if (alu.instruction == nullptr) {
    if (alu.lds != LdsKind::none) run_lds(wave, alu, sources, lanes);
    return;
  }
  Value& result = wave.results[alu.unit];
  const Lanes* bits[3]{};
  LaneMask known = kAllLanes;
  for (unsigned k = 0; k < alu.source_count; ++k) {
    bits[k] = &sources[k]->bits;
    known &= sources[k]->known;
  }
  alu.instruction->compute(bits, result.bits);
  result.known = alu.instruction->kind == Kind::choice ? known_of_choice(alu, sources) : known;
  if (alu.clamped || alu.factor != 1) finish_number(alu, result.bits);
}

/// Writes the unit's result to its target.
void write(Wave& wave, const Alu& alu, LaneMask lanes) {
  const Value& result = wave.results[alu.unit];
  switch (alu.target.kind) {
    case Target::Kind::none:
      break;
    case Target::Kind::general:
      merge(wave.slot(alu.target.number, alu.target.slot), result, lanes);
      break;
    case Target::Kind::address:
      merge(wave.index_of_thread, result, lanes);
      break;
    case Target::Kind::relative:
      wave.require_known(lanes, wave.index_of_thread.known, *alu.text, "the index");
      for (unsigned k = 0; k < kLanes; ++k)
        if ((lanes >> k & 1) != 0)
          merge(wave.slot(register_of(wave, alu, alu.target.number, k), alu.target.slot), result,
                LaneMask{1} << k);
      break;
    case Target::Kind::predicate: {
      const LaneMask holds = gathered(result.bits);
      if (alu.target.ends_threads) wave.require_known(lanes, result.known, *alu.text, "the branch");
      wave.predicate = (wave.predicate & ~lanes) | (holds & lanes);
      wave.predicate_known = (wave.predicate_known & ~lanes) | (result.known & lanes);
      if (alu.target.ends_threads) wave.active &= ~lanes | holds;
      break;
    }
  }
}

}  // namespace

void run_bundle(Wave& wave, const AluBundle& bundle) {
  std::array<LaneMask, 5> lanes{};
  for (std::size_t k = 0; k < bundle.size(); ++k) {
    lanes[k] = lanes_of(wave, bundle[k]);
    compute(wave, bundle[k], lanes[k]);
    wave.counts.lanes += static_cast<std::uint64_t>(std::popcount(lanes[k]));
  }
  for (std::size_t k = 0; k < bundle.size(); ++k)
    if (bundle[k].instruction != nullptr) write(wave, bundle[k], lanes[k]);
  for (std::size_t k = 0; k < bundle.size(); ++k) wave.results[bundle[k].unit].known &= lanes[k];
  std::swap(wave.before, wave.results);
  ++wave.counts.bundles;
  wave.counts.operations += bundle.size();
}

}  // namespace gputest::r600

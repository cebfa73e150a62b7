// Memory and LDS.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "il_reference/r600/wave.hpp"

namespace gputest::r600 {
namespace {

/// Groups run in parallel, and a group may read words that another writes.
std::uint32_t read(const std::uint32_t* word) {
  return std::atomic_ref(*const_cast<std::uint32_t*>(word)).load(std::memory_order_relaxed);
}
void write(std::uint32_t* word, std::uint32_t bits) {
  std::atomic_ref(*word).store(bits, std::memory_order_relaxed);
}
bool is_known(const std::uint8_t* known) {
  return std::atomic_ref(*const_cast<std::uint8_t*>(known)).load(std::memory_order_relaxed) != 0;
}
void set_known(std::uint8_t* known, bool to) {
  std::atomic_ref(*known).store(to ? 1 : 0, std::memory_order_relaxed);
}

template <class Body>
void for_lanes(LaneMask lanes, const Body& body) {
  for (unsigned k = 0; k < kLanes; ++k)
    if ((lanes >> k & 1) != 0) body(k);
}

/// The place of `words` words at an address in bytes; an invalid address ends the run.
Memory::Place place_of(const Wave& wave, const Operation& at, unsigned lane, std::uint32_t address,
                       unsigned words) {
  if (address % 4 != 0)
    wave.fail(at, fmt::format("the address 0x{:x} is not a multiple of 4", address), lane);
  const auto place = wave.group->memory.find(address, words);
  if (!place)
    wave.fail(at, fmt::format("the address 0x{:x} is outside of every buffer", address), lane);
  return *place;
}

Memory::Place writable_place(const Wave& wave, const Step& step, unsigned lane,
                             std::uint32_t address, unsigned words) {
  const Memory::Place place = place_of(wave, step, lane, address, words);
  if (!place.writable)
    wave.fail(step, fmt::format("the address 0x{:x} is in a read-only buffer", address), lane);
  return place;
}

/// Loads from bytes that all lanes share: tables or arguments.
std::uint32_t common_bits(const Wave& wave, const Fetch& fetch, unsigned lane,
                          std::uint64_t address) {
  const unsigned bytes = fetch.bits / 8;
  std::uint32_t bits = 0;
  const bool tables = fetch.space == Fetch::Space::tables;
  const std::vector<std::uint8_t>& table = wave.group->program.tables;
  const std::vector<std::uint32_t>& constants = wave.group->constants;
  const std::size_t size = tables ? table.size() : constants.size() * 4;
  if (address + bytes > size)
    wave.fail(*fetch.text,
              fmt::format("offset 0x{:x} is outside of the kernel's {}", address,
                          tables ? "tables" : "arguments"),
              lane);
  for (unsigned k = 0; k < bytes; ++k) {
    const std::uint64_t at = address + k;
    const std::uint32_t byte = tables ? table[at] : constants[at / 4] >> (8 * (at % 4)) & 0xFF;
    bits |= byte << (8 * k);
  }
  return bits;
}

}  // namespace

std::uint32_t atomic_result(LdsKind kind, std::uint32_t old, std::uint32_t operand,
                            std::uint32_t comparand) {
  const auto as_signed = [](std::uint32_t a) { return static_cast<std::int32_t>(a); };
  switch (kind) {
    case LdsKind::add:
      return old + operand;
    case LdsKind::subtract:
      return old - operand;
    case LdsKind::minimum:
      return as_signed(old) < as_signed(operand) ? old : operand;
    case LdsKind::maximum:
      return as_signed(old) > as_signed(operand) ? old : operand;
    case LdsKind::minimum_unsigned:
      return std::min(old, operand);
    case LdsKind::maximum_unsigned:
      return std::max(old, operand);
    case LdsKind::conjunction:
      return old & operand;
    case LdsKind::disjunction:
      return old | operand;
    case LdsKind::exclusive:
      return old ^ operand;
    case LdsKind::write:
    case LdsKind::exchange:
      return operand;
    case LdsKind::compare_exchange:
      return old == comparand ? operand : old;
    case LdsKind::none:
    case LdsKind::read:
      break;
  }
  return old;
}

void run_fetch(Wave& wave, const Fetch& fetch) {
  const Operation& at = *fetch.text;
  const Value addresses = wave.slot(fetch.address, 0);
  wave.require_known(wave.active, addresses.known, at, "the address");
  for_lanes(wave.active, [&](unsigned lane) {
    const LaneMask bit = LaneMask{1} << lane;
    const std::uint64_t address = std::uint64_t{addresses.bits.at[lane]} + fetch.offset;
    Memory::Place place;
    if (fetch.space == Fetch::Space::memory) {
      const std::uint32_t byte = static_cast<std::uint32_t>(address);
      if (byte % (fetch.bits / 8) != 0)
        wave.fail(at,
                  fmt::format("the address 0x{:x} is not a multiple of {}", byte, fetch.bits / 8),
                  lane);
      place = place_of(wave, at, lane, byte & ~3u, fetch.slots);
    }
    for (unsigned k = 0; k < fetch.slots; ++k) {
      Value& into = wave.slot(fetch.target, k);
      bool known = true;
      if (fetch.space == Fetch::Space::memory) {
        const std::uint32_t word = read(place.word + k) >> (8 * (address & 3));
        into.bits.at[lane] = fetch.bits == 32 ? word : word & ((1u << fetch.bits) - 1);
        known = is_known(place.known + k);
      } else {
        into.bits.at[lane] = common_bits(wave, fetch, lane, address + 4 * k);
      }
      into.known = known ? into.known | bit : into.known & ~bit;
    }
  });
  ++wave.counts.fetches;
}

void run_store(Wave& wave, const Control& store) {
  const Step& step = *store.text;
  const Value& addresses = wave.slot(store.address, 0);
  wave.require_known(wave.active, addresses.known, step, "the address");
  const unsigned scale = store.kind == Control::Kind::atomic ? 1 : 4;
  const auto known_in = [](const Value& value, unsigned lane) {
    return (value.known >> lane & 1) != 0;
  };
  for_lanes(wave.active, [&](unsigned lane) {
    const std::uint64_t address = std::uint64_t{addresses.bits.at[lane]} * scale;
    if (address > 0xFFFF'FFFFu) wave.fail(step, "the address is outside of every buffer", lane);
    const Memory::Place place =
        writable_place(wave, step, lane, static_cast<std::uint32_t>(address), store.slots);
    const Value& x = wave.slot(store.data, 0);
    const Value& w = wave.slot(store.data, 3);
    if (store.kind == Control::Kind::store) {
      for (unsigned k = 0; k < store.slots; ++k) {
        const Value& from = wave.slot(store.data, k);
        write(place.word + k, from.bits.at[lane]);
        set_known(place.known + k, known_in(from, lane));
      }
      return;
    }
    const bool needs_w =
        store.kind == Control::Kind::masked_store || store.atomic == LdsKind::compare_exchange;
    if (!known_in(x, lane) || (needs_w && !known_in(w, lane)))
      wave.fail(step, "the stored value depends on an undefined value", lane);
    std::uint32_t old = read(place.word);
    for (bool done = false; !done;) {
      const std::uint32_t next =
          store.kind == Control::Kind::masked_store
              ? (old & ~w.bits.at[lane]) | x.bits.at[lane]
              : atomic_result(store.atomic, old, x.bits.at[lane], w.bits.at[lane]);
      done = std::atomic_ref(*place.word).compare_exchange_weak(old, next);
    }
  });
  ++wave.counts.stores;
}

void run_lds(Wave& wave, const Alu& alu, const std::array<const Value*, 3>& sources,
             LaneMask lanes) {
  const Operation& at = *alu.text;
  wave.require_known(lanes, sources[0]->known, at, "the address");
  Group& group = *wave.group;
  Value returned;
  for_lanes(lanes, [&](unsigned lane) {
    const LaneMask bit = LaneMask{1} << lane;
    const std::uint32_t address = sources[0]->bits.at[lane];
    if (address % 4 != 0 || address / 4 >= group.lds.size())
      wave.fail(at,
                fmt::format("the address 0x{:x} is outside of the group's {} bytes of LDS", address,
                            4 * group.lds.size()),
                lane);
    std::uint32_t& word = group.lds[address / 4];
    std::uint8_t& known = group.lds_known[address / 4];
    returned.bits.at[lane] = word;
    if (known != 0) returned.known |= bit;
    if (alu.lds == LdsKind::read) return;
    const bool compares = alu.lds == LdsKind::compare_exchange;
    const Value& operand = *sources[compares ? 2 : 1];
    bool becomes_known = (operand.known & bit) != 0;
    if (alu.lds != LdsKind::write && alu.lds != LdsKind::exchange)
      becomes_known = becomes_known && known != 0;
    word = atomic_result(alu.lds, word, operand.bits.at[lane],
                         compares ? sources[1]->bits.at[lane] : 0);
    known = becomes_known ? 1 : 0;
  });
  if (alu.returns) wave.queue.push_back(returned);
}

}  // namespace gputest::r600

#include "hip/isa/waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hip/isa/shadow.hpp"

namespace gputest::isa {
namespace {

void count_registers(Wave& wave, const Outstanding& load, int change) {
  for (unsigned k = 0; k < load.count; ++k) {
    std::uint8_t& pending =
        load.is_scalar ? wave.scalar_pending[load.first + k] : wave.vector_pending[load.first + k];
    pending = static_cast<std::uint8_t>(pending + change);
  }
}

/// Completes the oldest load to LDS.
void finish_lds_load(Wave& wave) {
  constexpr std::uint64_t kDword = 4;
  const LoadToLds& load = wave.lds_loads.front();
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    if ((load.lanes >> lane & 1) != 0)
      std::memset(wave.block->lds_written.data() + load.begin + kDword * lane,
                  static_cast<int>(Written::value), kDword);
  wave.lds_loads.erase(wave.lds_loads.begin());
}

}  // namespace

void fault_pending(const Operand& operand) {
  throw Fault(
      fmt::format("it uses {}{}, but has not waited for the load that writes it (s_waitcnt)",
                  operand.place == Place::scalar ? "s" : "v", operand.index));
}

void issue(Wave& wave, std::vector<Outstanding>& queue, const Outstanding& load) {
  count_registers(wave, load, 1);
  queue.push_back(load);
  wave.any_pending = true;
}

void wait(Wave& wave, std::vector<Outstanding>& queue, std::uint64_t most) {
  if (queue.size() <= most) return;
  // If loads may return in any order, they are complete only when none is outstanding.
  const bool in_order = std::all_of(queue.begin(), queue.end(),
                                    [](const Outstanding& load) { return load.in_order; });
  if (most > 0 && !in_order) return;
  const auto end = queue.end() - static_cast<std::ptrdiff_t>(most);
  for (auto load = queue.begin(); load != end; ++load) {
    count_registers(wave, *load, -1);
    if (load->is_to_lds) finish_lds_load(wave);
  }
  queue.erase(queue.begin(), end);
  wave.any_pending = !wave.vector_memory.empty() || !wave.other_memory.empty();
}

}  // namespace gputest::isa

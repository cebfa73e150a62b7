#include "hip/isa/initial_state.hpp"

#include <algorithm>

namespace gputest::isa {
namespace {

/// Assigns scalar registers in order.
class ScalarRegisters {
 public:
  explicit ScalarRegisters(Wave& wave) : wave_(wave) {}

  void put(std::uint32_t value) {
    wave_.scalar_defined.at(next_) = ~0u;
    wave_.scalars.at(next_++) = value;
  }
  void put_address(std::uint64_t address) {
    put(static_cast<std::uint32_t>(address));
    put(static_cast<std::uint32_t>(address >> 32));
  }
  /// Skips registers that have no value here.
  void skip(unsigned count) { next_ += count; }
  void go_to(unsigned number) { next_ = number; }

 private:
  Wave& wave_;
  unsigned next_ = 0;
};

/// The descriptor of a swizzled buffer: one word of every lane, then the next word.
void put_scratch_descriptor(ScalarRegisters& registers, const Block& block, unsigned lanes) {
  constexpr std::uint32_t kSwizzled = 1u << 31, kAddLane = 1u << 23;
  const auto base = reinterpret_cast<std::uint64_t>(block.scratch.data());
  registers.put(static_cast<std::uint32_t>(base));
  registers.put(static_cast<std::uint32_t>(base >> 32) | kSwizzled);
  registers.put(static_cast<std::uint32_t>(block.scratch.size()));
  registers.put(kAddLane | (lanes == 64 ? 3u : 2u) << 21);
}

void put_scalars(Wave& wave, const Block& block, const LaunchState& state) {
  const KernelDescriptor& descriptor = state.launch->kernel->descriptor;
  const auto wants = [&](unsigned bit) { return (descriptor.properties >> bit & 1) != 0; };
  ScalarRegisters registers(wave);
  if (wants(0)) put_scratch_descriptor(registers, block, wave.lanes);
  if (wants(1)) registers.put_address(state.packet);
  if (wants(2)) registers.skip(2);  // the queue
  if (wants(3)) registers.put_address(state.arguments);
  if (wants(4)) registers.put_address(0);
  if (wants(5)) registers.put_address(reinterpret_cast<std::uint64_t>(block.scratch.data()));
  if (wants(6)) registers.put(descriptor.scratch_bytes);
  registers.go_to(descriptor.resources2 >> 1 & 31);
  for (unsigned axis = 0; axis < 3; ++axis)
    if ((descriptor.resources2 >> (7 + axis) & 1) != 0) registers.put(block.id[axis]);
  if ((descriptor.resources2 >> 10 & 1) != 0) registers.skip(1);  // workgroup info
  if ((descriptor.resources2 & 1) != 0)
    registers.put(static_cast<std::uint32_t>(wave.index * state.scratch_of_wave));
}

/// Sets the threads' numbers in the block.
void put_threads(Wave& wave, const LaunchState& state) {
  const auto& block = state.launch->block;
  const bool is_packed = state.target == "gfx90a" || state.target.starts_with("gfx94");
  const unsigned axes = state.launch->kernel->descriptor.resources2 >> 11 & 3;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const unsigned thread = wave.index * wave.lanes + lane;
    const unsigned place[3]{thread % block[0], thread / block[0] % block[1],
                            thread / block[0] / block[1]};
    if (is_packed) {
      wave.vectors[0].lane[lane] = place[0] | place[1] << 10 | place[2] << 20;
    } else {
      for (unsigned axis = 0; axis <= axes; ++axis) wave.vectors[axis].lane[lane] = place[axis];
    }
  }
  for (unsigned axis = 0; axis <= (is_packed ? 0 : axes); ++axis) wave.defined[axis] = ~0ull;
}

}  // namespace

void begin(Wave& wave, Block& block, unsigned index, const LaunchState& state) {
  const Launch& launch = *state.launch;
  const Kernel& kernel = *launch.kernel;
  wave.lanes = kernel.wavefront;
  wave.block = &block;
  wave.index = index;
  wave.program = kernel.program;
  wave.next = kernel.program->at(kernel.descriptor.entry);
  wave.state = WaveState::running;
  wave.scc = wave.scc_defined = false;
  wave.scalars.fill(0);
  wave.scalar_defined.fill(0);
  wave.scalar_pending.fill(0);
  wave.vectors.resize(std::max(kernel.vector_registers, 4u));
  wave.defined.assign(wave.vectors.size(), 0);
  wave.vector_pending.assign(wave.vectors.size(), 0);
  wave.vector_memory.clear();
  wave.other_memory.clear();
  wave.lds_loads.clear();
  wave.any_pending = wave.has_acquired = false;
  wave.stores = 0;
  wave.remarks.clear();
  const bool is_rdna = state.target.starts_with("gfx1");
  wave.preserves_high_half = is_rdna;
  wave.is_rdna = is_rdna;
  const std::uint32_t resources = kernel.descriptor.resources1;
  wave.must_wait_for_stores = is_rdna && (resources >> 29 & 1) != 0;  // WGP_MODE
  wave.mode = (resources >> 12 & 0xFF) | (resources >> 21 & 1) << 8 | (resources >> 23 & 1) << 9;
  wave.scalar_defined[scalar::kNull] = ~0u;
  put_scalars(wave, block, state);
  put_threads(wave, state);
  const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
  const unsigned left = std::min(threads - index * wave.lanes, wave.lanes);
  wave.started = left == 64 ? ~0ull : (std::uint64_t{1} << left) - 1;
  wave.set_pair(scalar::kExec, wave.started);
  wave.scalar_defined[scalar::kExec] = wave.scalar_defined[scalar::kExec + 1] = ~0u;
}

}  // namespace gputest::isa

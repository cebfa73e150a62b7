#include "hip/isa/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <mutex>

#include "common/core/error.hpp"
#include "common/core/printable.hpp"
#include "hip/isa/arguments.hpp"
#include "hip/isa/counter.hpp"
#include "hip/isa/initial_state.hpp"
#include "hip/isa/report.hpp"
#include "hip/isa/rounding.hpp"
#include "hip/isa/touches.hpp"
#include "hip/isa/tracer.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {
namespace {

/// Bounds a turn, so that a wavefront that polls for another one does not run for ever.
constexpr unsigned kTurn = 50'000;

[[noreturn]] void fault_at(const Wave& wave, const Operation& op, const std::string& reason) {
  throw Fault(where(wave, op) + ": " + reason + remarks(wave));
}

/// An observer that does nothing.
struct NoObserver {
  void begun(const Wave&) {}
  void before(const Wave&, const Operation&) {}
  void after(const Wave&, const Operation&) {}
  void add(const NoObserver&) {}
};

/// Runs until the wavefront waits or ends, or its turn is over. The observer sees each operation
/// before and after its execution.
template <class Observer>
void take_turn(Wave& wave, Observer& observer) {
  const std::vector<Operation>& operations = wave.program->operations;
  wave.yields = false;
  std::uint64_t lanes = 0;
  unsigned left = kTurn;
  const Operation* op = nullptr;
  try {
    do {
      op = &operations[wave.next++];
      if (op->is_vector) lanes += static_cast<std::uint64_t>(std::popcount(wave.exec()));
      observer.before(wave, *op);
      isa::run(wave, *op);
      observer.after(wave, *op);
    } while (--left > 0 && wave.state == WaveState::running && !wave.yields);
  } catch (const Fault& fault) {
    fault_at(wave, *op, fault.what());
  }
  wave.executed += kTurn - left;
  wave.lane_executed += lanes;
  if (wave.state != WaveState::at_barrier) return;
  if (wave.must_wait_for_stores && wave.stores != 0)
    fault_at(wave, *op,
             "it reaches a barrier with stores that it has not waited for (s_waitcnt_vscnt)");
  if (std::any_of(wave.other_memory.begin(), wave.other_memory.end(),
                  [](const Outstanding& access) { return !access.is_scalar; }))
    fault_at(wave, *op,
             "it reaches a barrier with accesses to LDS that it has not waited for (s_waitcnt)");
  if (wave.exec() != wave.started)
    fault_at(
        wave, *op,
        fmt::format("only lanes 0x{:x} of 0x{:x} reach the barrier", wave.exec(), wave.started));
}

template <class Observer>
class BlockRunner {
 public:
  BlockRunner(const LaunchState& state, Memory& memory, const Observer& observer)
      : state_(state), observer_(observer), waves_(state.waves) {
    for (Wave& wave : waves_) wave.memory = &memory;
    const KernelDescriptor& descriptor = state.launch->kernel->descriptor;
    block_.lds.resize(descriptor.lds_bytes + state.launch->dynamic_lds);
    if (state.waves > 1) block_.lds_touches.resize((block_.lds.size() + 3) / 4);
    block_.scratch.resize(state.scratch_of_wave * state.waves);
    block_.waves = state.waves;
  }

  void run(std::uint64_t number) {
    const auto& grid = state_.launch->grid;
    block_.id = {static_cast<std::uint32_t>(number % grid[0]),
                 static_cast<std::uint32_t>(number / grid[0] % grid[1]),
                 static_cast<std::uint32_t>(number / grid[0] / grid[1])};
    block_.lds_written.assign(block_.lds.size(), 0);
    // In very large grids the last blocks have no number, and their races are not checked.
    block_.number = number + 1 < Touches::kSeveral ? static_cast<std::uint32_t>(number + 1) : 0;
    pass_barrier();
    for (unsigned k = 0; k < state_.waves; ++k) {
      begin(waves_[k], block_, k, state_);
      observer_.begun(waves_[k]);
    }
    while (step())
      if (state_.launch->check) state_.launch->check();
  }

  const Observer& observer() const { return observer_; }

  Counts counts() const {
    Counts counts;
    for (const Wave& wave : waves_) {
      counts.instructions += wave.executed;
      counts.lane_instructions += wave.lane_executed;
    }
    return counts;
  }

 private:
  /// A turn of each wavefront that can run; returns whether there is more to do.
  bool step() {
    unsigned ended = 0, waiting = 0;
    for (Wave& wave : waves_) {
      if (wave.state == WaveState::running) take_turn(wave, observer_);
      ended += wave.state == WaveState::ended ? 1 : 0;
      waiting += wave.state == WaveState::at_barrier ? 1 : 0;
    }
    if (ended == waves_.size()) return false;
    if (waiting + ended < waves_.size()) return true;
    for (Wave& wave : waves_) {
      if (wave.state != WaveState::at_barrier) continue;
      if (ended != 0)
        fault_at(wave, wave.program->operations[wave.next - 1],
                 fmt::format("{} of {} wavefronts ended without reaching the barrier", ended,
                             waves_.size()));
      wave.state = WaveState::running;
    }
    pass_barrier();
    return true;
  }

  /// Forgets earlier accesses to LDS.
  void pass_barrier() {
    block_.barriers = (block_.barriers + 1) % Touches::kMoments;
    if (block_.barriers != 0) return;
    std::fill(block_.lds_touches.begin(), block_.lds_touches.end(), 0);
    block_.barriers = 1;
  }

  const LaunchState& state_;
  Observer observer_;
  std::vector<Wave> waves_;
  Block block_;
};

/// Memory that a kernel may read while it runs. Like the driver's, it begins at a line boundary, so
/// that a kernel reads the same number of lines in every launch.
class Lent {
 public:
  Lent(Memory& memory, const std::vector<std::uint8_t>& bytes, const char* name)
      : memory_(memory), bytes_(bytes.size() + kAlignment - 1) {
    const auto anywhere = reinterpret_cast<std::uint64_t>(bytes_.data());
    begin_ = (anywhere + kAlignment - 1) / kAlignment * kAlignment;
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::uint8_t*>(begin_));
    memory_.add({begin_, bytes.size(), false, name});
  }
  ~Lent() { memory_.remove(begin_); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  std::uint64_t address() const { return begin_; }

 private:
  static constexpr std::uint64_t kAlignment = 256;

  Memory& memory_;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t begin_;
};

/// Throws Error(bad_input) for a launch that no GPU of the target allows.
void require_possible(const Launch& launch) {
  constexpr std::uint64_t kThreads = 1024, kLds = 64 << 10, kScratchOfWave = 8191 << 10;
  const Kernel& kernel = *launch.kernel;
  const auto refuse = [&](const std::string& why) {
    throw Error(Status::bad_input,
                fmt::format("the kernel {} cannot be launched: {}", printable(kernel.name), why));
  };
  std::uint64_t threads = 1, blocks = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    threads *= launch.block[axis];
    if (threads == 0 || threads > kThreads)
      refuse(fmt::format("a block has 1 to {} threads", kThreads));
    if (__builtin_mul_overflow(blocks, launch.grid[axis], &blocks) || blocks == 0 ||
        std::uint64_t{launch.grid[axis]} * launch.block[axis] > 0xFFFF'FFFF)
      refuse("a grid has 1 to 4294967295 threads along each axis");
  }
  if (const std::uint64_t lds = std::uint64_t{kernel.descriptor.lds_bytes} + launch.dynamic_lds;
      lds > kLds)
    refuse(fmt::format("its blocks need {} bytes of LDS, but there are {}", lds, kLds));
  if (const std::uint64_t scratch = std::uint64_t{kernel.descriptor.scratch_bytes};
      scratch * kernel.wavefront > kScratchOfWave)
    refuse(fmt::format("its threads need {} bytes of private memory each, but there are {}",
                       scratch, kScratchOfWave / kernel.wavefront));
}

/// Each processor thread has a copy of the observer; the copies are joined to `observer`.
template <class Observer>
Counts run_observed(const Launch& launch, Memory& memory, const std::string& target,
                    Observer& observer) {
  require_possible(launch);
  memory.begin_launch();
  const Kernel& kernel = *launch.kernel;
  const std::vector<std::uint8_t> segment = argument_segment(launch);
  const Lent arguments(memory, segment, "the kernel's arguments");
  const std::vector<std::uint8_t> packet = dispatch_packet(launch, arguments.address());
  const Lent lent_packet(memory, packet, "the dispatch packet");

  LaunchState state;
  state.launch = &launch;
  state.target = target;
  state.packet = lent_packet.address();
  state.arguments = arguments.address();
  const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
  state.waves = (threads + kernel.wavefront - 1) / kernel.wavefront;
  state.scratch_of_wave =
      std::uint64_t{(kernel.descriptor.scratch_bytes + 3) / 4 * 4} * kernel.wavefront;

  const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  Counts all;
  std::mutex mutex;
  const Observer first = observer;  // the original to copy while results are added to `observer`
#pragma omp parallel
  {
    try {
      BlockRunner<Observer> runner(state, memory, first);
      for (std::uint64_t block; (block = next.fetch_add(1)) < blocks;) runner.run(block);
      const std::lock_guard lock(mutex);
      const Counts counts = runner.counts();
      all.instructions += counts.instructions;
      all.lane_instructions += counts.lane_instructions;
      observer.add(runner.observer());
    } catch (...) {
      next = blocks;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  return all;
}

}  // namespace

Counts run(const Launch& launch, Memory& memory, const std::string& target) {
  NoObserver nobody;
  return run_observed(launch, memory, target, nobody);
}

Counts run_counted(const Launch& launch, Memory& memory, const std::string& target,
                   Counter& counter) {
  return run_observed(launch, memory, target, counter);
}

Counts run_traced(const Launch& launch, Memory& memory, const std::string& target, Tracer& tracer) {
  return run_observed(launch, memory, target, tracer);
}

}  // namespace gputest::isa

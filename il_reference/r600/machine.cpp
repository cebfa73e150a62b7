#include "il_reference/r600/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <mutex>

#include "common/core/error.hpp"
#include "il_reference/r600/wave.hpp"

namespace gputest::r600 {
namespace {

constexpr std::uint32_t kMostThreads = 256;    // per group
constexpr std::uint32_t kMostLdsWords = 8192;  // per group

/// Threads still in the innermost loop: those that did not leave or continue it.
LaneMask alive(const Wave& wave) {
  if (wave.loops.empty()) return kAllLanes;
  return wave.loops.back().running & ~wave.loops.back().continued;
}

[[noreturn]] void fail(const Wave& wave, const Control& at, const std::string& why) {
  wave.fail(*at.text, why);
}

void pop(Wave& wave, const Control& at, unsigned count) {
  const std::size_t floor = wave.loops.empty() ? 0 : wave.loops.back().depth;
  for (; count > 0; --count) {
    if (wave.stack.size() <= floor) fail(wave, at, "the stack is empty");
    wave.active = wave.stack.back() & alive(wave);
    wave.stack.pop_back();
  }
}

void invert(Wave& wave, const Control& at) {
  if (wave.stack.empty()) fail(wave, at, "the stack is empty");
  wave.active = wave.stack.back() & ~wave.active & alive(wave);
}

/// Jumps to the target if no thread is active, else continues after the jump.
void jump_if_idle(Wave& wave, const Control& at) {
  if (wave.active != 0) {
    ++wave.step;
    return;
  }
  pop(wave, at, at.pops);
  wave.step = at.target;
}

void leave_turn(Wave& wave, const Control& at) {
  if (wave.loops.empty()) fail(wave, at, "there is no loop to leave");
  LoopState& loop = wave.loops.back();
  if (at.kind == Control::Kind::loop_break)
    loop.running &= ~wave.active;
  else
    loop.continued |= wave.active;
  wave.active = 0;
  if (alive(wave) != 0) {  // others are on the stack
    ++wave.step;
    return;
  }
  wave.stack.resize(loop.depth);
  wave.step = at.target;
}

void end_turn(Wave& wave, const Control& at) {
  if (wave.loops.empty()) fail(wave, at, "there is no loop to end");
  LoopState& loop = wave.loops.back();
  if (wave.stack.size() != loop.depth)
    fail(wave, at, "the stack has another depth than at the loop's start");
  loop.continued = 0;
  wave.active = loop.running;
  if (wave.active != 0) {
    wave.step = at.target;
    return;
  }
  wave.active = loop.entered;
  wave.loops.pop_back();
  ++wave.step;
}

/// Runs a clause from the wavefront's bundle on; returns whether a barrier interrupts it.
bool arithmetic(Wave& wave, const Control& at) {
  if (wave.bundle == 0) {
    if (at.pushes) wave.stack.push_back(wave.active);
    wave.index_of_thread.known = 0;
    wave.predicate_known = 0;
    ++wave.counts.clauses;
  }
  while (wave.bundle < at.bundles.size()) {
    const AluBundle& bundle = at.bundles[wave.bundle];
    run_bundle(wave, bundle);
    ++wave.bundle;
    if (!bundle.front().barrier) continue;
    const Operation& barrier = *bundle.front().text;
    if (wave.active != wave.threads)
      wave.fail(barrier, "only some of the wavefront's threads reach the barrier",
                static_cast<unsigned>(std::countr_zero(wave.threads & ~wave.active)));
    return true;
  }
  if (!wave.queue.empty()) fail(wave, at, "the clause leaves unread results of LDS in the queue");
  wave.bundle = 0;
  if (at.inverts) invert(wave, at);
  pop(wave, at, at.pops);
  ++wave.step;
  return false;
}

/// Runs until the wavefront ends or waits at a barrier.
void run_wave(Wave& wave, const LaunchOptions& options, std::uint64_t& steps) {
  constexpr std::uint64_t kOften = 4096;
  const std::vector<Control>& code = wave.group->program.steps;
  while (true) {
    if (wave.step >= code.size())
      throw Error(Status::bad_input, fmt::format("kernel {}: a wavefront runs beyond its end",
                                                 wave.group->program.kernel));
    const Control& at = code[wave.step];
    if (++steps % kOften == 0 && options.check) options.check();
    if (options.step_limit != 0 && steps > options.step_limit)
      fail(wave, at, "a wavefront passed the step limit");
    switch (at.kind) {
      case Control::Kind::arithmetic:
        if (arithmetic(wave, at)) return;
        break;
      case Control::Kind::fetch:
        for (const Fetch& fetch : at.fetches) run_fetch(wave, fetch);
        ++wave.counts.clauses;
        ++wave.step;
        break;
      case Control::Kind::store:
      case Control::Kind::masked_store:
      case Control::Kind::atomic:
        run_store(wave, at);
        ++wave.step;
        break;
      case Control::Kind::jump:
        jump_if_idle(wave, at);
        break;
      case Control::Kind::invert:
        invert(wave, at);
        jump_if_idle(wave, at);
        break;
      case Control::Kind::pop:
        pop(wave, at, at.pops);
        ++wave.step;
        break;
      case Control::Kind::loop_start:
        if (wave.active == 0) {
          wave.step = at.target;
          break;
        }
        wave.loops.push_back({wave.active, wave.active, 0, wave.stack.size()});
        ++wave.step;
        break;
      case Control::Kind::loop_end:
        end_turn(wave, at);
        break;
      case Control::Kind::loop_break:
      case Control::Kind::loop_continue:
        leave_turn(wave, at);
        break;
      case Control::Kind::end:
        wave.ended = true;
        return;
      case Control::Kind::nothing:
        fail(wave, at, "a wavefront reaches padding, which is not an instruction");
    }
  }
}

/// Runs the groups of a launch, one after another.
class GroupRunner {
 public:
  GroupRunner(const Program& program, const Launch& launch, Memory& memory,
              const std::vector<std::uint32_t>& constants, const LaunchOptions& options)
      : program_(program), launch_(launch), options_(options), group_{program, memory, constants,
                                                                      {},      {},     {}} {
    threads_ = launch.threads[0] * launch.threads[1] * launch.threads[2];
    waves_.resize((threads_ + kLanes - 1) / kLanes);
    steps_.resize(waves_.size());
  }

  void run(std::uint64_t number) {
    const std::uint64_t x = launch_.groups[0], y = launch_.groups[1];
    group_.id = {static_cast<std::uint32_t>(number % x), static_cast<std::uint32_t>(number / x % y),
                 static_cast<std::uint32_t>(number / (x * y))};
    group_.lds.assign(program_.code.lds_words, 0);
    group_.lds_known.assign(program_.code.lds_words, 0);
    for (std::size_t k = 0; k < waves_.size(); ++k) start(waves_[k], k);
    for (bool going = true; going;) {
      std::size_t ended = 0;
      for (std::size_t k = 0; k < waves_.size(); ++k) {
        if (!waves_[k].ended) run_wave(waves_[k], options_, steps_[k]);
        if (waves_[k].ended) ++ended;
      }
      going = ended < waves_.size();
      if (going && ended != 0) refuse_barrier();
    }
    for (const Wave& wave : waves_) counts_.add(wave.counts);
  }

  const LaunchCounts& counts() const { return counts_; }

 private:
  void start(Wave& wave, std::size_t index) {
    wave.group = &group_;
    wave.index = index;
    wave.step = wave.bundle = 0;
    wave.ended = false;
    wave.stack.clear();
    wave.loops.clear();
    wave.queue.clear();
    wave.counts = {};
    wave.counts.wavefronts = 1;
    steps_[index] = 0;
    const std::uint64_t first = index * kLanes;
    const std::uint64_t count = std::min<std::uint64_t>(kLanes, threads_ - first);
    wave.threads = wave.active = count == kLanes ? kAllLanes : (LaneMask{1} << count) - 1;
    wave.registers.resize(std::size_t{std::max(program_.code.registers, 2u)} * 4);
    for (Value& value : wave.registers) value.known = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      Value &local = wave.slot(0, axis), &group = wave.slot(1, axis);
      local.known = group.known = wave.threads;
      for (unsigned k = 0; k < kLanes; ++k) {
        const std::uint64_t flat = first + k;
        const std::uint64_t x = launch_.threads[0], y = launch_.threads[1];
        const std::array<std::uint64_t, 3> at{flat % x, flat / x % y, flat / (x * y)};
        local.bits.at[k] = static_cast<std::uint32_t>(at.at(axis));
        group.bits.at[k] = group_.id.at(axis);
      }
    }
  }

  [[noreturn]] void refuse_barrier() const {
    for (const Wave& wave : waves_) {
      if (wave.ended) continue;
      const Operation& barrier = *program_.steps[wave.step].bundles[wave.bundle - 1].front().text;
      wave.fail(barrier, "another wavefront of the group ended before the barrier");
    }
    throw Error(Status::bad_input, "a wavefront of the group ended before a barrier");
  }

  const Program& program_;
  const Launch& launch_;
  const LaunchOptions& options_;
  Group group_;
  std::uint64_t threads_ = 0;
  std::vector<Wave> waves_;
  std::vector<std::uint64_t> steps_;
  LaunchCounts counts_;
};

/// Groups, sizes, arguments, and the further values that OpenCL C reads: dimensions and offsets.
std::vector<std::uint32_t> constant_buffer(const Launch& launch) {
  std::vector<std::uint32_t> words(launch.groups.begin(), launch.groups.end());
  for (unsigned k = 0; k < 3; ++k) words.push_back(launch.groups[k] * launch.threads[k]);
  words.insert(words.end(), launch.threads.begin(), launch.threads.end());
  words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
  words.insert(words.end(), {3u, 0u, 0u, 0u});
  return words;
}

std::uint64_t require_launchable(const Program& program, const Launch& launch,
                                 std::size_t constants) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Status::bad_input,
                fmt::format("the kernel {} cannot be launched: {}", program.kernel, why));
  };
  std::uint64_t threads = 1, groups = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    threads *= launch.threads[axis];
    if (threads == 0 || threads > kMostThreads)
      refuse(fmt::format("a group has 1 to {} threads", kMostThreads));
    if (__builtin_mul_overflow(groups, launch.groups[axis], &groups) || groups == 0 ||
        std::uint64_t{launch.groups[axis]} * launch.threads[axis] > 0xFFFF'FFFFu)
      refuse("a launch has 1 to 4294967295 threads along each axis");
  }
  if (program.code.lds_words > kMostLdsWords)
    refuse(fmt::format("a group needs {} bytes of LDS, but there are {}",
                       4 * std::uint64_t{program.code.lds_words}, 4 * kMostLdsWords));
  if (program.constants > constants)
    refuse(fmt::format("it reads {} words of arguments, but receives {}", program.constants,
                       constants));
  return groups;
}

}  // namespace

void LaunchCounts::add(const LaunchCounts& other) {
  wavefronts += other.wavefronts;
  clauses += other.clauses;
  bundles += other.bundles;
  operations += other.operations;
  lanes += other.lanes;
  fetches += other.fetches;
  stores += other.stores;
}

void Wave::fail(const Operation& at, const std::string& why, std::optional<unsigned> lane) const {
  Place place;
  place.step = step;
  if (group->program.steps[step].kind == Control::Kind::arithmetic) place.bundle = bundle;
  place.group = group->id;
  place.wavefront = index;
  place.lane = lane;
  throw Error(Status::bad_input,
              fmt::format("{}: {}", where(group->program.kernel, place, at), why));
}

void Wave::require_known(LaneMask lanes, LaneMask known, const Operation& at,
                         const char* what) const {
  const LaneMask unknown = lanes & ~known;
  if (unknown == 0) return;
  fail(at, fmt::format("{} depends on an undefined value", what),
       static_cast<unsigned>(std::countr_zero(unknown)));
}

LaunchCounts run(const Program& program, const Launch& launch, Memory& memory,
                 const LaunchOptions& options) {
  const std::vector<std::uint32_t> constants = constant_buffer(launch);
  const std::uint64_t groups = require_launchable(program, launch, constants.size());
  LaunchCounts all;
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  std::uint64_t failed = groups;
  std::mutex mutex;
#pragma omp parallel if (groups > 1)
  {
    GroupRunner runner(program, launch, memory, constants, options);
    std::uint64_t group = 0;
    try {
      while ((group = next.fetch_add(1)) < groups) runner.run(group);
      const std::lock_guard lock(mutex);
      all.add(runner.counts());
    } catch (...) {
      next = groups;
      const std::lock_guard lock(mutex);
      if (group < failed) {  // if several groups fail, the first one's error
        failed = group;
        failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
  return all;
}

}  // namespace gputest::r600

#include "il_reference/interpreter/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>

#include "common/core/error.hpp"
#include "il_reference/interpreter/machine.hpp"
#include "il_reference/semantics/il_semantics.h"

namespace gputest::il {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(Status::bad_input, sentence); }

/// Does `work(unit)` for all units, on all cores. If several fail, throws the error of the lowest
/// unit, in every order of execution.
template <typename MakeWorker>
void for_all(std::uint64_t units, MakeWorker make_worker) {
  std::atomic<std::uint64_t> failed{std::numeric_limits<std::uint64_t>::max()};
  std::exception_ptr error;
  std::mutex guard;
  const auto record = [&](std::uint64_t unit) {
    const std::lock_guard lock(guard);
    if (unit >= failed) return;
    failed = unit;
    error = std::current_exception();
  };
  const auto count = static_cast<std::int64_t>(units);
#pragma omp parallel if (units > 1)
  {
    try {
      auto worker = make_worker();
#pragma omp for schedule(dynamic)
      for (std::int64_t i = 0; i < count; ++i) {
        const auto unit = static_cast<std::uint64_t>(i);
        if (unit > failed) continue;
        try {
          worker.run(unit);
        } catch (...) {
          record(unit);
        }
      }
      worker.finish();
    } catch (...) {
      record(0);
    }
  }
  if (error) std::rethrow_exception(error);
}

/// The instruction counts of all wavefronts.
class Tally {
 public:
  void add(const Wave& wave) {
    const std::lock_guard lock(guard_);
    executed_.resize(wave.executed.size());
    std::transform(executed_.begin(), executed_.end(), wave.executed.begin(), executed_.begin(),
                   std::plus<>());
  }
  RunStatistics statistics(std::uint64_t threads, const RunOptions& options) const {
    return {threads, std::accumulate(executed_.begin(), executed_.end(), std::uint64_t{0}),
            options.count ? executed_ : std::vector<std::uint64_t>{}};
  }

 private:
  std::mutex guard_;
  std::vector<std::uint64_t> executed_;
};

void set_id(Wave& wave, std::uint32_t id, unsigned slot, unsigned lane, Word value) {
  wave.memory[wave.machine.ids + (id * 4 + slot) * lanes + lane] = value;
}

// ---- Pixel programs ----

void check_outputs(const Machine& machine, const Domain& domain) {
  for (const auto& [number, column] : machine.output_columns) {
    const auto bound = machine.bindings.outputs.find(number);
    if (bound == machine.bindings.outputs.end()) refuse(fmt::format("o{} is not bound", number));
    const Surface& s = bound->second;
    if (std::uint64_t{domain.x} + domain.width > s.width ||
        std::uint64_t{domain.y} + domain.height > s.height) {
      refuse(fmt::format("the domain of {} x {} at ({}, {}) is larger than o{}, {} x {}",
                         domain.width, domain.height, domain.x, domain.y, number, s.width,
                         s.height));
    }
    const std::uint64_t elements = static_cast<std::uint64_t>(s.height) * s.pitch;
    if (s.pitch < s.width || s.memory.size() / words(s.format) < elements) {
      refuse(fmt::format("o{} has less memory than its shape", number));
    }
  }
}

class PixelWorker {
 public:
  PixelWorker(const Machine& machine, const Domain& domain, Tally& tally)
      : wave_(machine), domain_(domain), tally_(tally) {}

  // A wavefront is up to 64 neighbours in the domain's row-by-row order.
  void run(std::uint64_t unit) {
    const std::uint64_t first = unit * lanes;
    const std::uint64_t threads = std::uint64_t{domain_.width} * domain_.height;
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(lanes, threads - first));
    wave_.reset(count == lanes ? ~Lanes{0} : (Lanes{1} << count) - 1);
    wave_.traced_lane = -1;
    const Trace& trace = wave_.machine.options.trace;
    std::array<std::uint32_t, lanes> x{}, y{};
    for (unsigned lane = 0; lane < count; ++lane) {
      x[lane] = domain_.x + static_cast<std::uint32_t>((first + lane) % domain_.width);
      y[lane] = domain_.y + static_cast<std::uint32_t>((first + lane) / domain_.width);
      set_id(wave_, 0, 0, lane, il_bits(static_cast<float>(x[lane]) + 0.5f));
      set_id(wave_, 0, 1, lane, il_bits(static_cast<float>(y[lane]) + 0.5f));
      set_id(wave_, 7, 0, lane, static_cast<Word>(first + lane));
      if (trace.sink && x[lane] == trace.x && y[lane] == trace.y) {
        wave_.traced_lane = static_cast<int>(lane);
      }
    }
    wave_.run();
    for (const auto& [number, column] : wave_.machine.output_columns) {
      const Surface& s = wave_.machine.bindings.outputs.at(number);
      const std::size_t width = words(s.format);
      for (unsigned lane = 0; lane < count; ++lane) {
        if ((wave_.discarded >> lane & 1u) != 0) continue;
        Word* const to = &s.memory[(std::size_t{y[lane]} * s.pitch + x[lane]) * width];
        for (std::size_t slot = 0; slot < width; ++slot) {
          to[slot] = wave_.memory[column + slot * lanes + lane];
        }
      }
    }
  }
  void finish() { tally_.add(wave_); }

 private:
  Wave wave_;
  const Domain& domain_;
  Tally& tally_;
};

// ---- Compute programs ----

class GroupWorker {
 public:
  GroupWorker(const Machine& machine, const Groups& groups, Tally& tally)
      : machine_(machine), groups_(groups), size_(group_size(machine.program)), tally_(tally) {
    threads_ = size_[0] * size_[1] * size_[2];
    for (std::uint32_t first = 0; first < threads_; first += lanes) waves_.emplace_back(machine);
    group_.owned_lds.resize(std::size_t{threads_} * machine.program.lds_words_per_thread);
    for (const Lds& lds : machine.program.lds) {
      group_.lds[lds.id].resize((lds.bytes + 3) / 4);
      group_.lds_strides[lds.id] = lds.stride;
    }
  }

  void run(std::uint64_t unit) {
    std::fill(group_.owned_lds.begin(), group_.owned_lds.end(), 0u);
    for (auto& [id, words] : group_.lds) std::fill(words.begin(), words.end(), 0u);
    for (std::size_t w = 0; w < waves_.size(); ++w)
      start(waves_[w], static_cast<std::uint32_t>(w), unit);
    // Runs each wavefront to its next fence, until all have ended.
    std::vector<Wave*> going;
    for (Wave& wave : waves_) going.push_back(&wave);
    while (!going.empty()) {
      going.erase(std::remove_if(going.begin(), going.end(),
                                 [](Wave* wave) { return wave->run() == Outcome::finished; }),
                  going.end());
    }
  }
  void finish() {
    for (const Wave& wave : waves_) tally_.add(wave);
  }

 private:
  void start(Wave& wave, std::uint32_t number, std::uint64_t unit) {
    const std::uint32_t first = number * lanes;
    const std::uint32_t count = std::min(lanes, threads_ - first);
    wave.reset(count == lanes ? ~Lanes{0} : (Lanes{1} << count) - 1);
    wave.group = &group_;
    wave.first_thread = first;
    wave.traced_lane = -1;
    const std::array<std::uint64_t, 3> group{unit % groups_[0], unit / groups_[0] % groups_[1],
                                             unit / groups_[0] / groups_[1]};
    const Trace& trace = machine_.options.trace;
    for (unsigned lane = 0; lane < count; ++lane) {
      const std::uint32_t local = first + lane;
      const std::uint64_t flat = unit * threads_ + local;
      const std::array<std::uint32_t, 3> in_group{local % size_[0], local / size_[0] % size_[1],
                                                  local / size_[0] / size_[1]};
      set_id(wave, 1, 0, lane, static_cast<Word>(flat));
      set_id(wave, 2, 0, lane, local);
      set_id(wave, 3, 0, lane, static_cast<Word>(unit));
      for (unsigned axis = 0; axis < 3; ++axis) {
        set_id(wave, 4, axis, lane, static_cast<Word>(group[axis] * size_[axis] + in_group[axis]));
        set_id(wave, 5, axis, lane, in_group[axis]);
        set_id(wave, 6, axis, lane, static_cast<Word>(group[axis]));
      }
      if (trace.sink && flat == trace.x) wave.traced_lane = static_cast<int>(lane);
    }
  }

  const Machine& machine_;
  const Groups& groups_;
  std::array<std::uint32_t, 3> size_;
  std::uint32_t threads_ = 0;
  std::vector<Wave> waves_;
  Group group_;
  Tally& tally_;
};

void check_domain(const Program& program, const Domain& domain) {
  if (program.stage != Stage::pixel)
    refuse("a compute program runs over groups, not over a domain");
  if (domain.width == 0 || domain.height == 0) refuse("the domain is empty");
}

/// Returns the number of groups.
std::uint64_t check_groups(const Program& program, const Groups& groups) {
  if (program.stage != Stage::compute)
    refuse("a pixel program runs over a domain, not over groups");
  const auto size = group_size(program);
  const std::uint64_t threads_each = std::uint64_t{size[0]} * size[1] * size[2];
  std::uint64_t units = 1;
  for (const std::uint32_t axis : groups) {
    if (axis == 0) refuse("the grid of groups is empty");
    units *= axis;
    if (units > 0xFFFFFFFFu / threads_each) refuse("the grid has more than 2^32 threads");
  }
  return units;
}

}  // namespace

void check_bindings(const Program& program, const Bindings& bindings, const Domain& domain) {
  check_domain(program, domain);
  const RunOptions options;
  check_outputs(Machine(program, bindings, options), domain);
}

void check_bindings(const Program& program, const Bindings& bindings, const Groups& groups) {
  check_groups(program, groups);
  const RunOptions options;
  const WithGds with_gds(program, bindings);
  const Machine machine(program, with_gds.bindings, options);
}

RunStatistics run(const Program& program, const Bindings& bindings, const Domain& domain,
                  const RunOptions& options) {
  check_domain(program, domain);
  const WithGds with_gds(program, bindings);
  const Machine machine(program, with_gds.bindings, options);
  check_outputs(machine, domain);
  Tally tally;
  const std::uint64_t threads = std::uint64_t{domain.width} * domain.height;
  for_all((threads + lanes - 1) / lanes, [&] { return PixelWorker(machine, domain, tally); });
  return tally.statistics(threads, options);
}

RunStatistics run(const Program& program, const Bindings& bindings, const Groups& groups,
                  const RunOptions& options) {
  const std::uint64_t units = check_groups(program, groups);
  const auto size = group_size(program);
  const std::uint64_t threads_each = std::uint64_t{size[0]} * size[1] * size[2];
  const WithGds with_gds(program, bindings);
  const Machine machine(program, with_gds.bindings, options);
  Tally tally;
  for_all(units, [&] { return GroupWorker(machine, groups, tally); });
  return tally.statistics(units * threads_each, options);
}

}  // namespace gputest::il

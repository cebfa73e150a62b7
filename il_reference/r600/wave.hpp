// A wavefront and its group at run time.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "il_reference/r600/machine.hpp"
#include "il_reference/r600/place.hpp"

namespace gputest::r600 {

/// The state that the wavefronts of a group share.
struct Group {
  const Program& program;
  Memory& memory;
  const std::vector<std::uint32_t>& constants;
  std::array<std::uint32_t, 3> id{};
  std::vector<std::uint32_t> lds;
  std::vector<std::uint8_t> lds_known;
};

/// A loop that a wavefront has entered.
struct LoopState {
  LaneMask entered = 0;    ///< the threads that continue after it
  LaneMask running = 0;    ///< those that have not left it
  LaneMask continued = 0;  ///< those of them that wait for its next iteration
  std::size_t depth = 0;   ///< depth of the stack at its start
};

/// A wavefront.
struct Wave {
  Group* group = nullptr;
  std::size_t index = 0;  ///< in the group
  LaneMask threads = 0;   ///< lanes that are threads of the group

  std::size_t step = 0, bundle = 0;  ///< the next instruction
  bool ended = false;
  LaneMask active = 0;
  std::vector<LaneMask> stack;
  std::vector<LoopState> loops;

  std::vector<Value> registers;  ///< slot by slot
  std::array<Value, 5> before;   ///< results of the units in the previous bundle: PV and PS
  std::array<Value, 5> results;  ///< results of the units in this bundle
  Value index_of_thread;         ///< AR
  LaneMask predicate = 0, predicate_known = 0;
  std::deque<Value> queue;  ///< OQA
  LaunchCounts counts;

  Value& slot(std::uint32_t number, unsigned slot) { return registers[number * 4 + slot]; }

  /// Ends the run with an error that names the instruction and, if given, the lane.
  [[noreturn]] void fail(const Operation& at, const std::string& why,
                         std::optional<unsigned> lane = std::nullopt) const;
  /// Throws if a lane has no defined value, naming the first such lane.
  void require_known(LaneMask lanes, LaneMask known, const Operation& at, const char* what) const;
};

/// Runs a bundle; the caller handles a barrier in it.
void run_bundle(Wave& wave, const AluBundle& bundle);

/// Runs a load, a store or an atomic for the active threads.
void run_fetch(Wave& wave, const Fetch& fetch);
void run_store(Wave& wave, const Control& store);

/// Runs an operation of LDS for those lanes. `sources` are its operands.
void run_lds(Wave& wave, const Alu& alu, const std::array<const Value*, 3>& sources,
             LaneMask lanes);

/// The result of an atomic on `old`.
std::uint32_t atomic_result(LdsKind kind, std::uint32_t old, std::uint32_t operand,
                            std::uint32_t comparand);

}  // namespace gputest::r600

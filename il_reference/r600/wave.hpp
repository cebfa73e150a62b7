// A wavefront and its group while they run.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "il_reference/r600/machine.hpp"
#include "il_reference/r600/place.hpp"

namespace gputest::r600 {

/// What the wavefronts of a group have in common.
struct Group {
  const Program& program;
  Memory& memory;
  const std::vector<std::uint32_t>& constants;
  std::array<std::uint32_t, 3> id{};
  std::vector<std::uint32_t> lds;
  std::vector<std::uint8_t> lds_known;
};

/// A loop that a wavefront is in.
struct LoopState {
  LaneMask entered = 0;    ///< the threads that go on behind it
  LaneMask running = 0;    ///< those that have not left it
  LaneMask continued = 0;  ///< those of them that wait for its next turn
  std::size_t depth = 0;   ///< of the stack when it began
};

/// A wavefront.
struct Wave {
  Group* group = nullptr;
  std::size_t index = 0;  ///< in the group
  LaneMask threads = 0;   ///< lanes that are threads of the group

  std::size_t step = 0, bundle = 0;  ///< what comes next
  bool ended = false;
  LaneMask active = 0;
  std::vector<LaneMask> stack;
  std::vector<LoopState> loops;

  std::vector<Value> registers;  ///< slot by slot
  std::array<Value, 5> before;   ///< what the units gave in the bundle before: PV and PS
  std::array<Value, 5> results;  ///< what they give in this one
  Value index_of_thread;         ///< AR
  LaneMask predicate = 0, predicate_known = 0;
  std::deque<Value> queue;  ///< OQA
  LaunchCounts counts;

  Value& slot(std::uint32_t number, unsigned slot) { return registers[number * 4 + slot]; }

  /// Ends the run: names the instruction, and the lane where there is one.
  [[noreturn]] void fail(const Operation& at, const std::string& why,
                         std::optional<unsigned> lane = std::nullopt) const;
  /// Throws where one of the lanes has no value: names the first.
  void require_known(LaneMask lanes, LaneMask known, const Operation& at, const char* what) const;
};

/// Does a bundle; a barrier in it is the caller's.
void run_bundle(Wave& wave, const AluBundle& bundle);

/// Does a load, a store or an atomic of the active threads.
void run_fetch(Wave& wave, const Fetch& fetch);
void run_store(Wave& wave, const Control& store);

/// Does what an operation of LDS asks for, of those lanes. `sources` are its operands.
void run_lds(Wave& wave, const Alu& alu, const std::array<const Value*, 3>& sources,
             LaneMask lanes);

/// What an atomic leaves where `old` was.
std::uint32_t atomic_result(LdsKind kind, std::uint32_t old, std::uint32_t operand,
                            std::uint32_t comparand);

}  // namespace gputest::r600

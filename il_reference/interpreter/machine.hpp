// The interpreter's internals: a program decoded for execution, and a wavefront of 64 threads that
// execute it in lock-step. Only the interpreter's own files include this.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

inline constexpr unsigned lanes = 64;
using Lanes = std::uint64_t;  ///< one bit per lane
using Word = std::uint32_t;

/// One slot of one register for all lanes of a wavefront. It is in the wavefront's memory or, if
/// all lanes hold the same constant, in the program's.
struct Column {
  std::uint32_t offset = 0;  ///< in words
  bool shared = false;
};

struct Wave;
struct Op;
/// Computes an instruction's result columns.
using Handler = void (*)(Wave&, const Op&);

/// A source that must be copied to scratch columns before its instruction: it has modifiers or an
/// index in a register.
struct Fetch {
  bool needed = false;
  unsigned slots = 0;            ///< of Source, after swizzling
  std::array<Column, 4> from{};  ///< if there is no index in a register
  Column index;
  std::array<Column, 4> to{};
  char kind = 'b';
};

/// A decoded instruction.
struct Op {
  const Instruction* text = nullptr;
  Handler handler = nullptr;
  std::array<std::array<Column, 4>, 4> sources{};  ///< by source, then by slot after swizzling
  std::array<Fetch, 4> fetches{};
  unsigned written = 0;                 ///< slots that receive the result
  std::array<Column, 4> destination{};  ///< of temps and outputs
  Column destination_index;             ///< of x and g with an index in a register
  bool fetches_any = false;
  bool columns = false;    ///< the destination is temps or outputs
  bool constants = false;  ///< the mask has a 0 or a 1
  bool direct = false;     ///< results go directly to the destination, even before later slots are
                           ///< computed
  bool modified = false;   ///< _sat, _x2 …
  float scale = 1.0f;
  int zero_op = 0;
};

/// A resource that the program reads.
struct BoundResource {
  ReadSurface surface;
  unsigned words = 0;
  std::array<Word, 4> missing{};  ///< values of the slots that a two-slot format lacks
};

/// A program with its bindings, ready for any number of wavefronts.
struct Machine {
  Machine(const Program& source, const Bindings& bound, const RunOptions& chosen);

  const Program& program;
  const Bindings& bindings;
  const RunOptions& options;

  std::vector<Op> ops;
  std::vector<Word> shared;  ///< columns of constants
  std::uint32_t wave_words = 0;
  // Offsets of the registers in a wavefront's memory
  std::uint32_t ids = 0, scratch = 0, results = 0;
  std::map<std::uint32_t, std::uint32_t> temp_columns;    ///< by number; only registers in use
  std::map<std::uint32_t, std::uint32_t> output_columns;  ///< by number
  /// The columns of an indexed temporary's elements.
  struct Array {
    std::uint32_t offset = 0, size = 0;
  };
  std::map<std::uint32_t, Array> indexed_temps;
  std::map<std::uint32_t, std::span<const Word>> constants;  ///< bound, or the program's own
  std::vector<BoundResource> resources;                      ///< by number
  std::vector<const UavBinding*> uavs;                       ///< by number
  std::vector<const Uav*> uav_declarations;  ///< by number, structured and typed first
  std::uint32_t end_of_main = 0;
};

/// State that the wavefronts of a group share.
struct Group {
  std::vector<Word> owned_lds;                         ///< for lds_read_vec and lds_write_vec
  std::map<std::uint32_t, std::vector<Word>> lds;      ///< by id
  std::map<std::uint32_t, std::uint32_t> lds_strides;  ///< bytes, 0 without structures
};

enum class FrameKind : std::uint8_t { main, branch, loop, choice, function };

/// A block that a wavefront has entered.
struct Frame {
  FrameKind kind = FrameKind::main;
  Lanes saved = 0;                  ///< lanes that continue after the block
  Lanes pending = 0;                ///< waiting for the else; continued; not yet taken by a case
  std::uint32_t next = 0;           ///< where a wavefront without active lanes continues
  std::uint32_t opening = 0;        ///< the loop; for a function, the return address
  std::array<Word, lanes> value{};  ///< of a switch
};

enum class Outcome : std::uint8_t { fenced, finished };

/// A wavefront of 64 threads in lock-step: its registers, its active lanes and its open blocks.
struct Wave {
  explicit Wave(const Machine& of);

  /// Prepares for a new set of threads: registers 0, `existing` lanes active.
  void reset(Lanes existing);
  /// Executes until a fence or the end.
  Outcome run();

  Word* column(Column c) { return (c.shared ? shared : memory.data()) + c.offset; }
  void set_active(Lanes lanes);

  const Machine& machine;
  Word* shared;
  std::vector<Word> memory;
  Group* group = nullptr;
  Lanes existing = 0, active = 0, discarded = 0;
  bool full = false;  ///< every lane that exists is active
  std::array<Word, lanes> lane_mask{};
  std::vector<Frame> frames;
  std::uint32_t pc = 0;
  std::uint64_t steps = 0;
  std::uint64_t next_pause = 0;         ///< steps after which pause() is due
  std::vector<std::uint64_t> executed;  ///< by instruction, summed over all lanes
  int traced_lane = -1;
  std::uint32_t first_thread = 0;  ///< of the group, flat

 private:
  void execute(const Op& op);
  void flow(const Op& op);
  void enter(FrameKind kind, const Op& op, Lanes taken, Lanes pending);
  void remove(Lanes gone, FrameKind until);
  void go_on_if_empty();
  Lanes condition(const Op& op);
  /// At intervals: checks the step limit and whether the run must end.
  void pause();
  [[noreturn]] void stop_endless() const;
};

// arithmetic.cpp
/// The function that computes an instruction's result for all lanes.
Handler handler_of(const Instruction& instruction);
/// Brings an instruction's sources, swizzled and negated, to the columns that its handler reads.
void fetch(Wave& wave, const Op& op);
/// Writes a handler's result to the destination, under its mask and for active lanes.
void commit(Wave& wave, const Op& op);

// memory.cpp
/// Executes a load, a store or an atomic operation for all active lanes.
void access_memory(Wave& wave, const Op& op);
/// Reads a source in g[], or one with an index in a register, lane by lane.
void gather(Wave& wave, const Op& op, std::size_t source);
/// Writes a result to g[], or to a register file with an index in a register, lane by lane.
void scatter(Wave& wave, const Op& op);

// trace.cpp
/// Prints an instruction and its result, if the traced thread is active.
void trace(const Wave& wave, const Op& op);

/// Throws a LocatedError with the instruction's place.
[[noreturn]] void fail_at(const Instruction& instruction, const std::string& sentence);

}  // namespace gputest::il

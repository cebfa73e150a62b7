#include "il_reference/opencl/lock_step.hpp"

#include <algorithm>

#include "il_reference/language/instructions.hpp"
#include "il_reference/opencl/kernel_arguments.hpp"

namespace gputest::il {
namespace {

constexpr std::uint32_t kWavefront = 64;
constexpr unsigned kDeepest = 32;  // calls

// LDS by its number, and two that have none.
constexpr std::uint32_t kAreas = 0xFFFFFFFF;    // the LDS of the RV7xx
constexpr std::uint32_t kBarrier = 0xFFFFFFFE;  // no memory: a fence

// The kinds of an access.
constexpr unsigned kReads = 1, kWrites = 2, kUpdates = 4;

bool in_areas(Opcode opcode) {
  return opcode == Opcode::lds_read_vec || opcode == Opcode::lds_write_vec;
}

std::uint32_t memory_of(const Instruction& instruction) {
  return in_areas(instruction.opcode) ? kAreas : instruction.suffixes.id;
}

unsigned kind_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::lds_read_vec:
    case Opcode::lds_load:
    case Opcode::lds_load_vec:
      return kReads;
    case Opcode::lds_write_vec:
    case Opcode::lds_store:
    case Opcode::lds_store_vec:
      return kWrites;
    default:
      return kUpdates;
  }
}

/// Whether an access must wait for those before it. Atomics may follow each other in any order, and
/// a thread writes only to its own area.
bool conflicts(unsigned before, const Instruction& instruction) {
  const unsigned kind = kind_of(instruction.opcode);
  if (kind == kReads) return (before & (kWrites | kUpdates)) != 0;
  if (kind == kUpdates) return (before & (kReads | kWrites)) != 0;
  return instruction.opcode == Opcode::lds_write_vec ? (before & kReads) != 0 : before != 0;
}

bool is_barrier(const Instruction& instruction) {
  return info(instruction.opcode).shape == Shape::fence &&
         (instruction.suffixes.fence_threads || instruction.suffixes.fence_lds);
}

template <class Pending>
void join(Pending& into, const Pending& from) {
  for (const auto& [memory, kinds] : from) into[memory] |= kinds;
}

}  // namespace

LockStep::LockStep(const Program& program)
    : program_(program),
      active_(false),
      one_wavefront_(threads_of(program) <= kWavefront),
      uniformity_(program) {
  const auto& instructions = program.instructions;
  for (std::size_t k = 0; k < instructions.size(); ++k)
    if (instructions[k].opcode == Opcode::func) functions_[k] = {};
  // A function has the accesses of those that it calls; repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [func, accesses] : functions_) {
      Pending found = accesses_in(func + 1, instructions[func].match);
      if (found == accesses) continue;
      accesses = std::move(found);
      changed = true;
    }
  }
  active_ = program.stage == Stage::compute && threads_of(program) > 1 &&
            !accesses_in(0, instructions.size()).empty();
}

bool LockStep::any_split() const {
  return std::any_of(open_.begin(), open_.end(),
                     [](const Block& block) { return block.kind == Block::Kind::some; });
}

bool LockStep::keeps_condition(std::size_t at) const {
  const Instruction& i = program_.instructions[at];
  if (!active_ || (uniformity_.decides_alike(i) && !any_split())) return false;
  if (is_call(i.opcode)) return !functions_.at(i.match).empty();
  std::size_t last = i.match;
  if (program_.instructions[last].opcode == Opcode::else_) last = program_.instructions[last].match;
  return !accesses_in(at + 1, last).empty();
}

void LockStep::open(std::size_t at, const std::string& condition) {
  const Instruction& i = program_.instructions[at];
  Followed block;
  block.at = at;
  block.condition = condition;
  block.before = pending_;
  const bool repeats = is_loop(i.opcode) || i.opcode == Opcode::switch_;
  if (repeats) {
    const bool alike = uniformity_.leaves_alike(at) &&
                       (is_loop(i.opcode) || uniformity_.decides_alike(i)) && !any_split();
    block.kind = alike ? Block::Kind::together : Block::Kind::apart;
    if (is_loop(i.opcode)) join(pending_, accesses_at_end(at));
  } else if (!uniformity_.decides_alike(i) || any_split()) {
    block.kind = Block::Kind::some;
  }
  open_.push_back(std::move(block));
}

void LockStep::take_else() {
  Followed& block = open_.back();
  block.in_else = block.has_else = true;
  if (block.kind != Block::Kind::together) return;  // one branch after the other
  block.other = pending_;
  pending_ = block.before;
}

void LockStep::take_case() { join(pending_, open_.back().before); }

void LockStep::close() {
  const Followed block = std::move(open_.back());
  open_.pop_back();
  const Opcode opcode = program_.instructions[block.at].opcode;
  if (is_loop(opcode) && block.kind == Block::Kind::together) pending_.clear();
  join(pending_, block.leaving);
  const bool branch = !is_loop(opcode) && opcode != Opcode::call;
  if (branch && block.kind == Block::Kind::together)
    join(pending_, block.has_else ? block.other : block.before);
}

void LockStep::leave(std::size_t at) {
  const Instruction& i = program_.instructions[at];
  if (is_return(i.opcode)) {
    const auto call = std::find_if(open_.rbegin(), open_.rend(), [&](const Block& block) {
      return is_call(program_.instructions[block.at].opcode);
    });
    const bool all_leave =
        uniformity_.decides_alike(i) && std::all_of(open_.rbegin(), call, [](const Block& block) {
          return block.kind == Block::Kind::together;
        });
    if (call == open_.rend()) {
      main_is_left_ = main_is_left_ || !all_leave;
      return;
    }
    join(call->leaving, pending_);
    if (!all_leave) call->kind = Block::Kind::apart;
    return;
  }
  if (is_continue(i.opcode)) return;
  const std::size_t block = program_.instructions[i.match].match;
  const auto left = std::find_if(open_.rbegin(), open_.rend(),
                                 [&](const Block& other) { return other.at == block; });
  if (left != open_.rend()) join(left->leaving, pending_);
}

bool LockStep::can_meet() const {
  return active_ && !main_is_left_ &&
         std::none_of(open_.begin(), open_.end(),
                      [](const Block& block) { return block.kind == Block::Kind::apart; });
}

std::vector<LockStep::Block> LockStep::blocks_to_split() const {
  const auto first = std::find_if(open_.begin(), open_.end(), [](const Block& block) {
    return block.kind == Block::Kind::some;
  });
  return {first, open_.end()};
}

bool LockStep::access(const Instruction& instruction) {
  if (!active_) return false;
  const std::uint32_t memory = memory_of(instruction);
  if (instruction.suffixes.neighbour_exchange) met();  // it has its own barriers
  const bool waits = conflicts(pending_[memory], instruction) && can_meet();
  if (waits) met();
  pending_[memory] |= kind_of(instruction.opcode);
  return waits;
}

void LockStep::met() { pending_.clear(); }

LockStep::Pending LockStep::accesses_in(std::size_t first, std::size_t last) const {
  Pending found;
  for (std::size_t k = first; k < last; ++k) {
    const Instruction& i = program_.instructions[k];
    const Shape shape = info(i.opcode).shape;
    if (shape == Shape::lds) found[memory_of(i)] |= kind_of(i.opcode);
    if (shape == Shape::fence) found[kBarrier] |= kReads;
    if (is_call(i.opcode)) join(found, functions_.at(i.match));
  }
  return found;
}

/// The accesses of a loop's iteration that may be pending as the next one begins: those behind its
/// last barrier, or all if an iteration may end before that.
LockStep::Pending LockStep::accesses_at_end(std::size_t loop) const {
  const std::size_t last = program_.instructions[loop].match;
  std::size_t first = loop + 1;
  unsigned depth = 0;
  bool continues = false;
  for (std::size_t k = loop + 1; k < last; ++k) {
    const Instruction& i = program_.instructions[k];
    continues = continues || is_continue(i.opcode);
    if (opens_block(i.opcode)) ++depth;
    if (closes_block(i.opcode)) --depth;
    if (depth == 0 && is_barrier(i)) first = k + 1;
  }
  return accesses_in(continues ? loop + 1 : first, last);
}

}  // namespace gputest::il

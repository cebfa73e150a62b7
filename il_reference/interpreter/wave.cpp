// The control flow of a wavefront. All lanes execute the same instruction. A lane that does not
// take part in a block is inactive there; the wavefront skips a block without active lanes.
#include <bit>

#include <fmt/format.h>

#include <algorithm>

#include "common/core/error.hpp"
#include "il_reference/interpreter/machine.hpp"
#include "il_reference/semantics/il_semantics.h"

namespace gputest::il {
namespace {

constexpr std::size_t deepest = 1024;  // nesting depth of blocks and calls

bool related(Relation relation, float a, float b) {
  switch (relation) {
    case Relation::eq:
      return a == b;
    case Relation::ne:
      return a != b;
    case Relation::gt:
      return a > b;
    case Relation::ge:
      return a >= b;
    case Relation::lt:
      return a < b;
    case Relation::le:
      return a <= b;
  }
  return false;
}

}  // namespace

Wave::Wave(const Machine& of)
    : machine(of),
      shared(const_cast<Word*>(of.shared.data())),
      memory(of.wave_words),
      executed(of.ops.size()) {
  frames.reserve(16);
}

void Wave::reset(Lanes existing_lanes) {
  std::fill(memory.begin(), memory.end(), 0u);
  existing = existing_lanes;
  discarded = 0;
  pc = 0;
  steps = 0;
  next_pause = 0;
  frames.clear();
  Frame& main = frames.emplace_back();
  main.saved = existing;
  main.next = machine.end_of_main;
  set_active(existing);
}

void Wave::set_active(Lanes now) {
  if (now == active && full == (now == existing)) return;
  active = now;
  full = now == existing;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    lane_mask[lane] = (now >> lane & 1u) != 0 ? 0xFFFFFFFFu : 0u;
  }
}

Outcome Wave::run() {
  while (true) {
    const Op& op = machine.ops[pc];
    if (++steps > next_pause) pause();
    executed[pc] += static_cast<std::uint64_t>(std::popcount(active));
    const bool traced = traced_lane >= 0 && (active >> traced_lane & 1u) != 0;
    if (op.handler != nullptr) {
      execute(op);
      ++pc;
      if (traced) trace(*this, op);
      continue;
    }
    const Opcode opcode = op.text->opcode;
    if (traced) trace(*this, op);
    if (opcode == Opcode::endmain) return Outcome::finished;
    if (opcode == Opcode::fence) {
      ++pc;
      const Suffixes& s = op.text->suffixes;
      const bool waits = machine.program.stage == Stage::compute;
      if (waits && (s.fence_threads || s.fence_lds)) return Outcome::fenced;
      continue;
    }
    flow(op);
  }
}

void Wave::execute(const Op& op) {
  if (op.fetches_any) fetch(*this, op);
  op.handler(*this, op);
  if (op.text->has_destination && op.text->destination.file != File::memory) commit(*this, op);
}

/// The active lanes that meet the instruction's condition.
Lanes Wave::condition(const Op& op) {
  if (op.fetches_any) fetch(*this, op);
  const Word* const a = column(op.sources[0][0]);
  Lanes held = 0;
  if (op.text->source_count == 2) {
    const Word* const b = column(op.sources[1][0]);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const bool holds = related(op.text->suffixes.relation, il_float(a[lane]), il_float(b[lane]));
      held |= static_cast<Lanes>(holds) << lane;
    }
    return held & active;
  }
  for (unsigned lane = 0; lane < lanes; ++lane) held |= static_cast<Lanes>(a[lane] != 0) << lane;
  switch (op.text->opcode) {
    case Opcode::if_logicalz:
    case Opcode::break_logicalz:
    case Opcode::continue_logicalz:
    case Opcode::call_logicalz:
    case Opcode::ret_logicalz:
    case Opcode::discard_logicalz:
      return ~held & active;
    default:
      return held & active;
  }
}

void Wave::enter(FrameKind kind, const Op& op, Lanes taken, Lanes pending) {
  if (frames.size() >= deepest) {
    fail_at(*op.text, fmt::format("blocks and calls are nested deeper than {}", deepest));
  }
  Frame& frame = frames.emplace_back();
  frame.kind = kind;
  frame.saved = active;
  frame.pending = pending;
  frame.next = op.text->match;
  frame.opening = pc;
  set_active(taken);
}

/// Removes lanes from the active ones and from all blocks within the innermost one of kind `until`;
/// they continue after that block. Without such a block, removes them from all.
void Wave::remove(Lanes gone, FrameKind until) {
  set_active(active & ~gone);
  for (auto frame = frames.rbegin(); frame != frames.rend() && frame->kind != until; ++frame) {
    frame->saved &= ~gone;
  }
}

void Wave::go_on_if_empty() {
  if (active == 0) pc = frames.back().next;
}

void Wave::flow(const Op& op) {
  const Instruction& i = *op.text;
  const std::uint32_t here = pc++;
  switch (i.opcode) {
    case Opcode::if_logicalz:
    case Opcode::if_logicalnz:
    case Opcode::ifc: {
      const Lanes taken = condition(op);
      const Lanes left = active & ~taken;
      enter(FrameKind::branch, op, taken, left);
      break;
    }
    case Opcode::else_: {
      Frame& frame = frames.back();
      set_active(frame.pending);
      frame.next = i.match;
      break;
    }
    case Opcode::whileloop:
    case Opcode::loop:
      enter(FrameKind::loop, op, active, 0);
      frames.back().opening = here;
      break;
    case Opcode::endloop: {
      Frame& frame = frames.back();
      const Lanes again = active | frame.pending;
      frame.pending = 0;
      if (again != 0) {
        set_active(again);
        pc = frame.opening + 1;
        return;
      }
      set_active(frame.saved);
      frames.pop_back();
      break;
    }
    case Opcode::endif:
    case Opcode::endswitch:
      set_active(frames.back().saved);
      frames.pop_back();
      break;
    case Opcode::switch_: {
      if (op.fetches_any) fetch(*this, op);
      const Word* const value = column(op.sources[0][0]);
      enter(FrameKind::choice, op, 0, active);
      std::copy(value, value + lanes, frames.back().value.begin());
      break;
    }
    case Opcode::case_:
    case Opcode::default_: {
      Frame& frame = frames.back();
      Lanes matched = 0;
      if (i.opcode == Opcode::case_) {
        for (unsigned lane = 0; lane < lanes; ++lane) {
          matched |= static_cast<Lanes>(frame.value[lane] == i.label) << lane;
        }
      } else {
        // Lanes that no later case takes.
        matched = ~Lanes{0};
        for (std::uint32_t at = i.match; machine.ops[at].text->opcode == Opcode::case_;
             at = machine.ops[at].text->match) {
          for (unsigned lane = 0; lane < lanes; ++lane) {
            const bool later = frame.value[lane] == machine.ops[at].text->label;
            matched &= ~(static_cast<Lanes>(later) << lane);
          }
        }
      }
      matched &= frame.pending;
      frame.pending &= ~matched;
      frame.next = i.match;
      set_active(active | matched);
      break;
    }
    case Opcode::break_:
    case Opcode::break_logicalz:
    case Opcode::break_logicalnz:
    case Opcode::breakc: {
      const Lanes gone = i.opcode == Opcode::break_ ? active : condition(op);
      const bool loop = machine.ops[i.match].text->opcode == Opcode::endloop;
      remove(gone, loop ? FrameKind::loop : FrameKind::choice);
      break;
    }
    case Opcode::continue_:
    case Opcode::continue_logicalz:
    case Opcode::continue_logicalnz:
    case Opcode::continuec: {
      const Lanes gone = i.opcode == Opcode::continue_ ? active : condition(op);
      remove(gone, FrameKind::loop);
      const auto loop = std::find_if(frames.rbegin(), frames.rend(), [](const Frame& frame) {
        return frame.kind == FrameKind::loop;
      });
      loop->pending |= gone;
      break;
    }
    case Opcode::call:
    case Opcode::call_logicalz:
    case Opcode::call_logicalnz: {
      const Lanes taken = i.opcode == Opcode::call ? active : condition(op);
      if (taken == 0) return;
      enter(FrameKind::function, op, taken, 0);
      frames.back().next = machine.ops[i.match].text->match;
      frames.back().opening = here + 1;
      pc = i.match + 1;
      return;
    }
    case Opcode::endfunc: {
      const Frame frame = frames.back();
      frames.pop_back();
      set_active(frame.saved);
      pc = frame.opening;
      break;
    }
    case Opcode::ret:
    case Opcode::ret_dyn:
    case Opcode::ret_logicalz:
    case Opcode::ret_logicalnz: {
      const Lanes gone = i.source_count == 0 ? active : condition(op);
      // Leaves the main program if no function is running.
      remove(gone, FrameKind::function);
      break;
    }
    case Opcode::discard_logicalz:
    case Opcode::discard_logicalnz: {
      const Lanes gone = condition(op);
      discarded |= gone;
      set_active(active & ~gone);
      for (Frame& frame : frames) frame.saved &= ~gone;
      break;
    }
    default:
      break;
  }
  go_on_if_empty();
}

void Wave::pause() {
  constexpr std::uint64_t often = 1u << 16;
  if (steps > machine.options.step_limit) stop_endless();
  if (machine.options.check) machine.options.check();
  next_pause = std::min(machine.options.step_limit, steps + often);
}

void Wave::stop_endless() const {
  const Instruction* at = machine.ops[pc].text;
  for (const Frame& frame : frames) {
    if (frame.kind == FrameKind::loop) at = machine.ops[frame.opening].text;
  }
  fail_at(*at, fmt::format("a thread took more than {} instructions in this {}",
                           machine.options.step_limit, is_loop(at->opcode) ? "loop" : "program"));
}

}  // namespace gputest::il

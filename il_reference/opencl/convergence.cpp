#include "il_reference/opencl/convergence.hpp"

#include <algorithm>
#include <set>

namespace gputest::il {
namespace {

bool may_leave(Opcode opcode) {
  return opcode == Opcode::ret || opcode == Opcode::ret_dyn || opcode == Opcode::ret_logicalz ||
         opcode == Opcode::ret_logicalnz || opcode == Opcode::discard_logicalz ||
         opcode == Opcode::discard_logicalnz;
}

class Convergence {
 public:
  explicit Convergence(const Program& program) : instructions_(program.instructions) {}

  bool holds(std::size_t at) {
    const std::size_t function = beginning_of(at);
    unsigned open = 0;
    for (std::size_t k = function; k < at; ++k) {
      const Opcode opcode = instructions_[k].opcode;
      if (may_leave(opcode)) return false;
      if (opcode == Opcode::func) continue;
      if (opens_block(opcode)) ++open;
      if (closes_block(opcode)) --open;
    }
    if (open != 0) return false;
    return function == 0 || all_callers_hold(function);
  }

 private:
  /// The func of the instruction; 0 in main, which comes first.
  std::size_t beginning_of(std::size_t at) const {
    while (at > 0 && instructions_[at].opcode != Opcode::func) --at;
    return at;
  }

  bool all_callers_hold(std::size_t function) {
    if (!seen_.insert(function).second) return true;  // its callers are already being checked
    for (std::size_t k = 0; k < instructions_.size(); ++k) {
      const Instruction& call = instructions_[k];
      if (!is_call(call.opcode) || call.match != function) continue;
      if (call.opcode != Opcode::call || !holds(k)) return false;
    }
    return true;
  }

  const std::vector<Instruction>& instructions_;
  std::set<std::size_t> seen_;
};

}  // namespace

bool all_threads_meet(const Program& program, const Instruction& instruction) {
  return Convergence(program).holds(
      static_cast<std::size_t>(&instruction - program.instructions.data()));
}

}  // namespace gputest::il

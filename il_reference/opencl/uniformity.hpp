// Finds values that all threads of a group share, and the places that they pass together.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Whether the instruction leaves its function, on a condition or without one.
bool is_return(Opcode opcode);

/// Whether the instruction begins the next iteration of its loop, on a condition or without one.
bool is_continue(Opcode opcode);

/// A compute program's values and places that do not depend on the thread. A value is uniform if it
/// is computed at a place that all threads of the group pass together, from nothing but constants,
/// the group's number and other uniform values. Conservative: a value varies unless the text shows
/// that it is uniform.
class Uniformity {
 public:
  explicit Uniformity(const Program& program);

  /// Whether the operands of a condition or a switch are the same in all threads of a group.
  bool decides_alike(const Instruction& instruction) const;

  /// Whether the threads of a group that enter a loop or a switch together leave its iterations
  /// and cases together.
  bool leaves_alike(std::size_t block) const { return torn_.count(block) == 0; }

 private:
  void walk();
  void values();
  bool varies(const Instruction& instruction, std::size_t source, unsigned slots) const;
  bool varies(File file, std::uint32_t number, unsigned slot) const;
  bool result_varies(const Instruction& instruction, unsigned slot) const;
  void mark(std::set<std::size_t>& set, std::size_t at) { changed_ |= set.insert(at).second; }

  const Program& program_;
  std::vector<bool> varying_;            ///< slots of temps
  std::vector<bool> apart_;              ///< instructions that not all threads reach together
  std::set<std::size_t> torn_;           ///< loops and switches that threads leave apart
  std::set<std::size_t> called_apart_;   ///< functions, by their func
  std::set<std::uint32_t> stored_uavs_;  ///< UAVs that the program writes
  bool stores_globals_ = false;
  bool changed_ = true;
};

}  // namespace gputest::il

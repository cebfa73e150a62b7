// Keeps the threads of a group in step where they share LDS. A wavefront of IL's hardware executed
// each instruction in all of its threads before the next one; threads of OpenCL do not.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "il_reference/language/program.hpp"
#include "il_reference/opencl/uniformity.hpp"

namespace gputest::il {

/// Follows the writer of a kernel through the program, block by block, and says where a barrier
/// belongs: between two accesses to the same LDS that may be of one word, unless both only read it.
/// An if that only some threads take is closed before a barrier and opened again behind it.
class LockStep {
 public:
  explicit LockStep(const Program& program);

  /// A block of the program that the writer has opened.
  struct Block {
    enum class Kind : char {
      together,  ///< all threads of the group are in it
      some,      ///< an if that only some take; it may be closed and opened again
      apart,     ///< threads are in different iterations or cases, or some have left
    };
    std::size_t at = 0;
    Kind kind = Kind::together;
    bool in_else = false;
    bool has_else = false;
    std::string condition;  ///< the name of the variable that holds an if's condition
  };

  /// Whether the condition of an if (or a conditional call) must outlive it in a variable.
  bool keeps_condition(std::size_t at) const;

  void open(std::size_t at, const std::string& condition = "");
  void take_else();
  void take_case();  ///< case or default
  void close();
  void leave(std::size_t at);  ///< a break, a continue or a ret

  /// Whether all threads can meet here.
  bool can_meet() const;
  /// The blocks to close before a barrier, the outermost first.
  std::vector<Block> blocks_to_split() const;

  /// Notes an access to LDS. Returns whether a barrier must precede it.
  bool access(const Instruction& instruction);
  /// Notes a barrier.
  void met();

  /// Whether a group is one wavefront, so that its threads need no barrier to see each other's
  /// writes behind a fence of memory.
  bool one_wavefront() const { return active_ && one_wavefront_; }

 private:
  using Pending = std::map<std::uint32_t, unsigned>;  ///< by LDS: the accesses since a barrier
  struct Followed : Block {
    Pending before, other, leaving;
  };
  /// The accesses and barriers in some instructions and in the functions that they call.
  Pending accesses_in(std::size_t first, std::size_t last) const;
  Pending accesses_at_end(std::size_t loop) const;
  bool any_split() const;

  const Program& program_;
  std::map<std::size_t, Pending> functions_;  ///< the accesses of each, by its func
  bool active_;
  bool one_wavefront_;
  Uniformity uniformity_;
  std::vector<Followed> open_;
  Pending pending_;
  bool main_is_left_ = false;
};

}  // namespace gputest::il

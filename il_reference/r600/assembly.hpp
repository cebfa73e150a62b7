// The machine code of AMD's r600 family, in which IL ended: what LLVM's assembly of it says.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gputest::r600 {

/// One operation of a bundle, or one fetch.
struct Operation {
  std::string text;  ///< "MULADD_IEEE T0.Z, PS, PS, PV.W", "VTX_READ_128 T0.XYZW, T0.X, 0, #1"
  std::string file;  ///< that the compiler made it from; empty: it does not say
  std::uint32_t line = 0;  ///< in that file, from 1; 0: it does not say
};

/// What a thread's vector processor does at once: up to five operations (four on Northern Islands).
struct Bundle {
  std::vector<Operation> operations;
  std::vector<std::string> literals;  ///< "-1" or "@table", which operations read as literal.x …
};

/// A run of bundles, or of fetches, that control flow starts as one.
struct Clause {
  std::vector<Bundle> bundles;     ///< of an ALU clause
  std::vector<Operation> fetches;  ///< of a fetch clause
};

/// An instruction of control flow, and the clause that it starts.
struct Step : Operation {
  int clause = -1;  ///< in Code::clauses; negative: it starts none
};

/// A kernel's code.
struct Code {
  std::uint32_t registers = 0;  ///< of four numbers, per thread
  std::uint32_t stack = 0;      ///< entries of control flow
  std::uint32_t lds_words = 0;  ///< of a group
  std::vector<Step> steps;
  std::vector<Clause> clauses;
  std::map<std::string, std::vector<std::uint8_t>> tables;  ///< constant data, by its symbol
};

/// The kernel of that name. Operations have their lines where the compiler was asked for line
/// tables. Throws std::runtime_error where the text has no such kernel, or is not of the r600
/// family.
Code parse_assembly(std::string_view text, const std::string& kernel);

/// Sums over some steps.
struct Count {
  std::uint32_t alu_clauses = 0, fetch_clauses = 0, bundles = 0, operations = 0, fetches = 0;
};
/// Of those steps of the code: [first, last).
Count count(const Code& code, std::size_t first, std::size_t last);

/// Steps from a loop's start to its end: [first, last); empty where there is no loop.
struct Loop {
  std::size_t first = 0, last = 0;
};
/// The loop with most bundles of those that hold no other.
Loop inner_loop(const Code& code);

/// What one line of a source became.
struct LineCount {
  std::uint32_t operations = 0, fetches = 0;
};
/// Of the lines of that file in those steps, [first, last), by number. What is of other files or of
/// none is under 0.
std::map<std::uint32_t, LineCount> count_by_line(const Code& code, const Loop& steps,
                                                 std::string_view file);

}  // namespace gputest::r600

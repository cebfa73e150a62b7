// A task: the problem that submitted kernels solve, as its file describes it (docs/judge.md).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/precision.hpp"
#include "common/task/expression.hpp"

namespace gputest::task {

/// The type of a number; none: float or double, as the precision says.
using NumberType = std::optional<Element>;

/// The values that an array has before a launch.
struct Contents {
  enum class Kind { none, uniform, integers, hash, range, permutation, zero, constant, file };
  Kind kind = Kind::none;
  std::string low, high;  ///< of uniform and integers; `low` of constant
  std::string file = {};  ///< a path, from the task's folder

  /// Whether they can be drawn again.
  bool is_random() const {
    return kind == Kind::uniform || kind == Kind::integers || kind == Kind::hash ||
           kind == Kind::permutation;
  }
};

/// A parameter of the kernel.
struct Parameter {
  enum class Role { scalar, in, out, inout };
  std::string name;
  Role role = Role::scalar;
  NumberType type;
  std::uint32_t components = 1;
  std::string value = {};  ///< of a scalar: an expression or a decimal number
  std::string count = {};  ///< elements of an array, an expression
  Contents contents = {};

  bool is_array() const { return role != Role::scalar; }
  bool is_read() const { return role == Role::in || role == Role::inout; }
  bool is_written() const { return role == Role::out || role == Role::inout; }
};

/// The difference from the reference that a result may have.
struct Comparison {
  enum class Kind { exact, ulps, relative };
  Kind kind = Kind::exact;
  double bound = 0;        ///< ulps, or the multiple of `scale`
  std::string scale = {};  ///< an expression, or the name of an array
};

/// A change of inputs that changes the answer in a known way.
struct Symmetry {
  enum class Kind { scale, permute, shift };
  Kind kind = Kind::scale;
  std::string text = {};    ///< as in the file
  std::string length = {};  ///< elements that permute and shift move
  std::vector<std::string> arrays = {};
};

/// Grid and blocks.
struct Launch {
  std::vector<std::string> threads;  ///< in one or two dimensions; empty if `groups` are given
  std::vector<std::string> groups = {};
  std::vector<std::array<std::uint32_t, 2>> blocks = {};  ///< the default first
  std::string shared = {};  ///< bytes of dynamic shared memory; empty: none
};

/// The function that computes the right answer.
struct ReferenceText {
  std::string file;                                 ///< that contains it
  std::string text = {};                            ///< in C++
  unsigned line = 1;                                ///< of the file, at which the text begins
  std::string python = {};                          ///< the function, if the file is in Python
  std::map<std::string, std::string> answers = {};  ///< NumPy files, by output; then nothing else
};

/// The whole description.
struct Task {
  std::string path;  ///< of its file
  std::string name;  ///< the file's, without extension
  std::string summary = {};
  std::string checksum = {};  ///< of the file and of the reference's file
  std::vector<Parameter> parameters = {};
  Launch launch = {};
  /// Values of all sizes with which kernels run.
  struct Size {
    Values values;
    bool is_timed = false;
  };
  std::vector<Size> sizes = {};  ///< those to verify first
  ReferenceText reference = {};
  std::map<std::string, Comparison> compare = {};  ///< by output
  std::string bytes = {}, flops = {};              ///< expressions; empty: unknown
  std::vector<Symmetry> symmetries = {};

  const Parameter* find(const std::string& parameter) const;
  /// The precisions of its rows: both if a type depends on it.
  std::vector<Precision> precisions() const;
};

/// The parameter of that text, "in float x[n] = uniform(-1, 1)". Throws Error(bad_input).
Parameter parse_parameter(const std::string& text, const std::vector<std::string>& sizes);
/// "exact", "2 ulps", "1e-6 of c_size". Throws Error(bad_input).
Comparison parse_comparison(const std::string& text);
/// "scale x y", "permute n: x y". Throws Error(bad_input).
Symmetry parse_symmetry(const std::string& text);

/// Throws Error(bad_input) if parts of the task do not fit each other: a name that occurs twice or
/// not at all, an output without a comparison, an expression of unknown names.
void require_consistent(const Task& task);

/// Whether the reference computes the scale of these differences, in an array of its own.
bool has_own_scale(const Task& task, const Comparison& comparison);

/// The type in that precision.
Element element_of(const NumberType& type, Precision precision);
/// The same with the task's name of the type: "uint", "real".
std::string name_of(const NumberType& type);
bool is_real(Element element);

}  // namespace gputest::task

// An algorithm: how its inputs are made, what the right answer is and how much work it is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// An option of the command line that an algorithm understands, such as --eps.
struct ProblemOption {
  std::string name;  ///< without dashes
  std::string default_value;
  std::string help;
};

/// An axis that an algorithm's kernels have beside layout, precision and block, such as --newton3.
/// The kernels say which values they take.
struct Axis {
  std::string name;  ///< without dashes
  std::vector<std::string> values;
  std::string help;
  /// Whether a kernel that names no values of it takes every one, as the registry then says.
  bool of_every_kernel = false;
};

/// What the user asked for.
struct ProblemRequest {
  std::uint64_t n = 0;                       ///< ignored if `input` is set
  std::optional<std::uint64_t> seed;         ///< none: the generator's own
  std::shared_ptr<const ParticleSet> input;  ///< null: the algorithm generates its own
  std::map<std::string, std::string> options;
};

/// The value of an option as a finite number. Throws Error(bad_input) naming the option otherwise.
double number_option(const ProblemRequest& request, const std::string& name);
/// The value of an option as a positive whole number.
std::uint64_t count_option(const ProblemRequest& request, const std::string& name);

/// The value of an option that is on or off.
bool switch_option(const ProblemRequest& request, const std::string& name);

/// How far an answer is from the reference. Errors are norms the algorithm states, relative to
/// what it says; a component that is not finite counts as infinitely wrong.
struct Verification {
  bool passed = false;
  double max_error = 0;
  double rms_error = 0;
  double tolerance = 0;
  std::uint64_t worst_index = 0;
  std::uint64_t checked = 0;  ///< results compared with the reference
  std::string reason;         ///< a sentence, if not passed
};

/// What one launch does, by the algorithm's own count.
struct Work {
  double interactions = 0;
  double flops = 0;
  double bytes = 0;  ///< least traffic to and from device memory: each array once
};

/// One result as `--forces` writes it.
struct ParticleResult {
  std::int64_t id = 0;
  double x = 0, y = 0, z = 0;  ///< acceleration or force
  double potential = 0;
};

/// One instance of an algorithm: its data, its reference and its work. It outlives the runs that
/// use it, so that its reference is computed once.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual std::uint64_t n() const = 0;
  /// Shapes of the kernel arguments, allocating nothing. Throws Error(bad_input) for what the
  /// configuration cannot hold, such as a position beyond the precision's range.
  virtual KernelSignature shapes(const Configuration& configuration) const = 0;
  virtual std::vector<HostArray> inputs(const Configuration& configuration) const = 0;
  /// Computes the reference for inputs rounded to the configuration's precision, unless it is there
  /// already.
  virtual void make_reference(const Configuration& configuration) = 0;
  /// Compares the outputs of a launch in that configuration with the reference, which
  /// make_reference() has made; `arithmetic` is the precision of a single interaction.
  virtual Verification verify(const Configuration& configuration, Precision arithmetic,
                              const std::vector<HostArray>& outputs) const = 0;
  virtual Work work(const Configuration& configuration) const = 0;
  /// What tells this instance from another, for the result's "problem" field.
  virtual nlohmann::ordered_json parameters(const Configuration& configuration) const = 0;
  /// The outputs in physical terms, in input order.
  virtual std::vector<ParticleResult> results(Precision precision,
                                              const std::vector<HostArray>& outputs) const = 0;
  /// What the vector of a ParticleResult is: "a" (acceleration) or "f" (force).
  virtual std::string vector_name() const { return "a"; }
};

class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;
  virtual std::vector<ProblemOption> options() const = 0;
  /// Axes of its kernels beside those that every kernel has.
  virtual std::vector<Axis> axes() const { return {}; }
  /// Throws Error(bad_input) or Error(out_of_memory) before allocating for what cannot be run.
  virtual std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const = 0;
};

}  // namespace gputest

// Variants of a task's inputs by its symmetries, and the answers to them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/task/comparison.hpp"
#include "common/task/task.hpp"

namespace gputest::task {

/// Changes of arrays by all symmetries of a task, as one variant chooses them.
class Variant {
 public:
  /// `number` 0 changes nothing.
  Variant(const Task& task, const Values& values, std::uint32_t number);

  /// Changes the array of that parameter: an input, or an output of the reference.
  void apply(const std::string& parameter, Numbers& numbers, std::uint32_t components) const;
  /// The same for the scale of an output's allowed differences.
  void apply_to_scale(const std::string& parameter, std::vector<double>& scale,
                      std::uint32_t components) const;

 private:
  struct Change {
    const Symmetry* symmetry;
    double factor = 1;
    std::vector<std::uint64_t> places = {};  ///< of each element; empty: its own
  };
  template <class Item>
  void move(const std::string& parameter, std::vector<Item>& items, std::uint32_t components) const;
  double factor_of(const std::string& parameter) const;

  std::vector<Change> changes_;
};

/// The variants whose scales are smallest and largest.
inline constexpr std::uint32_t kLeastScale = 1600, kMostScale = 1615;

/// Throws Error(bad_input) if a symmetry of the task cannot be applied at that size: it moves
/// another number of elements than an array has.
void require_lengths(const Task& task, const Values& values);

}  // namespace gputest::task

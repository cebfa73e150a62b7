#include "common/core/defences.hpp"

#include <algorithm>
#include <bitset>

#include "common/core/error.hpp"

namespace gputest {
namespace {

std::bitset<32>& left_out() {
  static std::bitset<32> defences;
  return defences;
}

}  // namespace

const std::vector<Named>& all_defences() {
  static const std::vector<Named> all{
      {"rubbish", "results and scratch are overwritten before each sample"},
      {"copies", "successive launches use different copies of the arrays"},
      {"symmetries", "each copy has other inputs than the verified launch"},
      {"draws", "after a sample, the results of a random copy are verified"},
      {"inputs", "inputs are compared with what they were"},
      {"guards", "the bytes around arrays are compared with what they were"},
      {"claims", "further inputs test a row's precision, sums and atomic additions"},
      {"skips", "a launch over an existing result must not be quicker"},
      {"ceilings", "no row is faster than the device's measured arithmetic and copies"},
      {"rivals", "no user's kernel is many times as fast as gputest's"},
      {"variables", "no user's kernel has a variable that outlives a launch"},
      {"accesses", "hip:host compares each access of a user's kernel with its arrays"},
      {"jail", "judge shuts in submissions that are code of the host"}};
  return all;
}

void leave_out_defences(const std::vector<std::string>& names) {
  const std::vector<std::string> known = names_of(all_defences());
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) throw Error(Status::usage, no_such("defence", name, known));
    left_out().set(static_cast<std::size_t>(found - known.begin()));
  }
}

bool is_left_out(Defence defence) { return left_out().test(static_cast<std::size_t>(defence)); }

std::vector<std::string> defences_left_out() {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < all_defences().size(); ++k)
    if (left_out().test(k)) names.push_back(all_defences()[k].name);
  return names;
}

}  // namespace gputest

// The places of a library's memory that a client has set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>

namespace gputest::libraries {

/// A set of places, numbered from 0.
class SetPlaces {
 public:
  /// Adds the places first … first + count - 1.
  void add(std::size_t first, std::size_t count) {
    const std::size_t end = first + count;
    if (first > complete_) {
      std::size_t& known = later_[first];
      known = std::max(known, end);
      return;
    }
    complete_ = std::max(complete_, end);
    while (!later_.empty() && later_.begin()->first <= complete_) {
      complete_ = std::max(complete_, later_.begin()->second);
      later_.erase(later_.begin());
    }
  }
  /// The number of places before the first one that is not in the set.
  std::size_t complete() const { return complete_; }

 private:
  std::size_t complete_ = 0;
  std::map<std::size_t, std::size_t> later_;  ///< beginnings and ends of other ranges
};

}  // namespace gputest::libraries

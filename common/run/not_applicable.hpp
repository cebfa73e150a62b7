// What a problem says of a configuration that cannot solve it.
#pragma once

#include <string>

#include "common/core/error.hpp"

namespace gputest {

/// Thrown by Problem::shapes() where no kernel of that configuration can solve this problem, others
/// of the family can, and nothing is wrong with either: the row is skipped for that reason, a
/// sentence without a full stop.
class NotApplicable : public Error {
 public:
  explicit NotApplicable(const std::string& reason) : Error(Status::bad_input, reason) {}
};

}  // namespace gputest

// The refusal of a configuration that cannot solve a problem.
#pragma once

#include <string>

#include "common/core/error.hpp"

namespace gputest {

/// Thrown by Problem::shapes() if no kernel of that configuration can solve this problem, but
/// others of the family can, and nothing is wrong. The row is then skipped with this reason, a
/// sentence without a full stop.
class NotApplicable : public Error {
 public:
  explicit NotApplicable(const std::string& reason) : Error(Status::bad_input, reason) {}
};

}  // namespace gputest

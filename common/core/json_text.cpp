#include "common/core/json_text.hpp"

#include <nlohmann/json.hpp>

namespace gputest {

nlohmann::ordered_json parse_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text);
}

}  // namespace gputest

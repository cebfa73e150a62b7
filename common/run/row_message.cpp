#include "common/run/row_message.hpp"

#include "common/run/row_fields.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;
using namespace row_fields;

/// A value as a list of its parts; numbers and texts remain as they are.
template <class T>
Json packed(const T& value) {
  Json list = Json::array();
  if constexpr (HasFields<const T>) {
    std::apply([&](const auto&... field) { (list.push_back(packed(field)), ...); }, fields(value));
  } else if constexpr (IsOptional<T>::value) {
    if (value) list.push_back(packed(*value));
  } else if constexpr (IsVector<T>::value) {
    for (const auto& part : value) list.push_back(packed(part));
  } else {
    return Json(value);
  }
  return list;
}

template <class T>
void unpack(const Json& json, T& value) {
  if constexpr (HasFields<T>) {
    std::size_t k = 0;
    std::apply([&](auto&... field) { (unpack(json.at(k++), field), ...); }, fields(value));
  } else if constexpr (IsOptional<T>::value) {
    value.reset();
    if (!json.empty()) unpack(json.at(0), value.emplace());
  } else if constexpr (IsVector<T>::value) {
    value.clear();
    for (const Json& part : json) unpack(part, value.emplace_back());
  } else {
    value = json.get<T>();
  }
}

}  // namespace

std::string to_message(const ResultRow& row) {
  std::string message;
  Json::to_cbor(packed(row), message);
  return message;
}

void from_message(std::string_view message, ResultRow& row) {
  unpack(Json::from_cbor(message), row);
}

}  // namespace gputest

#include <utility>

#include "common/cpu/declaration.hpp"

namespace gputest::cpu {

Launch::Launch(std::function<void()> run) { stages_.push_back({"", std::move(run)}); }
Launch::Launch(std::initializer_list<Stage> stages) : stages_(stages) {}

Launch::Launch(const Launch&) = default;
Launch::Launch(Launch&&) noexcept = default;
Launch& Launch::operator=(const Launch&) = default;
Launch& Launch::operator=(Launch&&) noexcept = default;
Launch::~Launch() = default;

}  // namespace gputest::cpu

// Runs small IL programs for the tests.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/parser.hpp"

namespace gputest::test {

using Words = std::vector<std::uint32_t>;

inline std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
inline float as_float(std::uint32_t word) { return std::bit_cast<float>(word); }

/// The head of a pixel program: vWinCoord0, o0, and `resources` 2D resources of four words.
inline std::string pixel_header(std::size_t resources) {
  std::string text =
      "il_ps_2_0\n"
      "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
      "dcl_output_generic o0\n";
  for (std::size_t i = 0; i < resources; ++i) {
    text += fmt::format(
        "dcl_resource_id({})_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n", i);
  }
  return text;
}

/// Runs a pixel program and returns o0. There are as many threads as `inputs[0]` has elements (four
/// words each). Input i is resource i, and `constants` is cb0.
inline Words run_pixel(std::string_view text, const std::vector<Words>& inputs,
                       const Words& constants = {}, const il::RunOptions& options = {}) {
  const il::Program program = il::read_program(text, "test.il");
  const auto count = static_cast<std::uint32_t>(inputs.at(0).size() / 4);
  il::Bindings bindings;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    bindings.resources[static_cast<std::uint32_t>(i)] = {inputs[i], il::Format::float4, count, 1,
                                                         count};
  }
  Words output(inputs[0].size(), 0xDEADBEEF);
  bindings.outputs[0] = {output, il::Format::float4, count, 1, count};
  if (!constants.empty()) bindings.constants[0] = constants;
  il::run(program, bindings, il::Domain{0, 0, count, 1}, options);
  return output;
}

/// Runs lines of a program for one thread with `inputs` (four words each) in r0, r1, …; returns
/// r10.
inline Words run_lines(std::string_view lines, const std::vector<Words>& inputs,
                       const Words& constants = {}) {
  std::string text = pixel_header(inputs.size());
  if (!constants.empty()) text += fmt::format("dcl_cb cb0[{}]\n", constants.size() / 4);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text += fmt::format("sample_resource({0})_sampler({0}) r{0}, vWinCoord0.xyxy\n", i);
  }
  text += lines;
  text += "\nmov o0, r10\nend\n";
  return run_pixel(text, inputs, constants);
}

/// Runs a compute program over `groups` with `memory` as UAV 0; returns UAV 0 afterwards.
inline Words run_compute(std::string_view text, Words memory, std::uint32_t groups,
                         const il::RunOptions& options = {}) {
  const il::Program program = il::read_program(text, "test.il");
  il::Bindings bindings;
  const auto count = static_cast<std::uint32_t>(memory.size());
  bindings.uavs[0] = {memory, il::Format::uint1, count, 1, count};
  il::run(program, bindings, il::Groups{groups, 1, 1}, options);
  return memory;
}

}  // namespace gputest::test

// Squares four numbers by an IL program.
#include <bit>
#include <cstdio>
#include <gputest/il.hpp>

int main() {
  namespace il = gputest::il;
  const il::Program program = il::read_program(
      "il_ps_2_0\n"
      "dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__\n"
      "dcl_output_generic o0\n"
      "dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)_fmty(float)_fmtz(float)_fmtw(float)\n"
      "sample_resource(0)_sampler(0) r0, vWinCoord0.xyxy\n"
      "mul o0, r0, r0\n"
      "end\n",
      "square.il");
  std::array<std::uint32_t, 4> words{};
  for (unsigned k = 0; k < 4; ++k)
    words[k] = std::bit_cast<std::uint32_t>(1.5f + static_cast<float>(k));
  std::array<std::uint32_t, 4> squares{};
  il::Bindings bindings;
  bindings.resources[0] = {words, il::Format::float4, 1, 1, 1};
  bindings.outputs[0] = {squares, il::Format::float4, 1, 1, 1};
  il::run(program, bindings, il::Domain{});
  for (const std::uint32_t word : squares) std::printf("%g\n", std::bit_cast<float>(word));
}

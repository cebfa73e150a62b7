// Users' kernels in CUDA, HIP and C++: the input and the output of their compilers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/registry.hpp"
#include "app/verify/exploits.hpp"
#include "common/core/embedded.hpp"
#include "common/core/error.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"
#include "common/owncode/state.hpp"
#include "common/texts/nvrtc.hpp"

namespace gputest {
const std::vector<EmbeddedFile>& embedded_templates();
}

namespace gputest::own_code_test {
namespace {

using owncode::Dialect;
using owncode::Parameter;

/// A family's template as a user's file; `family` is for instance "gravity".
OwnKernel template_of(const std::string& family, const std::string& extension) {
  for (const EmbeddedFile& file : embedded_templates())
    if (file.path == "app/texts/templates/" + family + extension) {
      std::string text(file.text);
      const std::string marker = "GT_PARAMETERS ";
      if (const auto at = text.find(marker); at != text.npos)
        text.replace(at, marker.size(), "const gt_real4* xyzm, ");
      return {"./mine" + extension, text, family, "template"};
    }
  throw std::logic_error("no template of " + family);
}

Configuration configuration_of(const KernelInfo& info, Precision precision) {
  Configuration configuration{info.layouts.front(), precision,
                              info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  return configuration;
}

std::string thrown_by(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what() + ("\n" + error.api_failure().build_log);
  }
  return "";
}

TEST(OwnCode, NvrtcCompilesEveryTemplateAndItsParametersAreTheFamilys) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const Registry registry = make_registry();
  for (const char* name : {"gravity", "lj", "memory", "reorder", "roofline", "stencil"}) {
    SCOPED_TRACE(name);
    const Family& family = *registry.find_family(name);
    const owncode::OwnCode code = owncode::read_own_code(template_of(name, ".cu"), family, "cuda");
    ASSERT_EQ(code.info.fault, "");
    ProblemRequest request;
    request.n = 1000;
    const auto problem = family.make_problem(request);
    for (const Precision precision : code.info.precisions) {
      Configuration configuration = configuration_of(code.info, precision);
      if (std::string(name) == "reorder") configuration.axes["element"] = "16";
      if (std::string(name) == "roofline") configuration.axes["fmas"] = "64";
      const KernelSignature shapes = problem->shapes(configuration);
      const texts::CompiledCuda compiled = texts::compile_cuda(
          "mine.cu",
          owncode::own_program(code, Dialect::cuda, configuration, shapes.specializations), "sm_90",
          texts::own_cuda_options(code.options));
      EXPECT_EQ(compiled.image.substr(1, 3), "ELF");
      EXPECT_NO_THROW(owncode::require_stateless("mine.cu", compiled.machine_code, compiled.ptx));
      const auto parameters = owncode::parameters_in(compiled.machine_code, code.entry);
      EXPECT_NO_THROW(owncode::require_parameters(code.entry, parameters, shapes, precision));
    }
  }
}

TEST(OwnCode, NvrtcsVariablesAreNotTheAuthors) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const auto complaint = [](const std::string& declared, const std::string& body) {
    const std::string text =
        declared + " extern \"C\" __global__ void f(float* x, double* y) { " + body + " }";
    return thrown_by([&] {
      const texts::CompiledCuda compiled = texts::compile_cuda("mine.cu", text, "sm_90", {});
      owncode::require_stateless("mine.cu", compiled.machine_code, compiled.ptx);
    });
  };
  const std::string count = "x[0] = state++;";
  EXPECT_EQ(complaint("", "x[0] = sinf(x[1]) + sinpif(x[2]); y[0] = sin(y[1]) + sinpi(y[2]);"), "");
  EXPECT_EQ(complaint("", "printf(\"a\"); printf(\"%d\", 1); assert(x[0] > 0);"), "");
  EXPECT_EQ(complaint("__constant__ float table[2] = {1, 2};", "x[0] = table[(int)x[1]];"), "");
  for (const char* name :
       {"state", "__cudart_state", "__cudart_i2opi_f", "__hip_cuid_state", "completed_"}) {
    const std::string said =
        complaint(fmt::format("#define state {0}\n__device__ int {0};", name), count);
    EXPECT_NE(said.find(fmt::format("mine.cu keeps the variable {} from one", name)), said.npos)
        << said;
  }
}

TEST(OwnCode, ConstantsAreNoVariablesUnlessTheyAreWritten) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const auto complaint = [](const std::string& text) {
    return thrown_by([&] {
      const texts::CompiledCuda compiled = texts::compile_cuda("mine.cu", text, "sm_90", {});
      owncode::require_stateless("mine.cu", compiled.machine_code, compiled.ptx);
    });
  };
  const std::string declared =
      "constexpr float table[3] = {1, 2, 3}; __device__ const float more[2] = {4, 5};\n"
      "struct S { static constexpr int steps[2] = {3, 4}; };\n"
      "template <class T> __device__ T of(int i) { static const T w[3] = {1, 2, 7}; return w[i]; "
      "}\n"
      "extern \"C\" __global__ void g(float* x, int i) { x[0] = of<float>(i); }\n"
      "extern \"C\" __global__ void f(float* x, int i) {\n";
  EXPECT_EQ(complaint(declared + "static constexpr float own[3] = {7, 8, 9};\n"
                                 "float sum = 0; for (int k = 0; k < i; ++k) sum += table[k % 3];\n"
                                 "x[i] = sum + more[i] + own[i] + S::steps[i]; }"),
            "");
  for (const char* writes :
       {"const_cast<float&>(more[i]) = more[0] + 1; x[0] = more[1];",
        "atomicAdd(const_cast<float*>(more + i), 1.f); x[0] = more[1];",
        "*(volatile float*)(i > 3 ? &table[1] : &more[0]) += 1; x[0] = more[i];",
        "((const float**)x)[i] = more;",
        "asm volatile(\"{ .reg .u64 a; mov.u64 a, %0; st.global.f32 [a], 0f3F800000; }\" ::\"l\"("
        "more)); x[0] = more[i];",
        "asm volatile(\"st.global.f32\\n [%0], 0f3F800000;\" ::\"l\"(more)); x[0] = more[i];",
        "asm volatile(\"st.global.f32[%0],0f3F800000;\" ::\"l\"(more)); x[0] = more[i];",
        "asm volatile(\".pragma \\\".func \\\";\"); const_cast<float&>(more[i]) = 1; x[0] = "
        "more[1];"}) {
    const std::string said = complaint(declared + writes + " }");
    EXPECT_NE(said.find("mine.cu keeps the variable "), said.npos) << writes << said;
  }
}

TEST(OwnCode, CudaIsCompiledAsNvccCompilesIt) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const Registry registry = make_registry();
  OwnKernel own = template_of("memory", ".cu");
  own.text =
      "#include <cuda_runtime.h>\n#include <cfloat>\n#include <climits>\n#include <cstdint>\n"
      "#include <math.h>\n" +
      own.text +
      "\n__device__ float least(const float* x, int n) {\n"
      "  float least = INFINITY;\n"
      "  for (uint32_t k = 0; k < (uint32_t)n; ++k) least = fminf(least, x[k]);\n"
      "  return n == INT_MAX ? NAN : n > 1 ? least : FLT_MAX;\n}\n";
  const owncode::OwnCode code =
      owncode::read_own_code(own, *registry.find_family("memory"), "cuda");
  ASSERT_EQ(code.info.fault, "");
  const std::string text = owncode::own_program(
      code, Dialect::cuda, configuration_of(code.info, Precision::fp32), {{"access", 0}});
  const auto compile = [&](const std::string& more) {
    return thrown_by(
        [&] { texts::compile_cuda("mine.cu", more + text, "sm_90", texts::own_cuda_options()); });
  };
  EXPECT_EQ(compile(""), "");
  const bool has_toolkit = texts::own_cuda_options().size() > 2;
  EXPECT_EQ(has_toolkit ? compile("#include <cuda_fp16.h>\n#include <mma.h>\n") : "", "");
}

TEST(OwnCode, NvrtcCompilesEveryExploitAndRightKernel) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const Registry registry = make_registry();
  for (const Exploit& one : all_exploits()) {
    if (one.api != "cuda") continue;
    SCOPED_TRACE(one.name);
    const std::string marker = "gputest kernel: ";
    const std::size_t at = one.text.find(marker) + marker.size();
    const std::string kernel = one.text.substr(at, one.text.find('\n', at) - at);
    const std::string family = kernel.substr(0, kernel.find('_'));
    const owncode::OwnCode code = owncode::read_own_code(
        {"./" + one.file, one.text, family, kernel.substr(family.size() + 1)},
        *registry.find_family(family), "cuda");
    ASSERT_EQ(code.info.fault, "");
    Configuration configuration = configuration_of(code.info, code.info.precisions.front());
    ProblemRequest request;
    request.n = 1000;
    const auto shapes = registry.find_family(family)->make_problem(request)->shapes(configuration);
    EXPECT_EQ(thrown_by([&] {
                texts::compile_cuda(one.file,
                                    owncode::own_program(code, Dialect::cuda, configuration,
                                                         shapes.specializations),
                                    "sm_90", texts::own_cuda_options(code.options));
              }),
              "");
  }
}

TEST(OwnCode, AnNvrtcOlderThanTheGpuGivesPtx) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const texts::CompiledCuda compiled =
      texts::compile_cuda("mine.cu", "extern \"C\" __global__ void f() {}", "sm_999", {});
  EXPECT_NE(compiled.image.find(".entry f"), std::string::npos);
  EXPECT_EQ(compiled.machine_code.substr(1, 3), "ELF");
}

TEST(OwnCode, NvrtcsComplaintNamesFileAndLine) {
  if (!texts::why_no_nvrtc().empty()) GTEST_SKIP() << texts::why_no_nvrtc();
  const std::string complaint = thrown_by([] {
    texts::compile_cuda("mine.cu",
                        "#line 7 \"./mine.cu\"\nextern \"C\" __global__ void f() { x = 1; }",
                        "sm_90", {});
  });
  EXPECT_NE(complaint.find("./mine.cu(7): error"), std::string::npos) << complaint;
}

TEST(OwnCode, ParametersThatAreNotTheFamilysAreNamed) {
  KernelSignature signature;
  signature.inputs = {{"x", Element::fp32, 1, 10}};
  signature.outputs = {{"sums", Element::fp32, 4, 10}};
  signature.scalars = {{"n", 10u}, {"eps2", 0.5}};
  const std::vector<Parameter> right{{'p', 8, 4}, {'p', 8, 16}, {'u', 4, 0}, {'f', 4, 0}};
  const auto complaint = [&](std::size_t k, Parameter parameter) {
    std::vector<Parameter> parameters = right;
    if (k < parameters.size())
      parameters[k] = parameter;
    else
      parameters.push_back(parameter);
    return thrown_by(
        [&] { owncode::require_parameters("f", parameters, signature, Precision::fp32); });
  };
  EXPECT_EQ(complaint(0, right[0]), "");
  EXPECT_EQ(complaint(1, {'p', 8, 4}), "");  // float* for float4*
  EXPECT_EQ(complaint(1, {'p', 8, 0}), "");  // void*
  EXPECT_EQ(complaint(4, {'u', 4, 0}), "f has 5 parameters for 4 arguments: x, sums, n, eps2\n");
  EXPECT_EQ(complaint(3, {'f', 8, 0}), "parameter 4 of f is double, but eps2 is float\n");
  EXPECT_EQ(complaint(2, {'u', 8, 0}),
            "parameter 3 of f is a whole number of 8 bytes, but n is unsigned\n");
  EXPECT_EQ(complaint(0, {'p', 8, 8}),
            "parameter 1 of f is a pointer to a type of 8 bytes, but x is a pointer to float\n");
  EXPECT_EQ(complaint(0, {'u', 4, 0}),
            "parameter 1 of f is a whole number of 4 bytes, but x is a pointer to float\n");
}

TEST(OwnCode, CodeWithoutParameterInformationIsRefused) {
  EXPECT_NE(thrown_by([] {
              owncode::parameters_in(
                  "\x7f"
                  "ELF",
                  "f");
            }).find("does not list"),
            std::string::npos);
}

}  // namespace
}  // namespace gputest::own_code_test

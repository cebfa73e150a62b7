"""Users' kernels in the words of HIP's manuals: the same on hip:host and in AMD's machine code, or refused."""

import shutil
from pathlib import Path

import pytest

from command import BARELY, gputest, listed, rows_of

BAD_INPUT = 4
DEVICES = {device["device"] for device in listed("devices")}
EMULATED = pytest.param("hip:gfx90a", marks=pytest.mark.skipif("hip:gfx90a" not in DEVICES, reason="no gfx90a"))

pytestmark = [pytest.mark.skipif("hip:host" not in DEVICES or shutil.which("c++") is None,
                                 reason="no hip:host or no compiler")]

HEAD = """/* gputest kernel: gravity_written
 *   layouts    = float4
 *   precisions = fp32
 *   blocks     = 64
%s */
"""

# A wrong value of any CHECK makes the answer wrong. The loop is the tiled sum of the manuals.
KERNEL = HEAD % " *   shared     = 16 * GT_BLOCK\n *   options    = OPTIONS\n" + r"""
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <cfloat>
#include <cmath>
#include <cstdint>
namespace cg = cooperative_groups;

extern __shared__ float4 tile[];
__constant__ float table[4] = {0.f, 1.f, 2.f, 3.f};
static __constant__ const int marks[2] = {5, 7};

struct __align__(16) Sum { float x, y, z, w; };

static __device__ __forceinline__ float4 pull(float4 self, float4 other, float eps2) {
  const float4 d = other - self;
  const float r2 = __fmaf_rn(d.x, d.x, __fmaf_rn(d.y, d.y, __fmaf_rn(d.z, d.z, eps2)));
  const float inverse = __frsqrt_rn(r2), over = other.w * inverse;
  float4 a = d * (over * inverse * inverse);
  a.w = over;
  return a;
}
static __device__ bool near(float a, float b) { return fabsf(a - b) <= 1e-5f * fabsf(b); }

#define CHECK(condition) wrong += !(condition)

static __device__ int of_arithmetic(float x) {  // x = 2
  int wrong = 0;
  CHECK(near(__fsqrt_rn(x), 1.41421356f) && near(__frcp_rn(x), 0.5f) && near(__fdividef(3.f, x), 1.5f));
  CHECK(near(__expf(x), 7.389056f) && near(__logf(x), 0.6931472f) && near(__powf(x, 3.f), 8.f));
  CHECK(near(__log2f(x), 1.f) && near(__log10f(x), 0.30103f) && near(__sinf(x), 0.9092974f));
  CHECK(near(__cosf(x), -0.4161468f) && __saturatef(x) == 1.f && near(rsqrtf(x), 0.70710678f));
  CHECK(__fadd_rn(x, 1.f) == 3.f && __fmul_rn(x, 3.f) == 6.f && __fsub_rn(x, 3.f) == -1.f);
  CHECK(near(rcbrtf(8.f * x - 8.f), 0.5f) && near(norm3df(x, x, 1.f), 3.f) && near(rnorm3df(x, x, 1.f), 1 / 3.f));
  CHECK(near(sinpif(x + 0.5f), 1.f) && near(cospif(x + 1.f), -1.f) && near(normcdff(x - 2), 0.5f));
  CHECK(__float2int_rn(x + 0.5f) == 2 && __float2int_rz(-x - 0.7f) == -2 && __float2int_ru(x + 0.1f) == 3);
  CHECK(__float2int_rd(-x - 0.1f) == -3 && __int2float_rn((int)x) == 2.f && __float2uint_rn(x) == 2u);
  CHECK(__double2hiint((double)x) == 0x40000000 && __double2loint((double)x) == 0);
  CHECK(near((float)__dsqrt_rn((double)x), 1.41421356f) && __fma_rn((double)x, 3.0, 1.0) == 7.0);
  CHECK(min(3, (int)x) == 2 && max(3u, (unsigned)x) == 3u && min(x, 3.f) == 2.f && max((double)x, 3.0) == 3.0);
  CHECK(x < FLT_MAX && near((float)M_PI, 3.1415927f) && x < INFINITY && (uint8_t)((int)x + 255) == 1);
  CHECK(!isnan(x) && !isinf(x) && isfinite(x) && !signbit(x));
  return wrong;
}

static __device__ INLINE int of_bits(unsigned k) {  // k = 6
  int wrong = 0;
  CHECK(__popc(k) == 2 && __clz((int)k) == 29 && __ffs((int)k) == 2 && __brev(k) == 0x60000000u);
  CHECK(__popcll(~0ull) == 64 && __clzll((long long)k) == 61 && __brevll(1ull) == 1ull << 63);
  CHECK(__umulhi(k << 29, 8u) == 6u && __mulhi((int)k, -1) == -1 && __umul64hi(1ull << 63, 6ull) == 3ull);
  CHECK(__mul24((int)k, -2) == -12 && __umul24(k, 3u) == 18u && __usad(k, 9u, 1u) == 4u);
  CHECK(__byte_perm(0x03020100u, 0x07060504u, 0x7531u) == 0x07050301u);
  CHECK(__funnelshift_l(1u << 31, k, 1u) == 13u && __funnelshift_r(k, 1u, 1u) == 0x80000003u);
  CHECK(__float_as_int(1.f) == 0x3f800000 && __int_as_float(0x3f800000) == 1.f);
  return wrong;
}

static __device__ int of_vectors(float x) {  // x = 2
  int wrong = 0;
  float4 a = make_float4(1, x, 3, 4), b(x);
  a += b;
  a = 2.f * a - b / 2.f;
  CHECK(a == float4(5, 7, 9, 11) && a != b && -b == make_float4(-2, -2, -2, -2));
  int4 k = {1, (int)x, 3, 4};
  k = (k << 1) + make_int4(1, 1, 1, 1);
  CHECK(k == make_int4(3, 5, 7, 9) && (k & int4(1)) == int4(1) && (~k).x == -4);
  const double2 d = make_double2(1, x) * make_double2(3, 4);
  CHECK(d.x == 3 && d.y == 8);
  float2 f = make_float2(x, 1);
  f *= f;
  ++f;
  const float3 g = make_float3(x, 1, 0) * 3.f;
  const uchar4 c = make_uchar4(255, 1, 2, 3) + uchar4(1);
  CHECK(f.x == 5 && f.y == 2 && g.x == 6 && g.z == 0 && c.x == 0 && c.w == 4);
  return wrong;
}

static __device__ int of_the_block(unsigned lane) {
  int wrong = 0;
  __shared__ float square[8][9];
  __shared__ unsigned count, turns;
  __shared__ int most, bits;
  __shared__ float sum;
  __shared__ unsigned long long wide;
  square[lane / 8][lane % 8] = lane;
  if (lane == 0) count = turns = bits = 0, most = -1, sum = 0, wide = 0;
  __syncthreads();
  CHECK(square[lane % 8][lane / 8] == 8 * (lane % 8) + lane / 8);
  atomicAdd(&count, 1u);
  atomicInc(&turns, 15u);
  atomicMax(&most, (int)lane);
  atomicXor(&bits, 1 << lane % 32);
  atomicAdd(&sum, 0.5f);
  atomicAdd(&wide, 1ull << 32);
  __syncthreads();
  CHECK(count == 64 && turns == 0 && most == 63 && bits == 0 && sum == 32 && wide == 64ull << 32);
  CHECK(__syncthreads_count(lane < 10) == 10);
  CHECK(__shfl((int)lane, 5) == 5 && __shfl_xor((int)lane, 1) == (int)(lane ^ 1));
  CHECK(__shfl_down((int)lane, 1, 32) == (int)(lane % 32 == 31 ? lane : lane + 1));
  CHECK(__ballot(lane % 2) == 0xaaaaaaaaaaaaaaaaull && __any(lane == 3) && !__all(lane == 3));
  const cg::thread_block block = cg::this_thread_block();
  CHECK(block.thread_rank() == lane && block.size() == 64);
  block.sync();
  const auto part = cg::tiled_partition<16>(block);
  int total = 1;
  for (int k = part.size() / 2; k > 0; k /= 2) total += part.shfl_down(total, k);
  CHECK(part.shfl(total, 0) == 16 && part.thread_rank() == lane % 16);
  part.sync();
  const cg::thread_block_tile<32> half = cg::tiled_partition<32>(block);
  CHECK(half.ballot(lane < 3) == (lane < 32 ? 7u : 0u) && half.any(lane == 2) == (lane < 32) && half.all(1));
  const cg::thread_group groups[] = {block, half, cg::tiled_partition(block, 8)};
  for (const cg::thread_group& group : groups) group.sync();
  CHECK(groups[0].size() == 64 && groups[1].thread_rank() == lane % 32 && groups[2].thread_rank() == lane % 8);
  assert(lane < 64);
  return wrong;
}

extern "C" __global__ void __launch_bounds__(64)
    gravity_written(const float4* __restrict__ bodies, float4* __restrict__ sums, unsigned n, float eps2) {
  const unsigned i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x, lane = threadIdx.x;
  const float4 self = i < n ? __ldg(bodies + i) : make_float4(0, 0, 0, 0);
  float4 sum = {0, 0, 0, 0};
  for (unsigned first = 0; first < n; first += blockDim.x) {
    tile[lane] = first + lane < n ? bodies[first + lane] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (unsigned j = 0; j < 64; ++j) sum += pull(self, tile[j], eps2);
    __syncthreads();
  }
  int wrong = of_arithmetic(table[2]) + of_bits(marks[0] + 1) + of_vectors(table[2]) + of_the_block(lane);
  CHECK(hipGridDim_x == gridDim.x && table[lane % 4] == lane % 4 && marks[1] == 7);
  const Sum kept = {sum.x, sum.y, sum.z, sum.w};
  if (i < n) sums[i] = {kept.x + wrong, kept.y, kept.z, kept.w};
}
"""


@pytest.mark.parametrize("device", ["hip:host", EMULATED])
def test_hip_as_its_manuals_write_it_is_right(device: str, tmp_path: Path):
    path = tmp_path / "written.hip"
    # The emulated GPU executes no calls of functions.
    options, inline = ("-O0", "__noinline__") if device == "hip:host" else ("-O3", "__forceinline__")
    path.write_text(KERNEL.replace("OPTIONS", options).replace("INLINE", inline))
    (row,) = rows_of(f"--my-kernel={path}", f"--device={device}", "-n", 130)
    assert row["status"] == "ok", row["reason"]


BODY = """extern "C" __global__ void gravity_written(const float4* bodies, float4* sums, unsigned n, float eps2) {
  %s
}
"""
SIZE = " *   shared     = 1024\n"


@pytest.mark.parametrize("head, before, within, line, words", [
    ("", "extern __shared__ float4 tile[];", "", 7, "the dynamic shared memory tile has no size"),
    ("", "// extern __shared__ int a[];", "HIP_DYNAMIC_SHARED(float, part)", 9, "memory part has no size"),
    (SIZE, "extern __shared__ int a[];", "extern __shared__ char b[];", 10, "declares dynamic shared memory twice"),
    ("", "__constant__ float masses[8];", "", 7, "nothing sets the __constant__ masses"),
    ("", "#include <hip/hip_fp16.h>", "", 7, "hip:host has no <hip/hip_fp16.h>"),
    ("", "__managed__ int count;", "", 7, "hip:host has no __managed__ variables"),
])
def test_hip_that_needs_a_host_program_is_refused_with_its_line(head, before, within, line, words, tmp_path: Path):
    path = tmp_path / "written.hip"
    path.write_text(HEAD % head + "\n" + before + "\n" + BODY % within)
    finished = gputest(*BARELY, f"--my-kernel={path}", "--device=hip:host", "-n", 64, status=BAD_INPUT)
    assert f"{path}:{line}:" in finished.stderr and words in finished.stderr


@pytest.mark.parametrize("device", ["hip:host", EMULATED])
def test_dynamic_shared_memory_may_be_declared_in_a_function(device: str, tmp_path: Path):
    path = tmp_path / "written.hip"
    text = KERNEL[: KERNEL.index("static __device__ int of_arithmetic")]
    text = text.replace("extern __shared__ float4 tile[];\n", "")
    body = KERNEL[KERNEL.index('extern "C" __global__'):]
    body = body.replace("  const unsigned i =", "  extern __shared__ __align__(16)\n"
                        "      unsigned char raw[];  // bytes, as for arrays of several types\n"
                        "  float4* tile = reinterpret_cast<float4*>(raw);\n  const unsigned i =", 1)
    first = body.index("  int wrong =")
    body = body[:first] + "  int wrong = 0;\n" + body[body.index("  const Sum kept"):]
    path.write_text((text + body).replace("OPTIONS", "-O1"))
    (row,) = rows_of(f"--my-kernel={path}", f"--device={device}", "-n", 130)
    assert row["status"] == "ok", row["reason"]

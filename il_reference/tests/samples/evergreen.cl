/* Kernels for r600_machine_test.cpp, which runs evergreen.s:
 * clang-15 -target r600-- -mcpu=cypress -x cl -D__OPENCL_VERSION__=120 -cl-std=CL1.2 -w -O3
 *   -Xclang -finclude-default-header -Xclang -mlink-builtin-bitcode
 *   -Xclang /usr/lib/clc/cypress-r600--.bc -S -o evergreen.s evergreen.cl, without blanks at
 * ends of lines. */

/* Loops that threads leave and continue one by one. */
kernel void walk(global const float* a, global float* out, int n) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    if (a[j] < 0) continue;
    if (a[j] > a[i]) {
      sum += a[j];
      if (sum > 100) break;
    } else {
      sum -= 1;
    }
    sum *= 2;
  }
  out[i] = sum;
}

/* LDS, barriers, and bytes stored next to each other. */
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void reverse(global const short* a,
                                                                     global uchar* out) {
  local uint shared_words[128];
  const int k = get_local_id(0), i = get_global_id(0);
  shared_words[k] = i * 7 + a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared_words[127 - k];
}

/* Atomics of LDS and of memory. */
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tally(global const int* a,
                                                                  global int* out,
                                                                  global int* sum) {
  local int most;
  if (get_local_id(0) == 0) most = -1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&most, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = most;
  atomic_add(sum, a[get_global_id(0)]);
}

/* A table of constants. */
constant uint powers[5] = {1, 10, 100, 1000, 10000};
kernel void look_up(global const uint* a, global uint* out) {
  const int i = get_global_id(0);
  out[i] = powers[a[i] % 5] + get_num_groups(0);
}

/* A private array of a thread, in registers. */
kernel void indexed(global const uint* a, global uint* out) {
  uint own[4] = {a[0], a[1], a[2], a[3]};
  const int i = get_global_id(0);
  own[a[i] & 3] += 5;
  out[i] = own[(a[i] >> 2) & 3];
}

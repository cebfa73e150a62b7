// A bitonic sort of the row (Batcher 1968) in local memory, filled up with the largest key.
__kernel void sort(int n, int rows, __global const int* key, __global int* sorted) {
  __local int row[1024];
  const int me = get_local_id(0), first = n * get_group_id(0);
  for (int i = me; i < 1024; i += GT_BLOCK) row[i] = i < n ? key[first + i] : 0x7FFFFFFF;
  for (int size = 2; size <= 1024; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = me; k < 512; k += GT_BLOCK) {
        const int i = k / step * 2 * step + k % step, left = row[i], right = row[i + step];
        if ((left > right) == ((i & size) == 0)) {
          row[i] = right;
          row[i + step] = left;
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = me; i < n; i += GT_BLOCK) sorted[first + i] = row[i];
}

# gputest_embed_texts(<target>)
#
# Embeds in <target> the files of kernels that are compiled at run time, and their headers. Any other
# header that such a file names belongs to the host and is empty in the text.
function(gputest_embed_texts target)
  set(headers
      common/cells/cell_axis.hpp common/cells/cluster_size.hpp common/cells/kernel_box.hpp
      common/cells/nearest_image.hpp common/cells/sort_work.hpp common/central/arguments.hpp
      common/central/law.hpp common/central/sums.hpp common/ewald/arguments.hpp
      common/ewald/mesh_arguments.hpp common/ewald/mesh_columns.hpp common/ewald/real_arguments.hpp
      common/ewald/real_pair.hpp common/ewald/spline.hpp common/ewald/turn.hpp
      common/ewald/waves_per_block.hpp common/fmm/arguments.hpp common/fmm/cell.hpp
      common/fmm/written_out.hpp common/gravity/pair.hpp common/gravity/targets.hpp
      common/hermite/arguments.hpp common/hermite/moving_bodies.hpp common/hermite/pair.hpp
      common/layout/bodies.hpp common/lj/arguments.hpp common/lj/pair.hpp common/lu/call_arrays.hpp
      common/lu/storage.hpp common/neighbour/arguments.hpp common/octree/arguments.hpp
      common/octree/cell.hpp common/octree/essential.hpp common/octree/shape.hpp
      common/reorder/elements.hpp common/reorder/packing.hpp common/reorder/planning.hpp
      common/reorder/strided_order.hpp common/reorder/tiling.hpp common/simt/double_single.hpp
      common/simt/gpu.hpp common/simt/lanes.hpp common/simt/nvidia_simt.hpp common/simt/simt.hpp
      common/simt/sort_kernels.hpp common/simt/sort_passes.hpp common/simt/sum_kernels.hpp
      common/simulate/level_arguments.hpp common/simulate/predict_arguments.hpp
      common/simulate/step_arguments.hpp common/texts/device_std.h common/texts/kernel_call.h
      common/tree/lists.hpp common/simt/amd_simt.hpp)
  list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/)
  file(GLOB headers CONFIGURE_DEPENDS ${headers})  # removing a family removes its headers too
  file(GLOB_RECURSE shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/common/*.h)
  file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/common/*/simt/*)
  list(APPEND headers ${shared} ${kernels} ${PROJECT_BINARY_DIR}/generated/buffer_layouts.hpp
       ${PROJECT_BINARY_DIR}/generated/pair_forces.hpp)
  list(REMOVE_DUPLICATES headers)
  gputest_embed_text(${target} embedded_texts ${headers})
endfunction()

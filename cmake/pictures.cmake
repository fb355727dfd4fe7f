# Draws the pictures of the README anew with the built program: cmake --build BUILD --target pictures
set(out ${SOURCE}/docs/pictures)

function(draw)
  execute_process(COMMAND ${PROGRAM} ${ARGN} WORKING_DIRECTORY ${SOURCE} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

draw(explain "ld.global.b32 0x1004+4" --svg ${out}/misaligned.svg)
draw(explain "ld.shared.b32 0+128" --svg ${out}/column.svg)

# A run draws more than is kept.
draw(run traces/transpose-naive.wmt --svg ${WORK}/pictures)
file(COPY_FILE ${WORK}/pictures/memory.svg ${out}/transpose-naive.svg)

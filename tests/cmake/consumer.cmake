# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DGENERATOR=... -DCXX_FLAGS=... -P consumer.cmake
# Installs the build to a folder of its own and builds and runs the program of SOURCE against what was installed.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE} -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
if(NOT output MATCHES "^cycles [1-9]")
  message(FATAL_ERROR "the consumer said: ${output}")
endif()

# The installed program finds its own data: no environment, no source tree beside it.
run(${WORK}/prefix/bin/warpmem --version)
foreach(expected share/warpmem/configs/h200.json share/warpmem/configs/schema.json include/warpmem/machine.hpp
                 share/man/man1/warpmem.1 share/bash-completion/completions/warpmem share/zsh/site-functions/_warpmem)
  if(NOT EXISTS ${WORK}/prefix/${expected})
    message(FATAL_ERROR "not installed: ${expected}")
  endif()
endforeach()

# How every target is built.
option(WARPMEM_TESTS "Build the tests" ON)
option(WARPMEM_CUDA "Build warpmem-hw, which runs the kernels on a GPU; needs nvcc" OFF)
option(WARPMEM_WERROR "Treat warnings as errors" OFF)
set(WARPMEM_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=: address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

# Population counts and 64-bit compares as instructions: every x86-64 processor since 2009.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=x86-64-v2)
endif()
# The stages are small functions in several libraries: let the optimiser see across them. Fat objects keep the installed
# libraries linkable without it.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT WARPMEM_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  add_compile_options(-ffat-lto-objects)
endif()
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion)
# g++ 12 sees an overlapping copy in every `"text" + std::string` (GCC bug 105651, mended in 13).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)
endif()
if(WARPMEM_WERROR)
  add_compile_options(-Werror)
endif()
if(WARPMEM_SANITIZE)
  add_compile_options(-fsanitize=${WARPMEM_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WARPMEM_SANITIZE})
endif()

# warpmem_stage(NAME SOURCES ... LINKS ...): one folder of src/ as one object library target warpmem_NAME.
function(warpmem_stage name)
  cmake_parse_arguments(STAGE "" "" "SOURCES;LINKS" ${ARGN})
  if(STAGE_SOURCES)
    add_library(warpmem_${name} STATIC ${STAGE_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(warpmem_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(warpmem_${name} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(warpmem_${name} ${scope} ${STAGE_LINKS})
  set_property(GLOBAL APPEND PROPERTY WARPMEM_STAGES warpmem_${name})
endfunction()

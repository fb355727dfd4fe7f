# Targets that look at the sources without building them: `format`, `format-check` and `tidy`.
# Each exists where its tool is installed (clang-format and clang-tidy of Debian 12: version 14).
file(GLOB_RECURSE all_sources CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/src/*.hpp ${PROJECT_SOURCE_DIR}/src/*.cpp
     ${PROJECT_SOURCE_DIR}/tests/*.hpp ${PROJECT_SOURCE_DIR}/tests/*.cpp)

# The list of files goes through a file: it is too long for a command line that someone may have to read.
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/format-sources CONTENT "$<JOIN:${all_sources},\n>\n")
find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
if(CLANG_FORMAT)
  add_custom_target(format-check COMMAND xargs -a ${PROJECT_BINARY_DIR}/format-sources ${CLANG_FORMAT} --dry-run --Werror VERBATIM USES_TERMINAL)
  add_custom_target(format COMMAND xargs -a ${PROJECT_BINARY_DIR}/format-sources ${CLANG_FORMAT} -i VERBATIM)
endif()

find_program(CLANG_TIDY NAMES clang-tidy-14 clang-tidy)
if(CLANG_TIDY)
  # One process a file, two at a time: clang-tidy itself works through its files one by one.
  set(tidy_sources ${all_sources})
  list(FILTER tidy_sources INCLUDE REGEX "/src/.*\\.cpp$")
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/tidy-sources CONTENT "$<JOIN:${tidy_sources},\n>\n")
  add_custom_target(tidy COMMAND xargs -P 2 -n 1 -a ${PROJECT_BINARY_DIR}/tidy-sources ${CLANG_TIDY} --quiet -p ${PROJECT_BINARY_DIR}
                    VERBATIM USES_TERMINAL)
endif()

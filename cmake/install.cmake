# Installs the library as one package (find_package(warpmem), then link warpmem::warpmem) and its data.
# The program is installed where it is made, in src/cli.
include(CMakePackageConfigHelpers)

get_property(stages GLOBAL PROPERTY WARPMEM_STAGES)
add_library(warpmem_library INTERFACE)
add_library(warpmem::warpmem ALIAS warpmem_library)
set_target_properties(warpmem_library PROPERTIES EXPORT_NAME warpmem)
target_link_libraries(warpmem_library INTERFACE ${stages})
target_compile_features(warpmem_library INTERFACE cxx_std_20)
target_include_directories(warpmem_library INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                     $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/warpmem)
install(TARGETS warpmem_library ${stages} EXPORT warpmem-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT warpmem-targets NAMESPACE warpmem:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/warpmem-config.cmake.in ${PROJECT_BINARY_DIR}/warpmem-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/warpmem-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/warpmem-config.cmake ${PROJECT_BINARY_DIR}/warpmem-config-version.cmake DESTINATION ${package_dir})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/warpmem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs ${PROJECT_SOURCE_DIR}/traces DESTINATION ${CMAKE_INSTALL_DATADIR}/warpmem
        PATTERN ".*" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

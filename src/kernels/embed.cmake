# cmake -DOUT=... -DFILES=a;b -P embed.cmake: C++ source that holds the files' text.
set(cases "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  get_filename_component(name ${file} NAME)
  string(APPEND cases "  if (file == \"${name}\") return R\"cuda(${text})cuda\";\n")
endforeach()
file(WRITE ${OUT} "#include \"kernels/source.hpp\"\n\nnamespace warpmem::kernels {\n\nstd::string_view file_text(std::string_view file) {\n${cases}  return {};\n}\n\n}  // namespace warpmem::kernels\n")

# cmake -DOUT=... -DROOT=... -DFILES=a;b -P embed.cmake: C++ source that holds the files' text, under their paths below ROOT.
set(rows "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(RELATIVE_PATH path ${ROOT} ${file})
  string(APPEND rows "    {\"${path}\", R\"text(${text})text\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"lesson/files.hpp\"\n\nnamespace warpmem::lesson {\n\nconst std::vector<File>& files() {\n  static const std::vector<File> all{\n${rows}  };\n  return all;\n}\n\n}  // namespace warpmem::lesson\n")

# What the engine is made of, from src/: everything up to the machine, and of the report what the page shows. Left out is
# what works on files and what the page has no use for.
set(engine_sources "")
foreach(folder IN ITEMS units config trace counters warp coalesce shared l1 l2 dram machine report)
  file(GLOB files RELATIVE ${CMAKE_CURRENT_LIST_DIR}/../.. ${CMAKE_CURRENT_LIST_DIR}/../../${folder}/*.cpp)
  list(APPEND engine_sources ${files})
endforeach()
list(FILTER engine_sources EXCLUDE REGEX "config/schema|trace/(binary_|accelsim_list|decompress|open|sink|summary|text_writer|write)")
list(FILTER engine_sources EXCLUDE REGEX "report/(advice_text|advice_json|axis|chart|diff|first_accesses|gate|html_|report_reader|run_report|sweep_|top)")

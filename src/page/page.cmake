# satchel_make_page(FOLDER): at build time makes there satchel.mjs, all modules in one; page.html, the page without a scene;
# and page_text.cpp, this page as strings of C++.
function(satchel_make_page folder)
  set(here ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  # Each module after those that it imports.
  set(modules decode verdicts view fragment address shapes bodies grid scene_data near_pairs contacts palette dom draw_bodies
    draw_pairs drawing flight pick card live_hint input help numbers table panel motions detections answer pointing page kernel snap
    particles pen following tools hits gallery read_geometries read_scene svg playground start)
  list(TRANSFORM modules PREPEND ${here}/)
  list(TRANSFORM modules APPEND .mjs)
  list(JOIN modules "|" sources)
  add_custom_command(OUTPUT ${folder}/satchel.mjs ${folder}/page.html ${folder}/page_text.cpp
    DEPENDS ${modules} ${here}/page.html ${here}/page.css ${here}/bundle.cmake
    COMMAND ${CMAKE_COMMAND} "-DSOURCES=${sources}" -DPAGE=${here}/page.html -DSTYLE=${here}/page.css -DFOLDER=${folder}
      -P ${here}/bundle.cmake
    COMMENT "The page" VERBATIM)
endfunction()

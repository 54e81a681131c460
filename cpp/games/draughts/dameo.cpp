// Dameo: all squares of 8x8, linear moves, orthogonal captures.
#include "games/draughts/draughts.hpp"

namespace ply::draughts {
namespace {

const Registration registration{{
    .id = "dameo",
    .title = "Dameo",
    .page = "draughts",
    .source = "draughts/dameo.cpp",
    .options =
        [] {
          auto options = draw_options(50);
          options.push_back({"capture", one_of({std::string("any"), std::string("max")}), "every complete capture is legal, or only the longest"});
          return options;
        }(),
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      if (options.is("capture", "max")) return as_game(Draughts<dameo_maximum>(options));
      return as_game(Draughts<dameo>(options));
    },
}};

}  // namespace
}  // namespace ply::draughts

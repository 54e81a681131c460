// International draughts: 10x10, flying kings, the longest captures.
#include "games/draughts/draughts.hpp"

namespace ply::draughts {
namespace {

const Registration registration{{
    .id = "international_draughts",
    .title = "International draughts",
    .page = "draughts",
    .source = "draughts/international_draughts.cpp",
    .options = draw_options(50),
    .make = [](const Options& options) { return as_game(Draughts<international>(options)); },
}};

}  // namespace
}  // namespace ply::draughts

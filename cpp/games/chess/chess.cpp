// Chess.
#include "games/chess/rules.hpp"

namespace ply::chess {
namespace {

const Registration registration{{
    .id = "chess",
    .title = "Chess",
    .page = "chess",
    .source = "chess/chess.cpp",
    .options = draw_options(),
    .make = [](const Options& options) { return as_game(Chess<orthodox>(options)); },
}};

}  // namespace
}  // namespace ply::chess

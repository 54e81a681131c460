// Crazyhouse: captured pieces change sides and come back by drops.
#include "games/chess/rules.hpp"

namespace ply::chess {
namespace {

constexpr Description crazyhouse = [] {
  Description game = orthodox;
  game.start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
  game.pocket = {{pieces::queen, pieces::rook, pieces::bishop, pieces::knight, pieces::pawn}, 5};
  return game;
}();

const Registration registration{{
    .id = "crazyhouse",
    .title = "Crazyhouse",
    .page = "chess",
    .source = "chess/crazyhouse.cpp",
    .options = draw_options(),
    .make = [](const Options& options) { return as_game(Chess<crazyhouse>(options)); },
}};

}  // namespace
}  // namespace ply::chess

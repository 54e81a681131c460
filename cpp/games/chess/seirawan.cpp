// Seirawan Chess: a Hawk and an Elephant wait in reserve and come in behind pieces that move for the first time.
#include "games/chess/rules.hpp"

namespace ply::chess {
namespace {

constexpr Description seirawan{
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
    .pieces = {{pieces::pawn, pieces::knight, pieces::bishop, pieces::rook, pieces::queen, pieces::king, pieces::hawk, pieces::elephant}, 8},
    .promotions = {{pieces::queen, pieces::rook, pieces::bishop, pieces::knight, pieces::elephant, pieces::hawk}, 6},
    .reserve = {{pieces::hawk, pieces::elephant}, 2},
};

const Registration registration{{
    .id = "seirawan",
    .title = "Seirawan Chess",
    .page = "chess",
    .source = "chess/seirawan.cpp",
    .options = draw_options(),
    .make = [](const Options& options) { return as_game(Chess<seirawan>(options)); },
}};

}  // namespace
}  // namespace ply::chess

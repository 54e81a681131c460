// Shogi 5x6: kings, golds, silvers and pawns.
#include "games/shogi/shogi.hpp"

namespace ply::shogi {
namespace {

constexpr Description goro{
    .files = 5,
    .ranks = 6,
    .start = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1",
    .zone = 2,
    .pieces = {{pieces::pawn, pieces::silver, pieces::gold, pieces::king}, 4},
    .king = 3,
    .pawn = 0,
    .hand = "GSP",
    .pawns_on_file = 1,
};

const Registration registration{{
    .id = "shogi_5x6",
    .title = "Shogi 5x6",
    .page = "shogi",
    .source = "shogi/shogi_5x6.cpp",
    .options = repetition_option(),
    .make = [](const Options& options) { return as_game(Shogi<goro>(options)); },
}};

}  // namespace
}  // namespace ply::shogi

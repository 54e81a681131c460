// Mini Shogi: 5x5, without lances and knights.
#include "games/shogi/shogi.hpp"

namespace ply::shogi {
namespace {

constexpr Description mini{
    .files = 5,
    .ranks = 5,
    .start = "rbsgk/4p/5/P4/KGSBR b - 1",
    .zone = 1,
    .pieces = {{pieces::pawn, pieces::silver, pieces::gold, pieces::king, pieces::bishop, pieces::rook}, 6},
    .king = 3,
    .pawn = 0,
    .hand = "RBGSP",
    .pawns_on_file = 1,
};

const Registration registration{{
    .id = "mini_shogi",
    .title = "Mini Shogi",
    .page = "shogi",
    .source = "shogi/mini_shogi.cpp",
    .options = repetition_option(),
    .make = [](const Options& options) { return as_game(Shogi<mini>(options)); },
}};

}  // namespace
}  // namespace ply::shogi

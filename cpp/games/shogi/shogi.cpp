// Shogi: 9x9, the standard pieces.
#include "games/shogi/shogi.hpp"

namespace ply::shogi {
namespace {

constexpr Description standard{
    .files = 9,
    .ranks = 9,
    .start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    .zone = 3,
    .pieces = {{pieces::pawn, pieces::lance, pieces::knight, pieces::silver, pieces::gold, pieces::king, pieces::bishop, pieces::rook}, 8},
    .king = 5,
    .pawn = 0,
    .hand = "RBGSNLP",
    .pawns_on_file = 1,
};

const Registration registration{{
    .id = "shogi",
    .title = "Shogi",
    .page = "shogi",
    .source = "shogi/shogi.cpp",
    .options = repetition_option(),
    .make = [](const Options& options) { return as_game(Shogi<standard>(options)); },
}};

}  // namespace
}  // namespace ply::shogi

// Shogi 5x6+: Shogi 5x6 with a knight and a lance in each hand.
#include "games/shogi/shogi.hpp"

namespace ply::shogi {
namespace {

constexpr Description goro_plus{
    .files = 5,
    .ranks = 6,
    .start = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1",
    .zone = 2,
    .pieces = {{pieces::pawn, pieces::lance, pieces::knight, pieces::silver, pieces::gold, pieces::king}, 6},
    .king = 5,
    .pawn = 0,
    .hand = "GSNLP",
    .pawns_on_file = 1,
};

const Registration registration{{
    .id = "shogi_5x6_plus",
    .title = "Shogi 5x6+",
    .page = "shogi",
    .source = "shogi/shogi_5x6_plus.cpp",
    .options = repetition_option(),
    .make = [](const Options& options) { return as_game(Shogi<goro_plus>(options)); },
}};

}  // namespace
}  // namespace ply::shogi

// Grand Chess: 10x10, with Marshall and Cardinal; pawns promote on the last three ranks, to what has been captured.
#include "games/chess/wide_rules.hpp"

namespace ply::chess::wide {
namespace {

constexpr Description grand{
    .start = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1",
    .pieces = {{pieces::pawn, pieces::knight, pieces::bishop, pieces::rook, pieces::queen, pieces::king, pieces::marshall, pieces::cardinal}, 8},
    .promotions = {{pieces::queen, pieces::marshall, pieces::cardinal, pieces::rook, pieces::bishop, pieces::knight}, 6},
    .width = 10,
    .height = 10,
    .pawn_rank = 2,
    .promotion_ranks = 3,
    .promotes_to_captured = true,
};

const Registration registration{{
    .id = "grand_chess",
    .title = "Grand Chess",
    .page = "chess",
    .source = "chess/grand_chess.cpp",
    .options = draw_options(),
    .make = [](const Options& options) { return as_game(WideChess<grand>(options)); },
}};

}  // namespace
}  // namespace ply::chess::wide

// Tori Shogi: 7x7, birds.
#include "games/shogi/shogi.hpp"

namespace ply::shogi {
namespace {

// A falcon becomes an eagle, which goes far diagonally forward and straight back; a quail goes far forward and far back to the other side.
constexpr Piece swallow{'S', {.steps = go::forward}, true, {.leaps = {{Leap{2, -2}, Leap{-2, -2}, Leap{0, 2}}, 3}}, 1};
constexpr Piece falcon{'F',
                       {.steps = (go::straight | go::diagonal) & ~go::back},
                       true,
                       {.steps = go::forward | go::left | go::right | go::left_back | go::right_back,
                        .slides = go::left_forward | go::right_forward | go::back,
                        .seconds = go::left_back | go::right_back}};
constexpr Piece crane{'C', {.steps = go::diagonal | go::forward | go::back}};
constexpr Piece pheasant{'P', {.steps = go::left_back | go::right_back, .leaps = {{Leap{0, -2}}, 1}}};
constexpr Piece left_quail{'L', {.steps = go::left_back, .slides = go::forward | go::right_back}};
constexpr Piece right_quail{'R', {.steps = go::right_back, .slides = go::forward | go::left_back}};

constexpr Description tori{
    .files = 7,
    .ranks = 7,
    .start = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
    .zone = 2,
    .pieces = {{swallow, falcon, crane, pheasant, left_quail, right_quail, pieces::king}, 7},
    .king = 6,
    .pawn = 0,
    .hand = "FCLRPS",
    .pawns_on_file = 2,
};

const Registration registration{{
    .id = "tori_shogi",
    .title = "Tori Shogi",
    .page = "shogi",
    .source = "shogi/tori_shogi.cpp",
    .options = repetition_option(),
    .make = [](const Options& options) { return as_game(Shogi<tori>(options)); },
}};

}  // namespace
}  // namespace ply::shogi

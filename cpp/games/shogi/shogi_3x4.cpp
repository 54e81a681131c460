// Shogi 3x4: lion, giraffe, elephant and chick.
#include "games/shogi/shogi.hpp"

namespace ply::shogi {
namespace {

constexpr Piece chick{'C', {.steps = go::forward}, true, gold_moves, 1};
constexpr Piece giraffe{'G', {.steps = go::straight}};
constexpr Piece elephant{'E', {.steps = go::diagonal}};
constexpr Piece lion{'L', king_moves};

constexpr Description animals{
    .files = 3,
    .ranks = 4,
    .start = "gle/1c1/1C1/ELG b - 1",
    .zone = 1,
    .pieces = {{chick, giraffe, elephant, lion}, 4},
    .king = 3,
    .pawn = 0,
    .hand = "EGC",
    .pawns_on_file = 0,
    .drop_mate = true,
    .home_wins = true,
};
constexpr Description animals_anywhere = [] {
  Description variant = animals;
  variant.dead_drops = true;
  return variant;
}();

const Registration registration{{
    .id = "shogi_3x4",
    .title = "Shogi 3x4",
    .page = "shogi",
    .source = "shogi/shogi_3x4.cpp",
    .options =
        [] {
          auto options = repetition_option();
          options.push_back({"chick_drop", one_of({std::string("restricted"), std::string("anywhere")}), "whether a chick may be dropped on the last rank"});
          return options;
        }(),
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      if (options.is("chick_drop", "anywhere")) return as_game(Shogi<animals_anywhere>(options));
      return as_game(Shogi<animals>(options));
    },
}};

}  // namespace
}  // namespace ply::shogi

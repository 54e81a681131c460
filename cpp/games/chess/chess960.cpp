// Chess960: chess from one of 960 arrays.
#include "games/chess/rules.hpp"

namespace ply::chess {
namespace {

constexpr Description chess960 = [] {
  Description game = orthodox;
  game.any_array = true;
  return game;
}();

constexpr int array_count = 960;

/// The back rank of the n-th array, a to h, by the rule of Reinhard Scharnagl.
constexpr std::array<Piece, 8> array_of(int n) {
  std::array<Piece, 8> rank{};
  const auto put = [&](int file, const Piece& piece) { rank[static_cast<std::size_t>(file)] = piece; };
  const auto free_file = [&](int i) {
    int file = 0;
    while (rank[static_cast<std::size_t>(file)].letter != 0 || i-- > 0) ++file;
    return file;
  };
  const auto digit = [&](int base) {
    const int value = n % base;
    n /= base;
    return value;
  };
  put(2 * digit(4) + 1, pieces::bishop);  // on a light square
  put(2 * digit(4), pieces::bishop);
  put(free_file(digit(6)), pieces::queen);
  constexpr std::array<std::array<int, 2>, 10> knights{{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto& pair = knights[static_cast<std::size_t>(n)];
  put(free_file(pair[1]), pieces::knight);  // the farther first, so that the nearer keeps its place among the free files
  put(free_file(pair[0]), pieces::knight);
  for (const Piece& piece : {pieces::rook, pieces::king, pieces::rook}) put(free_file(0), piece);
  return rank;
}

class Chess960 : public Chess<chess960> {
 public:
  explicit Chess960(const Options& options) : Chess<chess960>(options) {
    if (!options.is("setup", "random")) array_ = static_cast<int>(options.integer("setup"));
  }

  State initial(Rng& rng) const {
    const std::array<Piece, 8> rank = array_of(array_ >= 0 ? array_ : static_cast<int>(rng.below(array_count)));
    State start = Chess<chess960>::initial(rng);
    start.marks = 0;
    start.ways = {rank_set(1) | rank_set(6), 0, 0, 0};
    for (int file = 0; file < 8; ++file) {
      const Piece& piece = rank[static_cast<std::size_t>(file)];
      const u64 squares = bit(file) | bit(56 + file);
      for (std::size_t way = 0; way < way_count; ++way) start.ways[way] |= (piece.ways >> way & 1) != 0 ? squares : 0;
      if (piece.letter == pieces::king.letter || piece.letter == pieces::rook.letter) start.marks |= squares;
    }
    return start;
  }

 private:
  int array_ = -1;  ///< -1: drawn for each game
};

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> all = draw_options();
  all.push_back({"setup", {Value(std::string("random")), Range{0, array_count - 1}}, "the array by its number, or drawn from the seed"});
  return all;
}

const Registration registration{{
    .id = "chess960",
    .title = "Chess960",
    .page = "chess",
    .source = "chess/chess960.cpp",
    .options = options(),
    .make = [](const Options& given) { return as_game(Chess960(given)); },
}};

}  // namespace
}  // namespace ply::chess

// Options that the members share, whatever their board.
#pragma once

#include <vector>

#include "core/options.hpp"

namespace ply::chess {

/// The options of all members.
inline std::vector<OptionSpec> draw_options() {
  return {{"repetition", one_of({std::int64_t{5}, std::int64_t{3}, std::int64_t{0}}), "occurrences of a position that make a draw; 0: never"},
          {"quiet_limit", one_of({std::int64_t{150}, std::int64_t{100}, std::int64_t{0}}), "plies without capture or pawn move that make a draw; 0: never"}};
}

}  // namespace ply::chess

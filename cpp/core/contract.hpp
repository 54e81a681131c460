// What a game offers against what is derived without it, on one position. Called by the tests for every game, option and many positions.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/history.hpp"
#include "core/perft.hpp"
#include "core/playout.hpp"

namespace ply {

namespace detail {

/// Upper bound of chi-squared with `freedom` degrees that a fair sample passes but with probability about 10^-9 (Wilson and Hilferty).
inline double chi_squared_bound(double freedom) {
  constexpr double normal_quantile = 6.0;
  const double k = 2.0 / (9.0 * freedom);
  return freedom * std::pow(1.0 - k + normal_quantile * std::sqrt(k), 3.0);
}

/// Chi-squared of two samples, sparse cells pooled; compares the distributions of anything with a text.
inline bool same_distribution(const std::map<std::string, std::pair<double, double>>& cells) {
  double first = 0;
  double second = 0;
  for (const auto& [name, pair] : cells) {
    first += pair.first;
    second += pair.second;
  }
  double statistic = 0;
  double freedom = -1;
  std::pair<double, double> pooled{0, 0};
  const auto add = [&](const std::pair<double, double>& cell) {
    const double all = cell.first + cell.second;
    if (all == 0) return;
    const double expect_first = all * first / (first + second);
    const double expect_second = all - expect_first;
    statistic += (cell.first - expect_first) * (cell.first - expect_first) / expect_first;
    statistic += (cell.second - expect_second) * (cell.second - expect_second) / expect_second;
    freedom += 1;
  };
  for (const auto& [name, pair] : cells) {
    if (pair.first + pair.second < 20) {
      pooled.first += pair.first;
      pooled.second += pair.second;
    } else {
      add(pair);
    }
  }
  add(pooled);
  return freedom < 1 || statistic <= chi_squared_bound(freedom);
}

template <Rules R>
class ContractCheck {
 public:
  using State = typename R::State;
  using Move = typename R::Move;

  ContractCheck(const R& rules, const State& at, std::uint64_t seed) : rules_(rules), at_(at), seed_(seed) {
    rules.moves(at, [&](const Move& move) {
      moves_.push_back(move);
      return moves_.size() >= longest_list;
    });
    whole_list_ = moves_.size() < longest_list;
  }

  std::vector<std::string> run() {
    kernel();
    counting();
    choosing();
    closed_forms();
    chances();
    texts();
    keys();
    whole_games();
    return std::move(faults_);
  }

 private:
  static constexpr std::size_t longest_list = 100'000;

  void fault(const std::string& what) { faults_.push_back(what + " at " + rules_.text(at_)); }

  void kernel() {
    const int mover = rules_.current_player(at_);
    if (mover < over || mover >= players_of(rules_)) fault("current_player is " + std::to_string(mover));
    if ((mover == over) != moves_.empty()) fault("current_player and moves disagree about the end");
    if (!HasChance<R> && mover == chance) fault("chance moves, but weight is not offered");
    std::vector<Move> again;
    rules_.moves(at_, [&](const Move& move) {
      again.push_back(move);
      return again.size() >= longest_list;
    });
    if (again != moves_) fault("moves is not the same twice");
    std::size_t seen = 0;
    rules_.moves(at_, [&](const Move&) { return ++seen >= (moves_.size() + 1) / 2; });
    if (!moves_.empty() && seen != (moves_.size() + 1) / 2) fault("moves does not stop when told to");
    if (moves_.empty()) {
      const Result result = rules_.result(at_);
      if (result.players != players_of(rules_)) fault("result is for another number of players");
      if (result.reason == nullptr || *result.reason == 0) fault("result has no reason");
    }
  }

  void counting() {
    if (!whole_list_) return;
    if constexpr (HasCount<R>) {
      if (static_cast<std::uint64_t>(rules_.count(at_)) != moves_.size()) {
        fault("count is " + std::to_string(static_cast<std::uint64_t>(rules_.count(at_))) + ", moves lists " + std::to_string(moves_.size()));
      }
    }
    if constexpr (HasNth<R>) {
      const std::size_t step = 1 + moves_.size() / 500;
      for (std::size_t i = 0; i < moves_.size(); i += step) {
        if (!(rules_.nth(at_, i) == moves_[i])) return fault("nth(" + std::to_string(i) + ") is not that move");
      }
    }
    if constexpr (HasActions<R>) {
      std::vector<std::uint64_t> numbers;
      for (const Move& move : moves_) {
        numbers.push_back(static_cast<std::uint64_t>(rules_.action(move)));
        if (numbers.back() >= static_cast<std::uint64_t>(rules_.actions())) return fault("action out of range");
      }
      std::sort(numbers.begin(), numbers.end());
      if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end()) fault("two moves share an action");
    }
  }

  /// By `random_move`, by what Chooser derives, and by whole random games that stop after a move.
  void choosing() {
    if (moves_.empty() || moves_.size() > 100) return;
    Chooser<R> choose;
    const auto number_of = [&](const std::optional<Move>& move) -> std::size_t {
      return static_cast<std::size_t>((move ? std::find(moves_.begin(), moves_.end(), *move) : moves_.end()) - moves_.begin());
    };
    if (!fair([&](Rng& rng) { return number_of(choose(rules_, at_, rng)); })) fault("the random choice is not uniform");
    if constexpr (HasRandomMove<R>) {
      if (!fair([&](Rng& rng) { return number_of(choose.derived(rules_, at_, rng)); })) fault("the derived random choice is not uniform");
    }
    if constexpr (plays_whole_games<R>) {
      std::map<std::string, std::size_t> children;
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        State child = at_;
        rules_.play(child, moves_[i]);
        if (!children.emplace(rules_.text(child), i).second) return;  // moves that cannot be told apart by where they lead
      }
      const auto first = [&](Rng& rng) {
        State state = at_;
        rules_.random_game(state, rng, 1);
        const auto found = children.find(rules_.text(state));
        return found == children.end() ? moves_.size() : found->second;
      };
      if (!fair(first)) fault("random_game: the first move is not uniform");
    }
  }

  /// Whether 50 draws a move, `draw(rng)` the number of one, have the frequencies that are due.
  template <class Draw>
  bool fair(Draw&& draw) {
    std::vector<double> share(moves_.size(), 1.0);
    if constexpr (HasChance<R>) {
      if (rules_.current_player(at_) == chance) {
        for (std::size_t i = 0; i < moves_.size(); ++i) share[i] = static_cast<double>(rules_.weight(at_, moves_[i]));
      }
    }
    double total = 0;
    for (const double s : share) total += s;
    const std::size_t draws = 50 * moves_.size();
    std::vector<double> hits(moves_.size(), 0);
    Rng rng(seed_, 1);
    for (std::size_t i = 0; i < draws; ++i) {
      const std::size_t drawn = draw(rng);
      if (drawn >= moves_.size()) return false;
      hits[drawn] += 1;
    }
    if (moves_.size() == 1) return true;
    double statistic = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const double expected = static_cast<double>(draws) * share[i] / total;
      statistic += (hits[i] - expected) * (hits[i] - expected) / expected;
    }
    return statistic <= chi_squared_bound(static_cast<double>(moves_.size() - 1));
  }

  std::uint64_t plain_perft(const State& at, int depth, std::uint64_t& budget) const {
    std::uint64_t total = 0;
    rules_.moves(at, [&](const Move& move) {
      if (budget == 0) return true;
      --budget;
      if (depth == 1) {
        ++total;
        return false;
      }
      State child = at;
      rules_.play(child, move);
      total += plain_perft(child, depth - 1, budget);
      return false;
    });
    return total;
  }

  void closed_forms() {
    for (int depth = 1; depth <= 4; ++depth) {
      std::uint64_t budget = 30'000;
      const std::uint64_t plain = plain_perft(at_, depth, budget);
      if (budget == 0) return;
      if constexpr (HasPerft<R>) {
        const auto closed = rules_.perft(at_, depth);
        if (closed && *closed != plain) {
          fault("perft(" + std::to_string(depth) + ") in closed form is " + std::to_string(*closed) + ", counted " + std::to_string(plain));
        }
      }
      Watch watch;
      if (perft(rules_, at_, depth, 1, watch) != plain) fault("perft(" + std::to_string(depth) + ") is not the plain count");
    }
  }

  void chances() {
    if constexpr (HasChance<R>) {
      if (moves_.empty() || rules_.current_player(at_) != chance) return;
      std::uint64_t first = 0;
      for (const Move& move : moves_) {
        const auto weight = static_cast<std::uint64_t>(rules_.weight(at_, move));
        if (weight == 0) return fault("an outcome has weight 0");
        if (first == 0) first = weight;
        if (uniform_chance<R>() && weight != first) return fault("weights differ, but uniform_chance is promised");
      }
    }
  }

  void texts() {
    const std::string text = rules_.text(at_);
    try {
      State back = rules_.parse(text);
      if constexpr (HasCounters<R>) {
        const auto values = rules_.counters(at_);
        if (!rules_.set_counters(back, values)) {
          fault("set_counters refuses counters");
        } else if (rules_.counters(back) != values) {
          fault("set_counters does not restore counters");
        }
      }
      if (!(back == at_)) fault("the text does not read back as the same state");
      if (rules_.text(back) != text) fault("the text read back writes another text");
      std::vector<Move> again;
      rules_.moves(back, [&](const Move& move) {
        again.push_back(move);
        return again.size() >= longest_list;
      });
      if (again != moves_) fault("the state read back has other moves");
      if (rules_.current_player(back) != rules_.current_player(at_)) fault("the state read back has another mover");
      if constexpr (HasKey<R>) {
        if (rules_.key(back) != rules_.key(at_)) fault("the state read back has another key");
      }
    } catch (const Error& error) {
      fault(std::string("the text is refused: ") + error.what());
    }
    if (!whole_list_ || moves_.size() > 5000) return;
    std::vector<std::string> names;
    for (const Move& move : moves_) names.push_back(rules_.text(at_, move));
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return names[a] < names[b]; });
    const auto twin = std::adjacent_find(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return names[a] == names[b]; });
    if (twin != order.end()) {
      return fault((moves_[twin[0]] == moves_[twin[1]] ? "moves lists one twice: " : "two moves share a text: ") + in_quotes(names[*twin]));
    }
    if constexpr (HasParseMove<R>) {
      const std::size_t step = 1 + moves_.size() / 200;
      for (std::size_t i = 0; i < moves_.size(); i += step) {
        try {
          if (!(rules_.parse_move(at_, names[i]) == moves_[i])) return fault("parse_move(" + in_quotes(names[i]) + ") is another move");
        } catch (const IllegalMove& error) {
          return fault("parse_move refuses " + in_quotes(names[i]) + ": " + error.what());
        }
      }
    }
  }

  /// Incremental keys are those computed from the text, and play changes what it must.
  void keys() {
    std::vector<State> children;
    for (std::size_t i = 0; i < moves_.size(); i += 1 + moves_.size() / 20) {
      State child = at_;
      rules_.play(child, moves_[i]);
      if (child == at_) return fault("playing " + in_quotes(rules_.text(at_, moves_[i])) + " changes nothing");
      if constexpr (HasKey<R>) {
        try {
          if (rules_.key(rules_.parse(rules_.text(child))) != rules_.key(child))
            return fault("key after " + in_quotes(rules_.text(at_, moves_[i])) + " is not that of its text");
        } catch (const Error& error) {
          return fault("the text after " + in_quotes(rules_.text(at_, moves_[i])) + " is refused: " + error.what());
        }
        for (const State& other : children) {
          if (!(other == child) && rules_.key(other) == rules_.key(child))
            return fault("different positions share a key after " + in_quotes(rules_.text(at_, moves_[i])));
        }
        children.push_back(child);
      }
    }
  }

  /// random_game against the loop: winners, plies and final text (its hash, pooled).
  void whole_games() {
    if constexpr (plays_whole_games<R>) {
      std::map<std::string, std::pair<double, double>> winners;
      std::map<std::string, std::pair<double, double>> lengths;
      std::map<std::string, std::pair<double, double>> finals;
      Chooser<R> choose;
      History<R> history(rules_);
      Watch watch;
      Poll poll(watch, true);
      for (const std::uint64_t limit : {no_limit, std::uint64_t{3}}) {
        for (std::uint64_t game = 0; game < 400; ++game) {
          for (const bool whole : {true, false}) {
            State state = at_;
            Rng rng(seed_, 2 * game + (whole ? 0 : 1));
            const Outcome outcome =
                whole ? random_game(rules_, state, rng, limit, choose, history, poll) : play_out(rules_, state, rng, limit, choose, history, poll);
            if (outcome.plies > limit) return fault("a random game is longer than its limit");
            const std::string text = rules_.text(state);
            const auto count = [whole](std::pair<double, double>& cell) { (whole ? cell.first : cell.second) += 1; };
            const std::string prefix = limit == no_limit ? "" : "cut ";
            const bool done = !has_moves(rules_, state);
            if (outcome.cut == done) return fault("a random game is cut although it is over, or stops before");
            count(winners[prefix + (done ? std::to_string(rules_.result(state).winners) : "-")]);
            count(lengths[prefix + std::to_string(outcome.plies) + " " + std::to_string(outcome.chance_plies)]);
            count(finals[prefix + std::to_string(std::hash<std::string>()(text) % 8)]);
          }
        }
      }
      if (!same_distribution(winners)) fault("random_game: other winners than the loop");
      if (!same_distribution(lengths)) fault("random_game: other lengths than the loop");
      if (!same_distribution(finals)) fault("random_game: other final states than the loop");
    }
  }

  const R& rules_;
  const State& at_;
  std::uint64_t seed_;
  std::vector<Move> moves_;
  bool whole_list_ = true;
  std::vector<std::string> faults_;
};

}  // namespace detail

/// One sentence for each thing that is wrong; empty: all is well.
template <Rules R>
std::vector<std::string> check_refinements(const R& rules, const typename R::State& at, std::uint64_t seed) {
  return detail::ContractCheck<R>(rules, at, seed).run();
}

}  // namespace ply

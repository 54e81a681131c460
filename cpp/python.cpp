// The Python module: the only file that includes pybind11. It knows no game.
//
// `State` is written against the C API: its methods are what Python loops call, and a pybind11 call costs five times as much. The state's bytes lie in the
// object itself. `Game` and `Batch` are pybind11 classes. Value types and exceptions come from plyground/_types.py.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace py = pybind11;

namespace {

using namespace ply;

#define PLYGROUND_TEXT_(name) #name
#define PLYGROUND_TEXT(name) PLYGROUND_TEXT_(name)

// ---- Python's side of values and errors

py::object types(const char* name) { return py::module_::import("plyground._types").attr(name); }

/// Sets the Python exception for the C++ one that is being handled.
void set_python_error() {
  const auto set = [](const char* type, const std::string_view what) {
    // Whatever a message quotes, a Python exception has to come of it.
    const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "backslashreplace"));
    if (text) PyErr_SetObject(types(type).ptr(), text.ptr());
  };
  try {
    throw;
  } catch (const TextError& error) {
    set("TextError", error.what());
  } catch (const IllegalMove& error) {
    set("IllegalMove", error.what());
  } catch (const OptionError& error) {
    set("OptionError", error.what());
  } catch (const Error& error) {
    set("Error", error.what());
  } catch (const CountOverflow& error) {
    PyErr_SetString(PyExc_OverflowError, error.what());
  } catch (const Interrupted&) {
    if (PyErr_Occurred() == nullptr) PyErr_SetString(PyExc_KeyboardInterrupt, "");
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::cast_error&) {
    PyErr_SetString(PyExc_TypeError, "an argument has the wrong type or is out of range");
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

[[noreturn]] void type_error(const std::string& what) { throw py::type_error(what); }

std::string type_name(PyObject* object) { return Py_TYPE(object)->tp_name; }

/// The UTF-8 of a str. TypeError for anything else, `Wrong` for text that is no Unicode.
template <class Wrong>
std::string_view text_of(PyObject* object, const char* what) {
  if (!PyUnicode_Check(object)) type_error(std::string(what) + " must be str, not " + type_name(object));
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(object, &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    throw Wrong(std::string(what) + " is not valid Unicode");
  }
  return {bytes, static_cast<std::size_t>(size)};
}

/// An int (or numpy integer) in low .. high. TypeError for other types, bool among them; Error outside.
std::uint64_t integer_of(PyObject* object, const char* what, std::uint64_t low, std::uint64_t high) {
  if (PyBool_Check(object) || PyIndex_Check(object) == 0) type_error(std::string(what) + " must be int, not " + type_name(object));
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object));
  if (!index) throw py::error_already_set();
  const std::uint64_t value = PyLong_AsUnsignedLongLong(index.ptr());
  const bool failed = PyErr_Occurred() != nullptr;
  if (failed) PyErr_Clear();
  if (failed || value < low || value > high) {
    throw Error(std::string(what) + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                py::str(index).cast<std::string>().substr(0, 40));
  }
  return value;
}

constexpr std::uint64_t largest_seed = static_cast<std::uint64_t>(-1);
constexpr std::uint64_t largest_count = std::uint64_t{1} << 62;
constexpr std::uint64_t largest_batch = std::uint64_t{1} << 22;
constexpr std::uint64_t largest_batch_bytes = std::uint64_t{1} << 33;

int depth_of(PyObject* object, std::uint64_t least) { return static_cast<int>(integer_of(object, "depth", least, max_depth)); }
int threads_of(PyObject* object) { return static_cast<int>(integer_of(object, "threads", 1, 256)); }
std::uint64_t seed_of(PyObject* object) { return integer_of(object, "seed", 0, largest_seed); }

std::uint64_t max_plies_of(PyObject* object, const AnyGame& game) {
  if (object == nullptr || object == Py_None) return game.ply_limit().value_or(no_limit);
  return integer_of(object, "max_plies", 1, largest_count);
}

/// Runs the hook with the interpreter lock: pending signals and the caller's progress function.
Watch::Hook hook_for(PyObject* progress) {
  if (progress != nullptr && progress != Py_None && PyCallable_Check(progress) == 0) type_error("progress must be callable, not " + type_name(progress));
  return [progress](double done) {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) return true;
    if (progress == nullptr || progress == Py_None) return false;
    const auto answer = py::reinterpret_steal<py::object>(PyObject_CallFunction(progress, "d", done));
    return !answer;
  };
}

/// For a list of so many moves. While a short one is made, nobody looks.
class ListWatch {
 public:
  explicit ListWatch(std::uint64_t moves) {
    if (moves > 10'000) watch_.emplace(hook_for(nullptr));
  }
  Watch& operator*() {
    static Watch nobody;
    return watch_ ? *watch_ : nobody;
  }

 private:
  std::optional<Watch> watch_;
};

PyObject* result_object(const Result& result) {
  py::list winners;
  py::list returns;
  py::list scores;
  py::list points;
  for (int p = 0; p < result.players; ++p) {
    const auto i = static_cast<std::size_t>(p);
    if ((result.winners >> p & 1) != 0) winners.append(p);
    returns.append(static_cast<double>(result.returns[i]));
    if (result.has_scores) scores.append(result.scores[i]);
    if (result.has_points) points.append(result.points[i]);
  }
  const py::object winner = winners.size() == 1 ? py::object(winners[0]) : py::object(py::none());
  return types("Result")(py::tuple(winners), winner, py::tuple(returns), result.has_scores ? py::object(py::tuple(scores)) : py::none(),
                         result.has_points ? py::object(py::tuple(points)) : py::none(), result.reason)
      .release()
      .ptr();
}

py::object value_object(const Value& value) {
  return std::visit([](const auto& held) -> py::object { return py::cast(held); }, value);
}

// ---- The game

struct PyGame {
  const GameEntry* entry;
  Options options;
  std::string spec;
  std::shared_ptr<const AnyGame> rules;
};

// ---- The state

/// A position that was on the board, shared by all states that came after it.
struct Past {
  Past* before;
  Seen seen;
  std::size_t references;  // guarded by the interpreter lock
};

Past* share(Past* node) {
  if (node != nullptr) ++node->references;
  return node;
}

void release(Past* node) {
  while (node != nullptr && --node->references == 0) {
    Past* before = node->before;
    delete node;
    node = before;
  }
}

enum class Status : std::uint8_t { unknown, running, rule_end, adjudicated, verdict };

/// How people (or a playout's ply limit) ended a game: 0 not at all, else one of these, or `resigned` + player.
enum Verdict : std::uint8_t { none = 0, agreed = 1, ply_limit = 2, resigned = 3 };

struct StateObject {
  PyObject_VAR_HEAD PyObject* game;  // the Game object, which owns `rules`
  const AnyGame* rules;
  Past* past;           // earlier positions that can recur
  Past* self;           // this position, once a child needs it
  unsigned char* list;  // all moves, once several have been played by index
  std::uint64_t count;  // of the rules' legal moves, if status is known
  Status status;
  std::uint8_t verdict;
  bool played_by_index;
  alignas(16) unsigned char data[16];
};

PyTypeObject* state_type = nullptr;

StateObject* cast_state(PyObject* object) { return reinterpret_cast<StateObject*>(object); }

/// An object with room for the state's bytes, which are not set.
StateObject* new_state(PyObject* game, const AnyGame* rules) {
  const std::size_t size = rules->state_size();
  void* memory = PyObject_Malloc(offsetof(StateObject, data) + (size < 16 ? 16 : size));
  if (memory == nullptr) throw std::bad_alloc();
  auto* state = static_cast<StateObject*>(memory);
  PyObject_InitVar(reinterpret_cast<PyVarObject*>(state), state_type, static_cast<Py_ssize_t>(size));
  Py_INCREF(game);
  state->game = game;
  state->rules = rules;
  state->past = nullptr;
  state->self = nullptr;
  state->list = nullptr;
  state->count = 0;
  state->status = Status::unknown;
  state->verdict = none;
  state->played_by_index = false;
  return state;
}

void state_dealloc(PyObject* object) {
  StateObject* state = cast_state(object);
  release(state->past);
  release(state->self);
  PyMem_Free(state->list);
  Py_DECREF(state->game);
  PyTypeObject* type = Py_TYPE(object);
  PyObject_Free(object);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

/// Owns a state while its bytes are being made, which may throw.
struct StateHolder {
  explicit StateHolder(StateObject* s) : state(s) {}
  StateHolder(const StateHolder&) = delete;
  StateHolder& operator=(const StateHolder&) = delete;
  ~StateHolder() { Py_XDECREF(reinterpret_cast<PyObject*>(state)); }
  PyObject* release() { return reinterpret_cast<PyObject*>(std::exchange(state, nullptr)); }
  StateObject* operator->() const { return state; }
  StateObject* state;
};

/// The positions so far, this one last, as far back as one can recur.
std::vector<Seen> seen_by(const StateObject* state) {
  std::vector<Seen> seen;
  if (state->rules->repetition_limit() == 0) return seen;
  const std::size_t back = state->rules->look_back(state->data);
  seen.push_back(state->rules->seen_now(state->data));
  for (const Past* node = state->past; node != nullptr && seen.size() <= back; node = node->before) seen.push_back(node->seen);
  std::reverse(seen.begin(), seen.end());
  return seen;
}

/// The adjudicated end, for a state with legal moves.
std::optional<Result> adjudicate(const StateObject* state) {
  const auto limit = static_cast<std::size_t>(state->rules->repetition_limit());
  std::vector<Seen> seen;
  if (limit > 0 && state->rules->look_back(state->data) >= limit - 1) seen = seen_by(state);
  return state->rules->adjudicate(state->data, seen);
}

Status status_of(StateObject* state) {
  if (state->status == Status::unknown) {
    state->count = state->rules->count(state->data);
    if (state->verdict != none) {
      state->status = Status::verdict;
    } else if (state->count == 0) {
      state->status = Status::rule_end;
    } else if (state->rules->adjudicates() && adjudicate(state)) {
      state->status = Status::adjudicated;
    } else {
      state->status = Status::running;
    }
  }
  return state->status;
}

bool is_running(StateObject* state) { return status_of(state) == Status::running; }

Result result_of(StateObject* state) {
  switch (status_of(state)) {
    case Status::verdict:
      if (state->verdict == agreed) return state->rules->agreed(state->data);
      if (state->verdict == ply_limit) return Result::draw(state->rules->players(), "ply limit");
      return state->rules->conceded(state->data, state->verdict - resigned);
    case Status::adjudicated:
      return *adjudicate(state);
    default:
      return state->rules->result(state->data);
  }
}

std::string position_of(const StateObject* state) { return " in position " + in_quotes(state->rules->text(state->data)); }

/// `body` with C++ exceptions turned into Python's.
template <class Body>
PyObject* guarded(Body&& body) {
  try {
    return body();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

PyObject* python_text(const std::string& text) { return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())); }

/// A copy of the parent to play on, with the history that a child has.
StateObject* child_of(StateObject* parent) {
  StateHolder child(new_state(parent->game, parent->rules));
  std::memcpy(child->data, parent->data, parent->rules->state_size());
  if (parent->rules->repetition_limit() > 0) {
    if (parent->self == nullptr) parent->self = new Past{share(parent->past), parent->rules->seen_now(parent->data), 1};
    child->past = share(parent->self);
  }
  return reinterpret_cast<StateObject*>(child.release());
}

/// After the child's move is made: positions that cannot recur are forgotten.
PyObject* settled(StateHolder& child) {
  if (child->past != nullptr && child->rules->look_back(child->data) == 0) {
    release(child->past);
    child->past = nullptr;
  }
  return child.release();
}

[[noreturn]] void game_is_over(StateObject* state, const std::string& move) {
  throw IllegalMove("move " + move + ": the game is over (" + result_of(state).reason + ")" + position_of(state));
}

/// The list of moves is kept from the second play by index on: a loop over all moves lists once, a single random move does not list.
constexpr std::uint64_t longest_kept_list = 1 << 16;

PyObject* play_index(StateObject* state, std::uint64_t index, const char* shown) {
  if (!is_running(state)) game_is_over(state, shown);
  if (index >= state->count) {
    throw IllegalMove("move " + std::string(shown) + " is not one of the " + std::to_string(state->count) + " legal moves" + position_of(state));
  }
  StateHolder child(child_of(state));
  const AnyGame& rules = *state->rules;
  if (!rules.has_nth() && state->list == nullptr && state->played_by_index && state->count <= longest_kept_list) {
    const std::vector<unsigned char> bytes = rules.list(state->data);
    state->list = static_cast<unsigned char*>(PyMem_Malloc(bytes.size()));
    if (state->list == nullptr) throw std::bad_alloc();
    std::memcpy(state->list, bytes.data(), bytes.size());
  }
  state->played_by_index = true;
  if (state->list != nullptr) {
    rules.play_move(child->data, state->list + index * rules.move_size());
  } else {
    rules.play_nth(child->data, index);
  }
  return settled(child);
}

PyObject* play_text(StateObject* state, std::string_view text) {
  if (state->verdict != none || state->rules->adjudicates()) {
    if (!is_running(state)) game_is_over(state, in_quotes(text));
  }
  StateHolder child(child_of(state));
  try {
    state->rules->play_text(child->data, text);
  } catch (const IllegalMove& error) {
    if (!is_running(state)) game_is_over(state, in_quotes(text));
    throw IllegalMove(error.what() + position_of(state));
  }
  return settled(child);
}

PyObject* play_object(StateObject* state, PyObject* move) {
  if (PyLong_CheckExact(move)) {
    int overflow = 0;
    const long long index = PyLong_AsLongLongAndOverflow(move, &overflow);
    if (overflow == 0 && index >= 0) return play_index(state, static_cast<std::uint64_t>(index), std::to_string(index).c_str());
    const std::string shown = py::str(py::handle(move)).cast<std::string>().substr(0, 40);
    if (!is_running(state)) game_is_over(state, shown);
    throw IllegalMove("move " + shown + " is not one of the " + std::to_string(state->count) + " legal moves" + position_of(state));
  }
  if (PyUnicode_Check(move)) return play_text(state, text_of<IllegalMove>(move, "move"));
  if (PyBool_Check(move) || PyIndex_Check(move) == 0) type_error("a move must be str or int, not " + type_name(move));
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(move));
  if (!index) throw py::error_already_set();
  return play_object(state, index.ptr());
}

PyObject* state_play(PyObject* self, PyObject* move) {
  return guarded([&] { return play_object(cast_state(self), move); });
}

PyObject* state_apply(PyObject* self, PyObject* moves) {
  return guarded([&]() -> PyObject* {
    if (PyUnicode_Check(moves) || PyBytes_Check(moves) || PyByteArray_Check(moves)) type_error("apply takes several moves, not one " + type_name(moves));
    const auto items = py::reinterpret_steal<py::object>(PyObject_GetIter(moves));
    if (!items) {
      PyErr_Clear();
      type_error("apply takes an iterable of moves, not " + type_name(moves));
    }
    auto state = py::reinterpret_borrow<py::object>(self);
    while (const auto move = py::reinterpret_steal<py::object>(PyIter_Next(items.ptr()))) {
      state = py::reinterpret_steal<py::object>(play_object(cast_state(state.ptr()), move.ptr()));
    }
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return state.release().ptr();
  });
}

PyObject* state_count_moves(PyObject* self, PyObject*) {
  return guarded([&] {
    StateObject* state = cast_state(self);
    return PyLong_FromUnsignedLongLong(is_running(state) ? state->count : 0);
  });
}

PyObject* state_legal_moves(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    if (!is_running(state)) return PyList_New(0);
    ListWatch watch(state->count);
    const auto texts = state->rules->move_texts(state->data, *watch);
    auto list = py::reinterpret_steal<py::object>(PyList_New(static_cast<Py_ssize_t>(texts.size())));
    if (!list) throw py::error_already_set();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i % (1 << 16) == (1 << 16) - 1 && PyErr_CheckSignals() != 0) throw Interrupted();
      PyObject* text = python_text(texts[i]);
      if (text == nullptr) throw py::error_already_set();
      PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), text);
    }
    return list.release().ptr();
  });
}

PyObject* state_move_text(PyObject* self, PyObject* index) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const std::uint64_t i = integer_of(index, "index", 0, largest_count);
    const auto text = is_running(state) ? state->rules->nth_text(state->data, i) : std::nullopt;
    if (!text)
      throw IllegalMove("move " + std::to_string(i) + " is not one of the " + std::to_string(is_running(state) ? state->count : 0) + " legal moves" +
                        position_of(state));
    return python_text(*text);
  });
}

PyObject* state_actions(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    if (!state->rules->actions()) throw Error("this game has no numbering of actions");
    const bool running = is_running(state);
    ListWatch watch(state->count);
    return py::cast(running ? state->rules->action_numbers(state->data, *watch) : std::vector<std::uint64_t>()).release().ptr();
  });
}

PyObject* state_outcomes(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    if (!is_running(state) || state->rules->current_player(state->data) != chance) throw Error("outcomes: not a chance node" + position_of(state));
    const auto rows = state->rules->outcomes(state->data);
    py::int_ total(0);
    for (const auto& row : rows) total = total + py::int_(row.second);
    const py::object fraction = py::module_::import("fractions").attr("Fraction");
    py::list list;
    for (const auto& [text, weight] : rows) list.append(py::make_tuple(text, fraction(weight, total)));
    return list.release().ptr();
  });
}

PyObject* state_diagram(PyObject* self, PyObject*) {
  return guarded([&] { return python_text(cast_state(self)->rules->diagram(cast_state(self)->data)); });
}

PyObject* state_str(PyObject* self) {
  return guarded([&] { return python_text(cast_state(self)->rules->text(cast_state(self)->data)); });
}

const PyGame& game_of(const StateObject* state) { return *py::handle(state->game).cast<const PyGame*>(); }

PyObject* state_repr(PyObject* self) {
  return guarded([&] {
    const StateObject* state = cast_state(self);
    return python_text("<plyground.State " + game_of(state).spec + " " + in_quotes(state->rules->text(state->data)) + ">");
  });
}

PyObject* state_get_game(PyObject* self, void*) {
  Py_INCREF(cast_state(self)->game);
  return cast_state(self)->game;
}

PyObject* state_get_current_player(PyObject* self, void*) {
  return guarded([&] {
    StateObject* state = cast_state(self);
    const bool cheap = state->verdict == none && !state->rules->adjudicates();
    const bool running = cheap ? true : is_running(state);
    return PyLong_FromLong(running ? state->rules->current_player(state->data) : over);
  });
}

PyObject* state_get_is_over(PyObject* self, void*) {
  return guarded([&] { return PyBool_FromLong(is_running(cast_state(self)) ? 0 : 1); });
}

PyObject* state_get_result(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    if (is_running(cast_state(self))) Py_RETURN_NONE;
    return result_object(result_of(cast_state(self)));
  });
}

/// Arguments of the vectorcall methods below, by position or keyword.
template <std::size_t N>
std::array<PyObject*, N> arguments(const char* method, const std::array<const char*, N>& names, std::size_t required, PyObject* const* args, Py_ssize_t count,
                                   PyObject* keywords) {
  std::array<PyObject*, N> out{};
  const std::string call = std::string(method) + "()";
  if (static_cast<std::size_t>(count) > N) type_error(call + " takes at most " + std::to_string(N) + " arguments");
  for (Py_ssize_t i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = args[i];
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t k = 0; k < named; ++k) {
    const std::string_view name = text_of<Error>(PyTuple_GET_ITEM(keywords, k), "keyword");
    std::size_t i = 0;
    while (i < N && name != names[i]) ++i;
    if (i == N) type_error(call + " has no argument " + in_quotes(name));
    if (out[i] != nullptr) type_error(call + " got " + names[i] + " twice");
    out[i] = args[count + k];
  }
  for (std::size_t i = 0; i < required; ++i) {
    if (out[i] == nullptr) type_error(call + " needs " + names[i]);
  }
  return out;
}

PyObject* finished_state(StateObject* from, std::uint8_t verdict) {
  StateHolder state(new_state(from->game, from->rules));
  std::memcpy(state->data, from->data, from->rules->state_size());
  state->past = share(from->past);
  state->verdict = verdict;
  return state.release();
}

PyObject* state_resign(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const auto [player] = arguments<1>("resign", {"player"}, 0, args, count, keywords);
    const auto players = static_cast<std::uint64_t>(state->rules->players());
    std::optional<std::uint64_t> named;
    if (player != nullptr && player != Py_None) named = integer_of(player, "player", 0, players - 1);
    if (!is_running(state)) throw IllegalMove(std::string("resign: the game is over (") + result_of(state).reason + ")" + position_of(state));
    if (!named) {
      const int mover = state->rules->current_player(state->data);
      if (mover == chance) throw Error("resign: chance moves, so the player must be named" + position_of(state));
      named = static_cast<std::uint64_t>(mover);
    }
    (void)state->rules->conceded(state->data, static_cast<int>(*named));  // throws where a resignation has no meaning
    return finished_state(state, static_cast<std::uint8_t>(resigned + *named));
  });
}

PyObject* state_agree_draw(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    if (!is_running(state)) throw IllegalMove(std::string("agree_draw: the game is over (") + result_of(state).reason + ")" + position_of(state));
    return finished_state(state, agreed);
  });
}

PyObject* state_perft(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const auto [depth_arg, threads_arg, progress] = arguments<3>("perft", {"depth", "threads", "progress"}, 1, args, count, keywords);
    const int depth = depth_of(depth_arg, 0);
    const int threads = threads_arg == nullptr ? 1 : threads_of(threads_arg);
    if (depth == 0) return PyLong_FromLong(1);
    if (state->verdict != none) return PyLong_FromLong(0);
    Watch watch(hook_for(progress));
    std::uint64_t nodes = 0;
    {
      const py::gil_scoped_release unlocked;
      nodes = state->rules->perft(state->data, depth, threads, watch);
    }
    return PyLong_FromUnsignedLongLong(nodes);
  });
}

PyObject* state_divide(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const auto [depth_arg, threads_arg, progress] = arguments<3>("divide", {"depth", "threads", "progress"}, 1, args, count, keywords);
    const int depth = depth_of(depth_arg, 1);
    const int threads = threads_arg == nullptr ? 1 : threads_of(threads_arg);
    if (state->verdict != none) return PyDict_New();
    Watch watch(hook_for(progress));
    std::vector<std::pair<std::string, std::uint64_t>> rows;
    {
      const py::gil_scoped_release unlocked;
      rows = state->rules->divide(state->data, depth, threads, watch);
    }
    py::dict out;
    for (const auto& [text, nodes] : rows) out[py::str(text)] = nodes;
    return out.release().ptr();
  });
}

PyObject* playouts_object(const PlayoutTotals& totals, int players, std::uint64_t games) {
  py::list wins;
  py::list returns;
  for (int p = 0; p < players; ++p) {
    const auto i = static_cast<std::size_t>(p);
    wins.append(totals.wins[i]);
    returns.append(static_cast<double>(totals.returns_millionths[i]) / 1e6 / static_cast<double>(games));
  }
  return types("Playouts")(games, py::tuple(wins), totals.draws, totals.cut, totals.plies, totals.chance_plies, totals.shortest, totals.longest,
                           py::tuple(returns))
      .release()
      .ptr();
}

/// A run from a finished state: each game is that state.
PlayoutTotals finished_playouts(StateObject* state, std::uint64_t games) {
  const Result result = result_of(state);
  PlayoutTotals one;
  one.add(Outcome{}, result);
  PlayoutTotals totals;
  totals.games = games;
  totals.shortest = 0;
  totals.draws = one.draws * games;
  for (std::size_t p = 0; p < max_players; ++p) {
    totals.wins[p] = one.wins[p] * games;
    totals.returns_millionths[p] = one.returns_millionths[p] * static_cast<std::int64_t>(games);
  }
  return totals;
}

PyObject* state_playouts(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const auto [games_arg, seed_arg, threads_arg, plies_arg, progress] =
        arguments<5>("playouts", {"n", "seed", "threads", "max_plies", "progress"}, 1, args, count, keywords);
    const std::uint64_t games = integer_of(games_arg, "n", 1, std::uint64_t{1} << 40);
    const std::uint64_t seed = seed_arg == nullptr ? 0 : seed_of(seed_arg);
    const int threads = threads_arg == nullptr ? 1 : threads_of(threads_arg);
    const std::uint64_t max_plies = max_plies_of(plies_arg, *state->rules);
    PlayoutTotals totals;
    if (!is_running(state)) {
      totals = finished_playouts(state, games);
    } else {
      const std::vector<Seen> seen = seen_by(state);
      Watch watch(hook_for(progress));
      const py::gil_scoped_release unlocked;
      totals = state->rules->playouts(state->data, seen, games, seed, threads, max_plies, watch);
    }
    return playouts_object(totals, state->rules->players(), games);
  });
}

/// The chain of a history, oldest first in `seen`.
Past* chain_of(std::span<const Seen> seen) {
  Past* node = nullptr;
  for (const Seen& entry : seen) node = new Past{node, entry, 1};
  return node;
}

PyObject* state_playout(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const auto [seed_arg, plies_arg] = arguments<2>("playout", {"seed", "max_plies"}, 0, args, count, keywords);
    const std::uint64_t seed = seed_arg == nullptr ? 0 : seed_of(seed_arg);
    const std::uint64_t max_plies = max_plies_of(plies_arg, *state->rules);
    if (!is_running(state)) {
      Py_INCREF(self);
      return self;
    }
    std::vector<Seen> seen = seen_by(state);
    StateHolder last(new_state(state->game, state->rules));
    std::memcpy(last->data, state->data, state->rules->state_size());
    Watch watch(hook_for(nullptr));
    Outcome outcome;
    {
      const py::gil_scoped_release unlocked;
      outcome = state->rules->playout(last->data, seen, seed, max_plies, watch);
    }
    if (watch.stopped()) throw Interrupted();
    if (outcome.cut) last->verdict = ply_limit;
    if (seen.size() > 1) last->past = chain_of(std::span<const Seen>(seen).first(seen.size() - 1));
    return last.release();
  });
}

PyObject* state_check(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    StateObject* state = cast_state(self);
    const auto [seed] = arguments<1>("_check", {"seed"}, 0, args, count, keywords);
    return py::cast(state->rules->check(state->data, seed == nullptr ? 0 : seed_of(seed))).release().ptr();
  });
}

PyObject* state_compare(PyObject* a, PyObject* b, int operation) {
  return guarded([&]() -> PyObject* {
    if ((operation != Py_EQ && operation != Py_NE) || !Py_IS_TYPE(b, state_type)) Py_RETURN_NOTIMPLEMENTED;
    const StateObject* one = cast_state(a);
    const StateObject* other = cast_state(b);
    const bool same_game = one->game == other->game || game_of(one).spec == game_of(other).spec;
    const bool equal = same_game && one->verdict == other->verdict && one->rules->equal(one->data, other->data);
    return PyBool_FromLong(equal == (operation == Py_EQ) ? 1 : 0);
  });
}

Py_hash_t state_hash(PyObject* self) {
  try {
    const StateObject* state = cast_state(self);
    const std::size_t game = std::hash<std::string>()(game_of(state).spec);
    const auto hash = static_cast<Py_hash_t>(Rng(state->rules->hash(state->data), game + state->verdict).next() >> 2);
    return hash;
  } catch (...) {
    set_python_error();
    return -1;
  }
}

PyObject* itself(PyObject* self, PyObject*) {
  Py_INCREF(self);
  return self;
}

PyObject* state_reduce(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    const StateObject* state = cast_state(self);
    py::list history;
    for (const Past* node = state->past; node != nullptr; node = node->before) history.append(py::make_tuple(node->seen.key, node->seen.note));
    const py::object restore = py::module_::import("plyground." PLYGROUND_TEXT(PLYGROUND_MODULE)).attr("_restore");
    return py::make_tuple(restore,
                          py::make_tuple(py::handle(state->game), state->rules->text(state->data), py::tuple(py::cast(state->rules->counters(state->data))),
                                         py::tuple(history), static_cast<int>(state->verdict)))
        .release()
        .ptr();
  });
}

/// What a pickled state is made from again: game, text, counters, history (latest first), verdict.
PyObject* restore(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return guarded([&]() -> PyObject* {
    if (count != 5 || !py::isinstance<PyGame>(args[0])) type_error("_restore: these are not the parts of a state");
    const AnyGame* rules = py::handle(args[0]).cast<const PyGame*>()->rules.get();
    StateHolder state(new_state(args[0], rules));
    rules->parse(text_of<TextError>(args[1], "position"), state->data);
    if (!rules->set_counters(state->data, py::handle(args[2]).cast<std::vector<std::uint64_t>>()))
      throw Error("_restore: these are not the counters of this game");
    std::vector<Seen> seen;
    for (const auto& entry : py::handle(args[3]).cast<std::vector<std::pair<std::uint64_t, std::uint8_t>>>()) seen.push_back({entry.first, entry.second});
    std::reverse(seen.begin(), seen.end());
    const std::uint64_t verdict = integer_of(args[4], "verdict", 0, static_cast<std::uint64_t>(resigned + rules->players() - 1));
    if (verdict != none && rules->count(state->data) == 0) throw Error("_restore: a verdict on a game that is over by its rules");
    if (verdict >= resigned) (void)rules->conceded(state->data, static_cast<int>(verdict - resigned));
    state->verdict = static_cast<std::uint8_t>(verdict);
    state->past = chain_of(seen);
    return state.release();
  });
}

template <class Function>
PyCFunction as_method(Function* function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

constexpr int with_keywords = METH_FASTCALL | METH_KEYWORDS;

PyMethodDef state_methods[] = {
    {"play", state_play, METH_O,
     "play($self, move, /)\n--\n\nThe state after a move, given by its text or by its index into legal_moves(). This state does not change.\n\n"
     "Raises:\n    IllegalMove: the move is not legal here, cannot be read, or the game is over.\n    TypeError: neither str nor int (a bool is none)."},
    {"apply", state_apply, METH_O,
     "apply($self, moves, /)\n--\n\nThe state after several moves, each as in play(). A bare str is a TypeError.\n\nRaises:\n    IllegalMove: as in play()."},
    {"count_moves", state_count_moves, METH_NOARGS, "count_moves($self, /)\n--\n\nHow many moves are legal, without listing them; 0 when the game is over."},
    {"legal_moves", state_legal_moves, METH_NOARGS,
     "legal_moves($self, /)\n--\n\nThe texts of the legal moves (at a chance node: of the outcomes), in the order of the indices of play(); [] when the game "
     "is over."},
    {"move_text", state_move_text, METH_O,
     "move_text($self, index, /)\n--\n\nlegal_moves()[index], without the others.\n\nRaises:\n    IllegalMove: there are not so many moves.\n    Error: a "
     "negative index."},
    {"actions", state_actions, METH_NOARGS,
     "actions($self, /)\n--\n\nThe fixed action number (0 .. game.actions - 1) of each legal move, in the order of legal_moves(), for learners.\n\n"
     "Raises:\n    Error: the game has no such numbering."},
    {"outcomes", state_outcomes, METH_NOARGS,
     "outcomes($self, /)\n--\n\nThe outcomes of a chance node with their probabilities, as exact fractions.\n\nRaises:\n    Error: no chance node."},
    {"diagram", state_diagram, METH_NOARGS, "diagram($self, /)\n--\n\nThe board for people: several lines of text."},
    {"resign", as_method(state_resign), with_keywords,
     "resign($self, /, player=None)\n--\n\nThe finished state after a resignation by `player`, the one to move unless named. A match is conceded whole.\n\n"
     "Raises:\n    Error: chance moves and no player is named; no such player; more than two sides.\n    IllegalMove: the game is over."},
    {"agree_draw", state_agree_draw, METH_NOARGS,
     "agree_draw($self, /)\n--\n\nThe finished state after the players agreed to a draw.\n\nRaises:\n    IllegalMove: the game is over."},
    {"perft", as_method(state_perft), with_keywords,
     "perft($self, /, depth, threads=1, progress=None)\n--\n\nThe number of sequences of `depth` legal moves (chance outcomes count as moves). Adjudicated "
     "ends\n"
     "(repetition, quiet moves, insufficient material) are ignored, as in all published tables; 1 at depth 0, and 0 at any other\ndepth of a state that is "
     "over by its rules or by a verdict.\n\n"
     "Args:\n    depth: 0 to 255.\n    threads: 1 to 256; the count does not depend on it.\n    progress: called about ten times a second with the fraction "
     "done.\n\n"
     "The interpreter lock is released; Ctrl-C stops it.\n\nRaises:\n    Error: an argument out of range.\n    OverflowError: more than 2**64 - 1 nodes."},
    {"divide", as_method(state_divide), with_keywords,
     "divide($self, /, depth, threads=1, progress=None)\n--\n\nThe part of perft(depth) below each legal move, by its text, in the order of legal_moves().\n\n"
     "Args:\n    depth: 1 to 255.\n    threads, progress: as in perft(), for one move after the other.\n\nRaises:\n    Error, OverflowError: as in perft()."},
    {"playouts", as_method(state_playouts), with_keywords,
     "playouts($self, /, n, seed=0, threads=1, max_plies=None, progress=None)\n--\n\nTotals of `n` random games from here: each legal move equally likely, "
     "chance "
     "by its probabilities.\n\nArgs:\n    n: games, 1 to 2**40.\n    seed: 0 to 2**64 - 1; game i draws from stream i of it, so the totals do not depend on "
     "`threads`.\n"
     "    threads: 1 to 256.\n    max_plies: longer games are cut and count as draws; None: the limit that the rules page recommends (game.ply_limit).\n"
     "    progress: called about ten times a second with the fraction done.\n\nThe interpreter lock is released; Ctrl-C stops it.\n\n"
     "Raises:\n    Error: an argument out of range."},
    {"playout", as_method(state_playout), with_keywords,
     "playout($self, /, seed=0, max_plies=None)\n--\n\nThe final state of one random game: game 0 of playouts(1, seed). Cut at the ply limit, its result is a "
     "draw with "
     "reason 'ply limit'.\n\nRaises:\n    Error: an argument out of range."},
    {"_check", as_method(state_check), with_keywords,
     "_check($self, /, seed=0)\n--\n\nFor the tests: what the game's own shortcuts get wrong here, compared with what is derived without them; [] if nothing."},
    {"__copy__", itself, METH_NOARGS, "__copy__($self, /)\n--\n\nThe state itself: states never change."},
    {"__deepcopy__", itself, METH_O, "__deepcopy__($self, memo, /)\n--\n\nThe state itself: states never change."},
    {"__reduce__", state_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nFor pickle: keeps game, position, counters, history and verdict."},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef state_properties[] = {
    {"game", state_get_game, nullptr, "The game this is a state of.", nullptr},
    {"current_player", state_get_current_player, nullptr, "The player to move (0, 1, ...), CHANCE (-1), or OVER (-2).", nullptr},
    {"is_over", state_get_is_over, nullptr, "True if the game has ended: by its rules, adjudicated, resigned or agreed.", nullptr},
    {"result", state_get_result, nullptr, "The Result of a finished game, else None.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

constexpr const char* state_doc =
    "A position of a game, with what led to it as far as the rules ask for it. Immutable: playing gives a new state.\n\n"
    "str() is the position text, and game.parse() reads it. States are equal, and hash equally, if game spec, all that the text holds and the verdict agree.\n"
    "Pickling keeps history and counters.";

void add_state_type(py::module_& m) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(state_dealloc)},
      {Py_tp_methods, state_methods},
      {Py_tp_getset, state_properties},
      {Py_tp_richcompare, reinterpret_cast<void*>(state_compare)},
      {Py_tp_hash, reinterpret_cast<void*>(state_hash)},
      {Py_tp_str, reinterpret_cast<void*>(state_str)},
      {Py_tp_repr, reinterpret_cast<void*>(state_repr)},
      {Py_tp_doc, const_cast<char*>(state_doc)},
      {0, nullptr},
  };
  PyType_Spec spec = {"plyground." PLYGROUND_TEXT(PLYGROUND_MODULE) ".State", static_cast<int>(offsetof(StateObject, data)), 1,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, slots};
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) throw py::error_already_set();
  state_type = reinterpret_cast<PyTypeObject*>(type);
  m.add_object("State", py::handle(type));
}

// ---- Game

Value value_of(const std::string& option, py::handle object) {
  if (py::isinstance<py::bool_>(object)) return Value(object.cast<bool>());
  if (py::isinstance<py::str>(object)) return Value(std::string(text_of<OptionError>(object.ptr(), "option value")));
  if (PyFloat_Check(object.ptr())) return Value(object.cast<double>());
  if (PyIndex_Check(object.ptr()) != 0) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0) throw OptionError("option " + in_quotes(option) + ": " + py::str(index).cast<std::string>().substr(0, 40) + " is out of range");
    return Value(static_cast<std::int64_t>(value));
  }
  type_error("option " + in_quotes(option) + " must be bool, int, float or str, not " + type_name(object.ptr()));
}

PyGame make_game(py::handle spec, const py::kwargs& options) {
  const auto [id, texts] = split_spec(text_of<OptionError>(spec.ptr(), "spec"));
  PyGame game;
  game.entry = &find_game(id);
  Given given;
  for (const auto& [name, value] : options) {
    const std::string key(text_of<OptionError>(name.ptr(), "option name"));
    given.emplace_back(key, value_of(key, value));
  }
  game.options = resolve(*game.entry, texts, given);
  game.spec = spec_of(game.entry->id, game.options);
  game.rules = game.entry->make(game.options);
  return game;
}

py::object game_start(py::handle self, py::handle seed) {
  const auto& game = *self.cast<const PyGame*>();
  StateHolder state(new_state(self.ptr(), game.rules.get()));
  game.rules->initial(seed_of(seed.ptr()), state->data);
  return py::reinterpret_steal<py::object>(state.release());
}

py::object game_parse(py::handle self, py::handle text) {
  const auto& game = *self.cast<const PyGame*>();
  const std::string_view bytes = text_of<TextError>(text.ptr(), "position");
  StateHolder state(new_state(self.ptr(), game.rules.get()));
  try {
    game.rules->parse(bytes, state->data);
  } catch (const TextError& error) {
    throw TextError(game.spec + ": " + error.what());
  }
  return py::reinterpret_steal<py::object>(state.release());
}

py::object choice_object(const Choice& choice) {
  if (const auto* value = std::get_if<Value>(&choice)) return value_object(*value);
  if (const auto* range = std::get_if<Range>(&choice)) {
    return py::module_::import("builtins").attr("range")(range->low, range->high + 1, range->step);
  }
  if (const auto* halves = std::get_if<HalfIntegers>(&choice)) return types("HalfIntegers")(halves->low, halves->high);
  if (const auto* sizes = std::get_if<Sizes>(&choice)) return types("Sizes")(sizes->low, sizes->high);
  return types("FreeText")(std::get<FreeText>(choice).prefix);
}

py::object info_object(const GameEntry& entry) {
  const Options defaults = resolve(entry, {}, {});
  py::dict options;
  for (const OptionSpec& option : entry.options) {
    py::list values;
    for (const Choice& choice : option.choices) values.append(choice_object(choice));
    options[py::str(option.name)] = types("Option")(value_object(defaults.value(option.name)), py::tuple(values), option.doc);
  }
  return types("GameInfo")(entry.id, entry.title, py::tuple(py::cast(entry.players)), options, entry.page, entry.source);
}

// ---- Batch

class PyBatch {
 public:
  PyBatch(const py::object& game, py::handle n, py::handle seed, py::handle max_plies) : game_(game), rules_(game.cast<const PyGame*>()->rules) {
    const std::uint64_t size = integer_of(n.ptr(), "n", 1, largest_batch);
    const std::uint64_t seed_value = seed_of(seed.ptr());
    const std::uint64_t limit = max_plies_of(max_plies.ptr(), *rules_);
    if (size * rules_->state_size() > largest_batch_bytes) throw Error("n: a batch of " + std::to_string(size) + " such states is too large");
    const py::gil_scoped_release unlocked;
    batch_ = rules_->batch(static_cast<std::size_t>(size), seed_value, limit);
  }

  std::size_t size() const { return batch_->size(); }
  const py::object& game() const { return game_; }

  py::array_t<std::int8_t> current_player() const {
    return filled<std::int8_t>({rows()}, [this](auto span) { batch_->current_players(span); });
  }
  py::array_t<std::int64_t> counts() const {
    return filled<std::int64_t>({rows()}, [this](auto span) { batch_->counts(span); });
  }
  py::array_t<bool> over() const {
    return filled<bool>({rows()}, [this](auto span) { batch_->over(span); });
  }
  py::array_t<float> returns() const {
    return filled<float>({rows(), rules_->players()}, [this](auto span) { batch_->returns(span); });
  }

  void play(const py::object& indices) {
    const py::array array = as_array(indices);
    const char kind = array.dtype().kind();
    if (kind != 'i' && kind != 'u') type_error("indices must be an array of integers, not of " + py::str(array.dtype()).cast<std::string>());
    check_shape(array, "indices");
    std::vector<std::int64_t> copy(size());
    if (kind == 'u' && array.itemsize() == 8) {
      const auto typed = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>::ensure(array);
      for (std::size_t i = 0; i < size(); ++i) {
        if (typed.data()[i] > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
          throw IllegalMove("batch: game " + std::to_string(i) + ": move " + std::to_string(typed.data()[i]) + " is not legal");
        }
        copy[i] = static_cast<std::int64_t>(typed.data()[i]);
      }
    } else {
      const auto typed = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
      std::copy_n(typed.data(), size(), copy.begin());
    }
    alone([&] { batch_->play(copy); });
  }
  void play_random() {
    alone([&] { batch_->play_random(); });
  }
  void reset(const py::object& mask) {
    const py::array array = as_array(mask);
    if (array.dtype().kind() != 'b') type_error("mask must be an array of bool, not of " + py::str(array.dtype()).cast<std::string>());
    check_shape(array, "mask");
    const auto typed = py::array_t<bool, py::array::c_style | py::array::forcecast>::ensure(array);
    const auto copy = std::make_unique<bool[]>(size());
    std::copy_n(typed.data(), size(), copy.get());
    alone([&] { batch_->reset({copy.get(), size()}); });
  }
  py::object state(py::handle index) const {
    const std::uint64_t i = integer_of(index.ptr(), "index", 0, size() - 1);
    StateHolder state(new_state(game_.ptr(), rules_.get()));
    std::vector<Seen> seen;
    bool cut = false;
    {
      const std::lock_guard lock(guard_);
      cut = batch_->copy_state(static_cast<std::size_t>(i), state->data, seen);
    }
    if (cut) state->verdict = ply_limit;
    if (seen.size() > 1) state->past = chain_of(std::span<const Seen>(seen).first(seen.size() - 1));
    return py::reinterpret_steal<py::object>(state.release());
  }

 private:
  py::ssize_t rows() const { return static_cast<py::ssize_t>(size()); }

  static py::array as_array(const py::object& object) {
    // numpy knows best what is an array; a list with holes or strings in it is its error.
    return py::module_::import("numpy").attr("asarray")(object).cast<py::array>();
  }
  void check_shape(const py::array& array, const char* what) const {
    if (array.ndim() == 1 && array.shape(0) == rows()) return;
    throw Error(std::string(what) + " has shape " + py::str(array.attr("shape")).cast<std::string>() + ", not (" + std::to_string(size()) + ",)");
  }
  /// One thread at a time, without the interpreter lock.
  template <class Body>
  void alone(Body&& body) const {
    const py::gil_scoped_release unlocked;
    const std::lock_guard lock(guard_);
    body();
  }
  template <class T, class Fill>
  py::array_t<T> filled(const std::vector<py::ssize_t>& shape, Fill&& fill) const {
    py::array_t<T> out(shape);
    const std::span<T> span(out.mutable_data(), static_cast<std::size_t>(out.size()));
    alone([&] { fill(span); });
    return out;
  }

  py::object game_;
  std::shared_ptr<const AnyGame> rules_;
  std::unique_ptr<AnyBatch> batch_;
  mutable std::mutex guard_;
};

void add_game_type(py::module_& m) {
  const py::object none_object = py::none();
  py::class_<PyGame>(
      m, "Game",
      "A game with its options fixed.\n\nArgs:\n    spec: a game id, or a spec such as 'ID:size=13,swap=false'.\n    options: option values by name; "
      "each may be given here or in the spec, not in both.\n\nRaises:\n    OptionError: unknown game or option, a value that the option does not take, or "
      "values that do not go together.")
      .def(py::init(&make_game), py::arg("spec"), py::pos_only())
      .def_property_readonly(
          "id", [](const PyGame& game) { return game.entry->id; }, "The game's id.")
      .def_property_readonly(
          "title", [](const PyGame& game) { return game.entry->title; }, "The game's name for people.")
      .def_property_readonly(
          "spec", [](const PyGame& game) { return game.spec; }, "The canonical spec: the id and the options that differ from their default.")
      .def_property_readonly(
          "options",
          [](const PyGame& game) {
            py::dict out;
            for (const auto& entry : game.options.entries()) out[py::str(entry.name)] = value_object(entry.value);
            return out;
          },
          "The value of every option, by name.")
      .def_property_readonly(
          "players", [](const PyGame& game) { return game.rules->players(); }, "The number of players.")
      .def_property_readonly(
          "ply_limit", [](const PyGame& game) { return game.rules->ply_limit(); },
          "The ply limit that the rules page recommends for playouts; None where none is needed.")
      .def_property_readonly(
          "longest_game", [](const PyGame& game) { return game.rules->longest_game(); },
          "The rules page's bound on the plies of a game from its start, chance outcomes included; None where it gives none. From a position that was read a "
          "game "
          "can be longer.")
      .def_property_readonly(
          "actions", [](const PyGame& game) { return game.rules->actions(); },
          "How many action numbers State.actions() uses; None where the game has no such numbering.")
      .def_property_readonly(
          "info", [](const PyGame& game) { return info_object(*game.entry); }, "The GameInfo of this game.")
      .def("start", &game_start, py::arg("seed") = 0,
           "The state at the start. The seed (0 to 2**64 - 1) fixes a shuffled board, deck or bag.\n\nRaises:\n    Error: the seed is out of range.")
      .def("parse", &game_parse, py::arg("text"), py::pos_only(),
           "The state that a position text describes.\n\nRaises:\n    TextError: the text cannot be read or describes no position; the message names the "
           "offending part.")
      .def(
          "batch",
          [](const py::object& self, const py::object& n, const py::object& seed, const py::object& max_plies) {
            return std::make_unique<PyBatch>(self, n, seed, max_plies);
          },
          py::arg("n"), py::arg("seed") = 0, py::arg("max_plies") = none_object,
          "Many games side by side.\n\nArgs:\n    n: how many, 1 to 2**22.\n    seed: slot i draws from stream i of it, after its k-th reset from stream i + k "
          "* n.\n"
          "    max_plies: longer games are over, as draws; None: the limit that the rules page recommends.\n\nRaises:\n    Error: an argument out of range.")
      .def("__eq__",
           [](const PyGame& game, const py::object& other) -> py::object {
             if (!py::isinstance<PyGame>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             return py::bool_(game.spec == other.cast<const PyGame*>()->spec);
           })
      .def("__hash__", [](const PyGame& game) { return py::hash(py::str(game.spec)); })
      .def("__repr__", [](const PyGame& game) { return "plyground.Game(" + py::repr(py::str(game.spec)).cast<std::string>() + ")"; })
      .def("__copy__", [](py::object self) { return self; })
      .def(
          "__deepcopy__", [](py::object self, const py::object&) { return self; }, py::arg("memo"))
      .def("__reduce__", [](const py::object& self) { return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("spec"))); });
}

void add_batch_type(py::module_& m) {
  py::class_<PyBatch>(m, "Batch", "Many games of one kind side by side: numpy in, numpy out, no interpreter lock. Made by Game.batch().")
      .def("__len__", &PyBatch::size)
      .def_property_readonly("game", &PyBatch::game, "The game.")
      .def_property_readonly("current_player", &PyBatch::current_player, "int8, shape (n,): the player to move, CHANCE (-1) or OVER (-2).")
      .def_property_readonly("counts", &PyBatch::counts, "int64, shape (n,): the number of legal moves, 0 where the game is over.")
      .def_property_readonly("over", &PyBatch::over, "bool, shape (n,): the game has ended (by its rules, adjudicated, or at max_plies).")
      .def_property_readonly("returns", &PyBatch::returns, "float32, shape (n, players): Result.returns of the finished games, 0 elsewhere.")
      .def("play", &PyBatch::play, py::arg("indices"),
           "Plays in every game the legal move with this index.\n\nArgs:\n    indices: integers, shape (n,); -1 leaves a game alone.\n\nRaises:\n    "
           "IllegalMove: an index is not below "
           "its game's count, or its game is over; no move at all is made then.\n    Error: wrong shape.\n    TypeError: wrong dtype.")
      .def("play_random", &PyBatch::play_random, "Plays one uniformly random move (chance by its weights) in every game that is not over.")
      .def("reset", &PyBatch::reset, py::arg("mask"),
           "Starts anew the games where the mask is true.\n\nArgs:\n    mask: bool, shape (n,).\n\nRaises:\n    Error: wrong shape.\n    TypeError: wrong "
           "dtype.")
      .def("state", &PyBatch::state, py::arg("index"), "A State equal to that of one game, with its history.\n\nRaises:\n    Error: no such game.");
}

PyMethodDef restore_methods[] = {
    {"_restore", as_method(restore), METH_FASTCALL, "_restore(game, text, counters, history, verdict, /)\n--\n\nFor pickle."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

PYBIND11_MODULE(PLYGROUND_MODULE, m) {
  m.doc() = "The compiled core of plyground.";
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error&) {
      set_python_error();
    } catch (const CountOverflow&) {
      set_python_error();
    } catch (const Interrupted&) {
      set_python_error();
    }
  });
  add_state_type(m);
  add_game_type(m);
  add_batch_type(m);
  if (PyModule_AddFunctions(m.ptr(), restore_methods) != 0) throw py::error_already_set();
  m.def(
      "games",
      [] {
        py::list list;
        for (const GameEntry* entry : games()) list.append(info_object(*entry));
        return list;
      },
      "All games, as GameInfo, sorted by id.");
  m.def(
      "resource_report",
      [](const std::string& name, const std::string& spec) {
        py::dict out;
        for (const auto& [key, value] : load_resource(name, spec)->report()) {
          out[py::str(key)] = std::visit([](const auto& held) -> py::object { return py::cast(held); }, value);
        }
        return out;
      },
      py::arg("name"), py::arg("spec"),
      "Loads a shared resource (a word list) and tells what was read.\n\nRaises:\n    Error: no such resource, or it cannot be read; the message names file "
      "and line.");
  m.def(
      "resource_save", [](const std::string& name, const std::string& spec, const std::string& path) { load_resource(name, spec)->save(path); },
      py::arg("name"), py::arg("spec"), py::arg("path"),
      "Writes a shared resource in its compact form.\n\nRaises:\n    Error: as in resource_report, or the file cannot be written.");
  m.def(
      "resources",
      [] {
        py::dict out;
        for (const ResourceEntry& entry : registered_resources()) out[py::str(entry.name)] = entry.doc;
        return out;
      },
      "The kinds of shared resources, with a sentence each.");
  m.def("_set_data_directory", &set_data_directory, py::arg("path"), "Where the files that ship with the package lie.");
#ifdef NDEBUG
  m.attr("_assertions") = false;
#else
  m.attr("_assertions") = true;
#endif
}

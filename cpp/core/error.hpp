// What goes wrong at the boundary. Nothing here is thrown by `play`, perft or playouts.
#pragma once

#include <stdexcept>
#include <string>

namespace ply {

/// Something a caller passed is wrong; the text says what, where, and in which position.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A position text cannot be read, or describes no position of the game.
struct TextError : Error {
  using Error::Error;
};

/// A move is unreadable, illegal or ambiguous, or the game is over.
struct IllegalMove : Error {
  using Error::Error;
};

/// No such game or option, or a value that the option does not take.
struct OptionError : Error {
  using Error::Error;
};

/// A node count beyond 2^64 - 1.
struct CountOverflow : std::overflow_error {
  using std::overflow_error::overflow_error;
};

/// The caller asked to stop (Ctrl-C); the exception he raised is pending on his side.
struct Interrupted : std::exception {};

}  // namespace ply

// How an engine feels about its position, by its own estimate.

#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace dropfour::policy {

struct Mood {
  std::string_view emoji, word;
};

// From the worst to the best.
inline constexpr std::array<Mood, 7> kMoods{{
    {"😭", "desperate"},
    {"😟", "worried"},
    {"😕", "uneasy"},
    {"😐", "calm"},
    {"🙂", "hopeful"},
    {"😄", "delighted"},
    {"😎", "triumphant"},
}};

// A large value on the scale of an evaluation: it is two thirds of the way to the extreme mood.
constexpr double large_value(std::string_view scale) {
  if (scale == "cells") return 25;
  if (scale == "lines") return 30;
  if (scale == "playouts") return 0.5;
  if (scale == "streaks") return 8;
  if (scale == "convolution" || scale == "parity" || scale == "patterns" || scale == "threats")
    return 60;
  if (scale == "weighted-streaks") return 150;
  return 50;
}

// The mood for a value on *scale*; a win or a loss on the scale "exact" has the extreme one.
inline const Mood& mood_of(double value, std::string_view scale) {
  const double share =
      scale == "exact" ? (value > 0) - (value < 0) : std::tanh(value / large_value(scale));
  return kMoods[std::size_t(3 + std::lround(3 * share))];
}

}  // namespace dropfour::policy

// Phrases in Python.

#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <variant>

#include "policy/phrase.hpp"

namespace dropfour::python {

// A phrase as its name and a dictionary of its words.
inline nanobind::tuple phrase_tuple(const policy::Phrase& phrase) {
  nanobind::dict words;
  for (const auto& [name, word] : phrase.words) {
    const nanobind::str key(name.data(), name.size());
    if (const auto* text = std::get_if<std::string>(&word))
      words[key] = nanobind::str(text->data(), text->size());
    else
      words[key] = phrase_tuple(std::get<policy::Phrase>(word));
  }
  return nanobind::make_tuple(nanobind::str(phrase.name.data(), phrase.name.size()), words);
}

}  // namespace dropfour::python

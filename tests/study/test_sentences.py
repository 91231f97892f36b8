"""Phrases in another language than English: the same cases as tests/web/js/phrases.test.mjs."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import dropfour as d4
from dropfour import words

CASES = json.loads(Path(__file__).with_name("phrases.json").read_text(encoding="utf-8"))


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small language takes the place of the real one."""
    language, parts = CASES["language"], CASES["words"]
    monkeypatch.setattr(words, "languages", lambda: [language])
    monkeypatch.setattr(words, "words_of", lambda _, part: parts[part])


def test_phrases_have_the_forms_of_their_language(made_up: None) -> None:
    with words.speaking(CASES["language"]):
        assert [words.fill(phrase) for phrase, _ in CASES["cases"]] == [
            text for _, text in CASES["cases"]
        ]
        assert words.told(["plain", {}]) == "Un texte sans mots !"
    assert words.spoken() == "en"


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A few German words, and the English ones for all others."""
    shutil.copytree(words.FOLDER / "en", tmp_path / "en")
    (tmp_path / "de").mkdir()
    own = {
        "page": {"red": "Rot", "yellow": "Gelb"},
        "sentences": {"plan win": "{colour} gewinnt", "plan answer": "spiele darauf"},
        "terminal": {"decisive": "Zug {ply}: {text}", "thinking": "{player} denkt nach …"},
    }
    for part, entries in own.items():
        (tmp_path / "de" / f"{part}.json").write_text(json.dumps(entries))
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    words.words_of.cache_clear()
    yield
    words.words_of.cache_clear()


def test_everything_is_said_in_the_language_that_was_asked_for(
    german: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = "4122264123"
    explanation, plan = d4.explain(moves, language="de"), d4.find_plan(moves, language="de")
    strategy, review = d4.find_strategy(moves, language="de"), d4.review("121217", language="de")
    assert explanation.headline.startswith("Rot gewinnt by")
    for each in (explanation.plan, plan, strategy):
        assert each is not None
        assert each.result == "Rot gewinnt"
    assert str(plan).startswith("Rot gewinnt. The idea:")
    assert str(review).splitlines()[-1].startswith("Zug 6: Gelb did not block")
    assert review.story(reader="red").mistakes[0].text.endswith(".")
    assert d4.explain(moves).headline.startswith("Red wins by")
    monkeypatch.setenv("DROPFOUR_LANGUAGE", "de")
    assert d4.explain(moves).headline.startswith("Rot gewinnt by")

"""The games in the database: nothing written is lost, and old databases keep their games."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from dropfour.web.games.store import GameStore
from values import some
from web.stored import a_game, create, save


@pytest.fixture
def store(place: str) -> Iterator[GameStore]:
    with closing(GameStore(place)) as store:
        yield store


def test_a_game_is_found_by_another_store(place: str) -> None:
    with closing(GameStore(place)) as store:
        kept = create(store, a_game()._replace(thought={"ply": 1}, declared={"winner": "red"}))
    with closing(GameStore(place)) as store:
        assert store.get("one") == kept
    assert kept.created_at == kept.updated_at != ""


def test_of_two_changes_to_the_same_version_one_is_saved(store: GameStore) -> None:
    kept = create(store, a_game())
    first = some(save(store, kept._replace(moves="4"), kept))
    assert first.version == 2
    assert save(store, kept._replace(moves="5"), kept) is None
    assert store.get("one") == first


def test_a_change_writes_what_has_changed_and_nothing_else(store: GameStore) -> None:
    before = create(store, a_game()._replace(live={"offer": None}, thought={"ply": 1}))
    renamed = before._replace(red_name="Ada", live={"offer": ["draw", "red"]}, thought=None)
    saved = some(save(store, renamed, before))
    assert saved == store.get(before.id)
    assert (saved.red_name, saved.live, saved.thought) == ("Ada", {"offer": ["draw", "red"]}, None)
    other = before._replace(version=saved.version, moves="4")
    assert save(store, other, before._replace(version=saved.version)) is not None
    kept = some(store.get(before.id))
    assert (kept.red_name, kept.moves) == ("Ada", "4")


def test_games_written_at_the_same_time_are_all_kept(store: GameStore) -> None:
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda i: create(store, a_game(f"game{i}")), range(100)))
        kept = some(store.get("game7"))
        changes = [kept._replace(moves=str(column)) for column in range(1, 8)]
        saved = set(threads.map(lambda change: save(store, change, kept), changes))
    assert len(store.recent("me", 1000)) == 100
    assert saved == {None, store.get("game7")}


def test_recent_games_are_the_owners_and_the_last_played_comes_first(store: GameStore) -> None:
    one = create(store, a_game("one"))
    create(store, a_game("two"))
    create(store, a_game("three")._replace(owner="you"))
    save(store, one._replace(moves="4"), one)
    assert [kept.id for kept in store.recent("me", 10)] == ["one", "two"]
    assert [kept.id for kept in store.recent("me", 1)] == ["one"]

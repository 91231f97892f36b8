import random

import pytest

from dropfour import Position, Rules, _native
from dropfour.book.fuse import Fuse
from dropfour.book.positions import key_limbs, pack_keys
from dropfour.native import native_board


def random_keys(rules: Rules, count: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    bits = rules.columns * (rules.rows + 1)
    return list({rng.getrandbits(bits) for _ in range(count)})


def limbs(rules: Rules, key: int) -> list[int]:
    return [key >> 64 * i & ((1 << 64) - 1) for i in range(key_limbs(rules))]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10, 100, 5000])
@pytest.mark.parametrize("rules", [Rules(), Rules(9, 8), Rules(20, 20)], ids=lambda r: r.size)
def test_every_key_has_its_value(rules: Rules, count: int) -> None:
    keys = random_keys(rules, count, count)
    values = [random.Random(key).randrange(64) for key in keys]
    like = native_board(Position(rules))
    fuse = Fuse.of_native(_native.fuse_for(like, pack_keys(rules, keys), values, 6))
    assert [fuse.value(limbs(rules, key)) for key in keys] == values


def test_a_function_is_small_and_does_not_depend_on_the_order() -> None:
    keys = random_keys(Rules(), 3000, 1)
    like = native_board(Position())
    made = []
    for _ in range(2):
        keys.reverse()
        values = [key % 32 for key in keys]
        made.append(Fuse.of_native(_native.fuse_for(like, pack_keys(Rules(), keys), values, 5)))
    assert made[0] == made[1]
    keys = random_keys(Rules(), 100_000, 2)
    function = _native.fuse_for(
        native_board(Position()), pack_keys(Rules(), keys), [0] * len(keys), 6
    )
    assert len(function.cells) * 8 < 1.2 * 6 * len(keys)


def test_a_key_that_comes_twice_is_refused() -> None:
    like = native_board(Position())
    with pytest.raises(ValueError, match="twice"):
        _native.fuse_for(like, pack_keys(Rules(), [5, 5]), [1, 2], 6)


def test_values_of_too_many_bits_are_refused() -> None:
    like = native_board(Position())
    for bits in (0, 17, 2**31 - 1):  # a shift by that many bits is undefined
        with pytest.raises(ValueError, match="1 to 16 bits"):
            _native.filter_for(like, pack_keys(Rules(), [5]), bits)
        with pytest.raises(ValueError, match="1 to 16 bits"):
            _native.fuse_for(like, pack_keys(Rules(), [5]), [1], bits)


def test_a_filter_admits_its_keys_and_few_others() -> None:
    rules = Rules()
    keys = random_keys(rules, 4000, 3)
    inside, outside = keys[:2000], keys[2000:]
    like = native_board(Position(rules))
    native = _native.filter_for(like, pack_keys(rules, inside), 8)
    fuse = Fuse.of_native(native)
    assert all(_native.admitted(like, native, pack_keys(rules, inside)))
    admitted = _native.admitted(like, native, pack_keys(rules, outside))
    assert sum(admitted) < 2000 / 32
    assert admitted == [fuse.admits(limbs(rules, key)) for key in outside]

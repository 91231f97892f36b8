"""Batch: positions with the same rules as arrays, from positions, move strings, planes or random games.

Planes are the input of learners: ``int8[n, rows, columns, 2]``, top row first, the stones of the
side to move and those of its opponent; on 7x6 they equal the observations of PettingZoo's
``connect_four_v3``.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

from dropfour import _native
from dropfour.engines.engine import MAX_SEED, checked_seed
from dropfour.extras import needed_by
from dropfour.native import empty_native_board
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Rules, checked_integer, checked_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Positions: TypeAlias = "Batch | NDArray[Any] | Iterable[Position | str | Iterable[int]]"


class Batch(Sequence[Position]):
    """Positions with the same rules, stored as arrays: an immutable sequence of Position.

    *positions* are positions, move strings, sequences of columns, planes, or an array of boards as
    ``numpy.array(position)`` writes them. The rules default to those of the positions; for arrays, to
    four in a row on a board of their shape. Arrays do not say which colour is to move: it is red if the
    number of stones is even. Raises InvalidPosition for a board
    that no game can reach, and IllegalMove for a move that cannot be played.
    """

    __slots__ = ("_is_yellow", "_masks", "_rules")
    __hash__ = None  # type: ignore[assignment]

    _rules: Rules
    _masks: NDArray[np.uint64]
    _is_yellow: NDArray[np.bool_]

    def __init__(self, positions: Positions = (), rules: Rules | None = None) -> None:
        numpy = load_numpy()
        if rules is not None:
            checked_rules(rules)
        if isinstance(positions, Batch):
            _check_rules(positions.rules, rules or positions.rules)
            self._set(positions._rules, positions._masks, positions._is_yellow)
        elif isinstance(positions, numpy.ndarray) and positions.dtype.kind not in "OU":
            self._take_planes(positions, rules)
        elif isinstance(positions, (str, Position)):
            raise TypeError(f"a batch takes several positions: [{positions!r}]")
        else:
            self._take_positions(list(positions), rules)

    @classmethod
    def _of(
        cls, rules: Rules, masks: NDArray[np.uint64], is_yellow: NDArray[np.bool_] | None = None
    ) -> Batch:
        batch = cls.__new__(cls)
        batch._set(rules, masks, is_yellow)
        return batch

    def _set(
        self, rules: Rules, masks: NDArray[np.uint64], is_yellow: NDArray[np.bool_] | None = None
    ) -> None:
        """Store these arrays; without *is_yellow*, yellow is to move if the number of stones is odd."""
        self._rules, self._masks = rules, masks
        self._is_yellow = self.plies % 2 == 1 if is_yellow is None else is_yellow
        masks.flags.writeable = self._is_yellow.flags.writeable = False

    @property
    def rules(self) -> Rules:
        """The rules of all positions."""
        return self._rules

    @property
    def masks(self) -> NDArray[np.uint64]:
        """``uint64[n, 2, words]``: the masks of the side to move and of all stones, lowest word first
        (dropfour.position draws the layout of a mask). Read-only."""
        return self._masks

    @property
    def planes(self) -> NDArray[np.int8]:
        """``int8[n, rows, columns, 2]``, top row first: the side to move, then its opponent."""
        numpy = load_numpy()
        columns, rows = self._rules.columns, self._rules.rows
        masks = self._masks.copy()
        masks[:, 1] ^= masks[:, 0]
        octets = masks.astype("<u8", copy=False).view(numpy.uint8)
        bits = numpy.unpackbits(octets, axis=2, count=columns * (rows + 1), bitorder="little")
        cells = bits.reshape(len(self), 2, columns, rows + 1)[..., rows - 1 :: -1]
        planes: NDArray[np.int8] = cells.transpose(0, 3, 2, 1).astype(numpy.int8, order="C")
        return planes

    @property
    def plies(self) -> NDArray[np.int16]:
        """``int16[n]``: the number of stones on each board."""
        numpy = load_numpy()
        octets = numpy.ascontiguousarray(self._masks[:, 1]).view(numpy.uint8)
        plies: NDArray[np.int16] = numpy.unpackbits(octets, axis=1).sum(axis=1, dtype=numpy.int16)
        return plies

    def __len__(self) -> int:
        return len(self._masks)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Position: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int]) -> Batch: ...
    def __getitem__(self, index: Any) -> Position | Batch:
        """Return one position, or the batch selected by a slice or an array of integers or booleans."""
        try:
            number = operator.index(index)
        except TypeError:
            masks, is_yellow = self._masks[index], self._is_yellow[index]
            return self._of(self._rules, masks.copy(), is_yellow.copy())
        return self._position(number)

    def __iter__(self) -> Iterator[Position]:
        return (self._position(i) for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        numpy = load_numpy()
        return self._rules == other._rules and bool(
            numpy.array_equal(self._masks, other._masks)
            and numpy.array_equal(self._is_yellow, other._is_yellow)
        )

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} positions, {self._rules}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (_restored, (self._rules, self._masks, self._is_yellow))

    def __copy__(self) -> Batch:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> Batch:
        return self

    # --- within ---------------------------------------------------------------------------------

    def _take_positions(self, items: list[Any], rules: Rules | None) -> None:
        numpy = load_numpy()
        rules = rules or next((i.rules for i in items if isinstance(i, Position)), Rules())
        texts = [i for i, item in enumerate(items) if isinstance(item, str)]
        played = empty_masks(len(texts), rules)
        unread = _native.masks_from_moves(
            empty_native_board(rules), [items[i] for i in texts], played
        )
        masks = empty_masks(len(items), rules)
        masks[texts] = played
        # Position reads or rejects everything but plain, legal move strings.
        left = [i for i, item in enumerate(items) if not isinstance(item, str)]
        to_move: dict[int, bool] = {}
        for i in [*left, *(texts[i] for i in unread)]:
            item = items[i]
            position = item if isinstance(item, Position) else Position.from_moves(item, rules)
            _check_rules(position.rules, rules)
            to_move[i] = position.to_move is YELLOW
            for j, mask in enumerate((position.mask(position.to_move), position.occupied_mask)):
                octets = mask.to_bytes(8 * masks.shape[2], "little")
                masks[i, j] = numpy.frombuffer(octets, "<u8")
        is_yellow = Batch._of(rules, masks)._is_yellow.copy()
        is_yellow[list(to_move)] = list(to_move.values())
        self._set(rules, masks, is_yellow)

    def _take_planes(self, planes: NDArray[Any], rules: Rules | None) -> None:
        numpy = load_numpy()
        if planes.ndim == 3:
            planes = _planes_of_rows(planes)
        if planes.ndim != 4 or planes.shape[3] != 2:
            raise ValueError(
                "an array of positions has the shape (n, rows, columns, 2), planes, or "
                f"(n, rows, columns), 0, 1 and 2 for empty, red and yellow, not {planes.shape}"
            )
        count, rows, columns, _ = planes.shape
        rules = rules or Rules(columns, rows)
        if (columns, rows) != (rules.columns, rules.rows):
            raise ValueError(f"these planes show a {columns}x{rows} board, not {rules.size}")
        if not ((planes == 0) | (planes == 1)).all():
            raise ValueError("planes may contain only 0 and 1")
        masks = empty_masks(count, rules)
        cells = numpy.zeros((count, 2, columns, rows + 1), numpy.uint8)
        cells[..., :rows] = planes[:, ::-1].transpose(0, 3, 2, 1)
        octets = numpy.packbits(cells.reshape(count, 2, -1), axis=2, bitorder="little")
        padded = numpy.zeros((count, 2, 8 * masks.shape[2]), numpy.uint8)
        padded[..., : octets.shape[2]] = octets
        masks[:] = padded.view("<u8")
        double = numpy.flatnonzero((masks[:, 0] & masks[:, 1]).any(axis=1))
        if len(double):
            raise ValueError(f"position {double[0]} has a cell with stones of both sides")
        masks[:, 1] |= masks[:, 0]
        self._set(rules, masks)
        self._check()

    def _check(self) -> None:
        """Raise InvalidPosition unless a game can reach every position."""
        invalid = _native.find_invalid(empty_native_board(self._rules), self._masks)
        if invalid is not None:
            self._position(invalid)  # raises InvalidPosition with the reason
            raise AssertionError(f"only native code considers position {invalid} invalid")

    def _position(self, number: int) -> Position:
        own, occupied = (
            int.from_bytes(mask.astype("<u8").tobytes(), "little") for mask in self._masks[number]
        )
        if self._is_yellow[number]:
            return Position.from_masks(occupied ^ own, own, self._rules, YELLOW)
        return Position.from_masks(own, occupied ^ own, self._rules, RED)


def random_positions(
    count: SupportsIndex,
    ply: SupportsIndex | range,
    *,
    rules: Rules | None = None,
    seed: SupportsIndex | None = None,
    first: SupportsIndex = 0,
) -> Batch:
    """Return *count* unfinished positions of random games.

    Every playable column is equally likely; games that end before the *ply* are discarded. From a range
    of plies, each position draws its own uniformly. A position depends only on the *seed* and its
    index, which counts from *first*, so that a long sequence can be generated in parts. Raises
    ValueError if no random game reaches the ply.

    >>> batch = d4.random_positions(3, range(10, 20), seed=1)
    >>> len(batch), batch.planes.shape
    (3, (3, 6, 7, 2))
    """
    rules = checked_rules(rules)
    if not isinstance(ply, range):
        ply = checked_integer(ply, "a ply")
    plies = ply if isinstance(ply, range) else range(ply, ply + 1)
    if not plies or plies.step != 1 or plies[0] < 0 or plies[-1] >= rules.cell_count:
        raise ValueError(
            f"unfinished positions of the {rules.size} board have ply 0 to {rules.cell_count - 1}, "
            f"not {ply}"
        )
    count, first = checked_integer(count, "a count"), checked_integer(first, "first")
    if count < 0:
        raise ValueError(f"a count must be 0 or more, not {count}")
    if not 0 <= first <= MAX_SEED - count:
        raise ValueError(f"positions are numbered 0 to {MAX_SEED}, not {first} to {first + count}")
    seed = random.SystemRandom().getrandbits(64) if seed is None else checked_seed(seed)
    masks = empty_masks(count, rules)
    _native.random_positions(empty_native_board(rules), plies[0], plies[-1], seed, first, masks)
    return Batch._of(rules, masks)


def load_numpy() -> Any:
    """Return the numpy package; raise ImportError that names the extra if it is missing."""
    with needed_by("an array of positions", "numpy"):
        import numpy
    return numpy


def _restored(rules: Rules, masks: NDArray[np.uint64], is_yellow: NDArray[np.bool_]) -> Batch:
    """Return a batch from its pickled parts: arrays are writeable after unpickling."""
    batch = Batch._of(rules, masks, is_yellow)
    batch._check()
    return batch


def _planes_of_rows(rows: NDArray[Any]) -> NDArray[Any]:
    """Return the planes of boards as Position.to_rows writes them."""
    numpy = load_numpy()
    if not ((rows == 0) | (rows == 1) | (rows == 2)).all():
        raise ValueError("boards may contain only 0, 1 and 2")
    stones = numpy.stack((rows == 1, rows == 2), axis=-1)
    is_yellow = stones.sum(axis=(1, 2, 3)) % 2 == 1
    planes: NDArray[Any] = numpy.where(is_yellow[:, None, None, None], stones[..., ::-1], stones)
    return planes


def empty_masks(count: int, rules: Rules) -> NDArray[np.uint64]:
    """Return the masks of *count* empty boards, for native code to write to."""
    words = (rules.columns * (rules.rows + 1) + 63) // 64
    masks: NDArray[np.uint64] = load_numpy().zeros((count, 2, words), "uint64")
    return masks


def _check_rules(found: Rules, expected: Rules) -> None:
    if found != expected:
        raise ValueError(f"all positions of this batch have {expected}, not {found}")

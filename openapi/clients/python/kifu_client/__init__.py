"""A typed client of Kifu, which records tabletop games and replays them."""

from . import types
from .operations import Operations
from .transport import Event, KifuError

__all__ = ["Event", "Kifu", "KifuError", "types"]


class Kifu(Operations):
    """A service: each operation of the contract is a method. Answers are dictionaries with types, from `types`."""

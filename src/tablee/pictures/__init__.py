"""How a game looks in a terminal. Each game's own picture is in its folder."""

from .scene import SEAT_STYLES, Drawn, Picture, Scene, find_picture, keys
from .unbroken import Unbroken

__all__ = ["SEAT_STYLES", "Drawn", "Picture", "Scene", "Unbroken", "find_picture", "keys"]

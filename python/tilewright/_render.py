"""Pictures of boards as arrays and in a window."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The width of pictures, in pixels.
WIDTH = 480


def picture(svg: str) -> NDArray[np.uint8]:
    """An SVG as an array of rows, columns and red, green and blue."""
    surface = _surface(svg)
    import pygame

    array: NDArray[np.uint8] = pygame.surfarray.array3d(surface).swapaxes(0, 1)
    return np.ascontiguousarray(array)


def _surface(svg: str) -> Any:
    try:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame
        import resvg_py
    except ModuleNotFoundError as error:
        sentence = f"{error.name} is not installed: pictures need pip install '.[env]' in a clone"
        raise ModuleNotFoundError(sentence, name=error.name) from error
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff"))
    return pygame.image.load(io.BytesIO(png), "board.png")


class Window:
    """A window that shows pictures, one after the other."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._screen: Any = None

    def show(self, svg: str) -> None:
        """Shows a picture. The window opens with the first."""
        surface = _surface(svg)
        import pygame

        if self._screen is None or self._screen.get_size() != surface.get_size():
            pygame.display.init()
            self._screen = pygame.display.set_mode(surface.get_size())
            pygame.display.set_caption(self._title)
        self._screen.blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._screen is not None:
            import pygame

            pygame.display.quit()
            self._screen = None

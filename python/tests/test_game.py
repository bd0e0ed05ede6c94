import pytest

import tilewright


def test_a_game_is_opened_by_its_name():
    assert tilewright.Game("blokus").ply == 0


def test_an_unknown_game_is_told():
    with pytest.raises(ValueError, match="there is no game .chess."):
        tilewright.Game("chess")

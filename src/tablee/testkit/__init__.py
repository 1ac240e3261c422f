"""What tests of games share: scenarios, random play, which rules the tests show, `conformance`. Free for all to use."""

from .options import every_pair, fitting_players
from .playout import Playout, new_match, play_out, silent_game
from .rules import shown_rules, shows
from .scenario import Failure, read_scenario, run_scenario
from .steps import Scenario

__all__ = [
    "Failure",
    "Playout",
    "Scenario",
    "every_pair",
    "fitting_players",
    "new_match",
    "play_out",
    "read_scenario",
    "run_scenario",
    "shown_rules",
    "shows",
    "silent_game",
]

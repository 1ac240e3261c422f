"""What tests of games share: scenarios, random play, and the list of rules that tests show. Free for all to use."""

from .options import every_pair, fitting_players
from .playout import Playout, new_match, play_out, silent_game
from .rules import Rule, Section, read_rules, shown_rules, shows
from .scenario import Failure, Scenario, read_scenario, run_scenario

__all__ = [
    "Failure",
    "Playout",
    "Rule",
    "Scenario",
    "Section",
    "every_pair",
    "fitting_players",
    "new_match",
    "play_out",
    "read_rules",
    "read_scenario",
    "run_scenario",
    "shown_rules",
    "shows",
    "silent_game",
]

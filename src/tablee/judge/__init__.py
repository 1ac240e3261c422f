"""What people write, compared as people would: normal forms of answers, and a judge for typed ones."""

from .judging import judge, same_answer
from .listing import judge_list
from .normal import normal
from .verdict import Verdict, left_to_the_table, ruled

__all__ = ["Verdict", "judge", "judge_list", "left_to_the_table", "normal", "ruled", "same_answer"]

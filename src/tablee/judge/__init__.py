"""What people write, compared as people would: normal forms of answers, and a judge for typed ones."""

from .judging import judge, same_answer
from .listing import judge_list
from .normal import normal
from .verdict import Verdict

__all__ = ["Verdict", "judge", "judge_list", "normal", "same_answer"]

"""What people write, compared as people would: normal forms of French and English answers."""

from .normal import normal

__all__ = ["normal"]

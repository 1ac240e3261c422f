"""Egomaster: get rich at the bank's expense, then at that of the others."""

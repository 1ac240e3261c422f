"""Défizz: bluff with tokens, then answer. Own all the tokens."""

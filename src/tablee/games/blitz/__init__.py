"""Blitz: turn up a card; when two symbols match, name an example of the other’s theme first."""

"""Vendanges: pick grapes as long as you dare; a wasp empties the basket."""

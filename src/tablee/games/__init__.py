"""The games. Each folder is one game and can be deleted without touching the others."""

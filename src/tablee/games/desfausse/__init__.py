"""DESfausse: get rid of your dice, and hunt trophies on the way."""

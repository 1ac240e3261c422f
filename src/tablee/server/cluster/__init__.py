"""Many nodes, one hall: who runs a table, and how a device is heard at a table that another node runs."""

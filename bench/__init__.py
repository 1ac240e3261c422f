"""Benchmarks against limits and peers. Each runs as `python -m bench.NAME` and ends with one line of JSON."""

"""Pebbles, a small game of this project's own: the example of docs/extending.md."""

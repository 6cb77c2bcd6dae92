"""Attacks on a table's server by a client without any secret."""

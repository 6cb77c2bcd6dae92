"""Tests of the layer that every game is built on, played with River Valley Glassworks."""

"""Tests of the floor that every game stands on, played with River Valley Glassworks."""

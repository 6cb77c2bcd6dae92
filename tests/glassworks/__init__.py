"""Tests of River Valley Glassworks, with a slow reference game written from the rules alone."""

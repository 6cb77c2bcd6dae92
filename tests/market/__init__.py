"""Tests of River Market."""

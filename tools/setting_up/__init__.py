"""The set-up: stages that say what they do, an environment that is believed only when whole, pages, the system's parts.

Standard library only: it runs before anything is installed.
"""

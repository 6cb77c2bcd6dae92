"""The command line as people use it: real processes, real terminals."""

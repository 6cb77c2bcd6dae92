"""River Market: its cards as data, its rules, its moves and views."""

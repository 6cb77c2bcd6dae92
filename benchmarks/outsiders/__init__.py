"""Players of other kinds against the bots, and the page that tells how they do."""

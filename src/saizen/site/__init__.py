"""``saizen site``: games, lessons and papers as a folder of files that needs no server."""

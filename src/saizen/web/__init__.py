"""The page: a server on this machine that answers questions and carries sittings, and what a browser shows.

It knows no rules and computes nothing: questions go to the functions behind the command line, games to
`saizen.sitting`. What is here needs the extra ``web``; ``saizen serve`` says so where it is missing.
"""

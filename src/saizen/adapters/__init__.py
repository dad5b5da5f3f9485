"""Other people's games in saizen, and saizen's games in other people's libraries."""

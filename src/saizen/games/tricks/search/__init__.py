"""The exact search of trick taking: tables of small hands, a search over cards above them."""

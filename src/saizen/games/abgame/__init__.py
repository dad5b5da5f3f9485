"""AB game (Bulls and Cows, MOO) and Mastermind: guess a code from answers, exactly."""

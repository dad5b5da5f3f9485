"""Measure an agent exactly: what each of its decisions gives away, and how far it can be exploited."""

from goofspiel import Goofspiel
from saizen import MAX, solve
from saizen.policies import exploitability, regrets


def match_the_prize(position, player):
    """Bid the card of the prize's number, or the lowest above it: a rule of thumb for Goofspiel."""
    mine = sorted(position[player])
    prize = 4 - len(mine) + 1
    return {next((card for card in mine if card >= prize), mine[-1]): 1}


def main():
    """Compare the rule of thumb with playing at random and with the solution."""
    game = Goofspiel(4)
    solution = solve(game)
    for name, policy in {"match the prize": match_the_prize, "random": {}, "solution": solution}.items():
        costs = regrets(solution, policy)
        found = exploitability(game, policy, solution=solution)
        mean = float(sum(costs.values()) / len(costs))
        print(f"{name:16} regret a decision {mean:.3f}, exploitability {float(found.costs[MAX]):.3f}")


if __name__ == "__main__":
    main()

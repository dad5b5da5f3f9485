"""How many stacks are enough: the strategy, the deck, and the game between a dealer and a player."""

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from named_options import limit

from saizen.errors import SaizenError
from saizen.games.calculation.deals import deal
from saizen.games.calculation.enough_stacks import (
    Chain,
    enough,
    hard_deck,
    holds,
    longest_chain,
    play_surely,
    sure_actions,
)
from saizen.games.calculation.game_log import read_log, replay, write_log
from saizen.games.calculation.rules import Calculation, Move, Variant
from saizen.games.calculation.text import rank_text
from saizen.games.calculation.thoughtful.clauses import write_clauses
from saizen.games.calculation.thoughtful.decide import solve_deal
from saizen.sat import is_refutation

SMALL = [(3, (1, 2)), (4, (1, 3)), (5, (1,)), (5, (1, 2))]


def every_deck(counts):
    if not any(counts):
        yield ()
    for rank, count in enumerate(counts, start=1):
        if count:
            rest = (*counts[: rank - 1], count - 1, *counts[rank:])
            for deck in every_deck(rest):
                yield (rank, *deck)


@pytest.mark.parametrize(("ranks", "steps"), [(3, (1, 2)), (4, (1, 3)), (5, (1,))])
def test_one_stack_fewer_than_ranks_wins_every_deck(ranks, steps):
    variant = Variant(stacks=ranks - 1, ranks=ranks, steps=steps)
    decks = list(every_deck((len(steps),) * ranks))
    assert len(set(decks)) == len(decks) > 80
    for deck in decks:
        assert len(play_surely(deck, variant)) == variant.cards


def test_twelve_stacks_win_whatever_comes():
    variant = Variant(stacks=12)
    shuffled = list(deal(1))
    random.Random(7).shuffle(shuffled)
    for cards in [deal(2), tuple(shuffled), *(hard_deck(variant, f) for f in range(4))]:
        turns = read_log(write_log(play_surely(cards, variant)))
        assert tuple(turn.drawn for turn in turns) == tuple(cards)
        assert replay(Calculation(variant), turns)[-1].foundations == (13, 13, 13, 13)


def test_the_sure_player_sees_no_card_to_come():
    """Two decks that begin alike are played alike as long as they are."""
    one, other = deal(5), (*deal(5)[:20], *reversed(deal(5)[20:]))
    games = [play_surely(cards, Variant(stacks=12)) for cards in (one, other)]
    assert games[0][:20] == games[1][:20]
    assert games[0] != games[1]


@pytest.mark.parametrize(("ranks", "steps"), SMALL)
def test_the_hard_deck_cannot_be_won_with_fewer_even_if_it_is_known(ranks, steps):
    for foundation in range(len(steps)):
        variant = Variant(stacks=ranks - 2, ranks=ranks, steps=steps)
        deck = hard_deck(variant, foundation)
        chain = longest_chain(deck, variant)
        assert holds(chain, deck, variant)
        assert len(chain.ranks) == ranks - 1 == enough(variant)
        found = solve_deal(deck, variant)
        assert found.verdict == "impossible"
        assert is_refutation(write_clauses(deck, variant), found.refutation)
        assert solve_deal(deck, replace(variant, stacks=ranks - 1)).verdict == "won"


def test_a_chain_never_contradicts_the_clauses():
    dice = random.Random(3)
    refuted = 0
    for _ in range(60):
        variant = Variant(stacks=2, ranks=5, steps=(1, 2))
        deck = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        dice.shuffle(deck)
        if dice.random() < 0.7:
            deck = sorted(deck, key=deck.index)  # cards of one rank come together
        chain = longest_chain(deck, variant)
        assert holds(chain, deck, variant)
        if len(chain.ranks) > variant.stacks:
            refuted += 1
            assert solve_deal(deck, variant).verdict == "impossible"
    assert 5 < refuted < 60


def test_a_chain_that_is_none_is_refused_by_the_checker():
    variant = Variant()
    deck, chain = hard_deck(variant), longest_chain(hard_deck(variant), variant)
    assert chain == Chain(0, 1, tuple(range(2, 14)))
    assert holds(chain, deck, variant)
    assert not holds(replace(chain, behind=2), deck, variant)
    assert not holds(replace(chain, foundation=1), deck, variant)
    assert not holds(replace(chain, ranks=chain.ranks[::-1]), deck, variant)
    for number in [n for n, (one, two) in enumerate(pairwise(deck)) if one != two]:
        other = list(deck)
        other[number], other[number + 1] = other[number + 1], other[number]
        assert not holds(chain, other, variant)
        assert len(longest_chain(other, variant).ranks) < 12


@pytest.mark.parametrize(("ranks", "steps"), [(3, (1, 2)), (4, (1, 3)), (5, (1,))])
def test_dealer_against_player(ranks, steps):
    """Play the whole game between a dealer who chooses each card and a player, by the rules alone."""

    @cache
    def player_wins(position):
        deck = +game.deck(position)
        if not deck:
            moves = game.actions(position)
            done = all(size == ranks for size in position.foundations)
            return done or any(player_wins(game.after(position, move)) for move in moves)
        return all(answers(replace(position, drawn=card)) for card in deck)

    @cache
    def answers(position):
        """Tell whether the player can win from here before the next draw."""
        if position.drawn is None and player_wins(replace(position, stacks=tuple(sorted(position.stacks)))):
            return True
        wanted = game.actions(position) if position.drawn is not None else moves_of(position)
        return any(answers(game.after(position, action)) for action in wanted)

    def moves_of(position):
        return [action for action in game.actions(position) if isinstance(action, Move)]

    for stacks, wins in ((ranks - 2, False), (ranks - 1, True)):
        game = Calculation(Variant(stacks=stacks, ranks=ranks, steps=steps))
        player_wins.cache_clear()
        answers.cache_clear()
        assert player_wins(game.start()) is wins


def test_too_few_stacks_and_no_card():
    with pytest.raises(SaizenError, match="11 stacks: 12 win every deck, fewer do not"):
        play_surely(deal(1), Variant(stacks=11))
    game = Calculation(Variant(stacks=1))
    with pytest.raises(SaizenError, match="no card is drawn"):
        sure_actions(game, game.start())
    with pytest.raises(SaizenError, match="no stack for the drawn card"):
        sure_actions(game, game.parse("A0 B0 C0 D0 / 5 / 6"))


def test_limit_of_a_deck():
    text = rank_text(hard_deck())
    data = limit(stacks=11, deck=text).data
    assert (data["verdict"], data["conflicts"], data["chain"]) == ("impossible", 0, "23456789TJQK")
    assert "12 in all" in limit(stacks=11, deck=text).notes[0]
    won = limit(stacks=12, deck=text.lower())
    assert won.data["verdict"] == "won"
    turns = read_log(won.data["game"])
    assert replay(Calculation(Variant(stacks=12)), turns)[-1].foundations == (13, 13, 13, 13)
    for options, message in (
        ({"deck": text[:-1]}, "the deck has 3 cards of rank 1: 4 are needed"),
        ({"deck": text.replace("2", "0")}, "'0' in .* is not a rank"),
        ({"deck": text, "deal": 4}, "deal 4: give a deal or a deck, not both"),
    ):
        with pytest.raises(SaizenError, match=message):
            limit(**options)

"""The stack game (スタックゲーム): which cards may lie where, solved exactly; its tables on disk.

A position is an order of the deck's cards and, for each stack, the cards that may be laid there. With two
foundations it is a picture. Five cards, a1 < a2 < a3 and b1 < b2, and here a1 < b2 and b1 < a3; two stacks::

      b                           o   a set of cards that may be the first to reach the foundations:
    2 |   o---o---P                   i of a, j of b
      |   |   |   |               hi  the lower right border: a's as soon as possible, steps 1 1 0 1 0
    1 o---Q---o---o               lo  the upper left border: a's as late as possible, steps 0 1 0 1 1
      |   |   |                   P   a stack that allows all cards
    0 o---o---o                   Q   a stack that allows a1 and b1 alone
      0   1   2   3   a

The two paths are the order: a card can be drawn before another one unless the paths forbid it. A stack is the
point of the cards that it allows. Laying a card onto a stack moves the path ``lo`` and all points. The key
of a position is the steps of ``hi``, those of ``lo``, and the rank of the points among all that could be:

>>> from saizen.games.calculation.stackgame.partial_order import Order
>>> from saizen.games.calculation.stackgame.two_chains.lattice import Start
>>> order = Order(below=(0b0, 0b1, 0b01011, 0b0, 0b01001), forbidden=(0b0, 0b10110))
>>> f"{Start.of(order).key_of(order):064b}"
'0101111010000000000000000000000000000000000000000000000000000110'

These are ``01011`` (the steps of ``hi``, the last one first), ``1101`` (those of ``lo`` without its first
one, which is always 0) and 6. `two_chains` has the kernels on such keys; `any_order` counts positions of any
number of foundations.
"""

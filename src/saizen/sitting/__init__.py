"""A game being played or studied: `Sitting`, its machines, and what choices cost."""

from saizen.sitting.costs import Cost
from saizen.sitting.opponents import read_strength
from saizen.sitting.seats import PERSON, seat_list
from saizen.sitting.sitting import Event, Sitting

__all__ = ["PERSON", "Cost", "Event", "Sitting", "read_strength", "seat_list"]

"""A game being played or studied: `Sitting`, its machines, and what choices cost."""

from saizen.sitting.costs import Cost
from saizen.sitting.opponents import read_strength
from saizen.sitting.sitting import PERSON, Event, Sitting, seat_list

__all__ = ["PERSON", "Cost", "Event", "Sitting", "read_strength", "seat_list"]

"""The game itself: rules, boards, cards and automatic players, pure and without I/O.

Read `phases.py` first: it is the rule book's second half. `RULES.md` beside this file numbers every rule.
"""

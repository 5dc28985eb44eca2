"""Characters that Discord takes, wherever something is cut to them."""

LONGEST_MESSAGE = 2000
LONGEST_VIEW = 3600
"""Of text in a message with components, where all may have 4,000: the rest is for its buttons."""
LONGEST_ALT = 1024
"""Of an alt text, in Discord's documents; delivery cuts it where fewer are taken."""
SHORT_ALT = 256
"""Of an alt text that Discord takes in any case."""
LONGEST_LABEL = 80
"""On a button."""
LONGEST_TITLE = 45
"""Of a form, and of the names of its fields."""

"""Everything that people read, in each language: sentences from plain values, within Discord's limits."""

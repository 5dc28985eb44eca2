"""What all pictures share: their colours and largest sizes."""

LARGEST_CELL, MOTION_CELL = 64, 40
"""Pixels: how wide a square is at most, in a still picture and in an animation."""
TALLEST = 1600
"""Pixels: how high a picture is at most."""

BACKGROUND, GRID, PANEL = "#1E1F22", "#3A3D45", "#2B2D31"
FLOORS = ("#24262C", "#1F2126")
FINISHES = ("#4A2A3C", "#38222F")
TEXT, FAINT, INK = "#F2F3F5", "#A6ABB5", "#000000"
WALL, LINE, LASER = "#E8E6E0", "#FF4FA3", "#FF4D5E"
BELT, BELT_RAIL, BELT_CHEVRON = "#2B4257", "#46637D", "#8FBEE3"
EXPRESS, EXPRESS_RAIL, EXPRESS_CHEVRON = "#1C5C93", "#3F8CCB", "#FFFFFF"
GEAR_RIGHT, GEAR_LEFT = "#2E9E5B", "#C8453A"
PIT, PIT_RIM, HAZARD = "#000000", "#15161A", "#FFC107"
REBOOT, START = "#6A4FA3", "#8A909C"
GUARD, GUARD_SHADE = "#C3CAD6", "#8C94A3"
GREEN_LIGHT, RED_LIGHT = "#3DDC84", "#FF4D5E"
DOLL, DOLL_SHADE, DOLL_SKIN = "#5B7FB8", "#3C588A", "#F0C9A0"
CARD, CARD_EDGE, CARD_SIGN = "#F2EFE6", "#B9B4A6", "#23262E"
CARD_TURN, CARD_AGAIN, CARD_GHOST = "#1C5C93", "#6A4FA3", "#DBD6C9"
DAMAGED_CARD, DAMAGED_EDGE, DAMAGED_SIGN = "#4A2328", "#C8453A", "#FF8A93"

ROBOTS = (
    *("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00"),
    *("#C073A1", "#FFFFFF", "#CCFFAA", "#CCAAAA", "#AA66FF", "#22EEFF"),
)
"""The robots' colours, seat by seat, told apart under each colour blindness."""

LIGHT_INK_ON = "#0072B2"
"""The one robot whose number is white."""

DASHED = frozenset((4, 5, 6, 7, 9))
"""Seats (from 0) whose trails are dashed, since their colours come too near to walls, lasers or the pink line."""

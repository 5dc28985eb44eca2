"""Where the robots of a game stand, as everybody may know it."""

from bot.db.tables import Game, RoundStatus
from bot.moderator.desk import Desk
from bot.moderator.rounds import state_after
from bot.moderator.stored import load_board, load_state
from bot.text.standings import Standing
from simulation.cards import Card
from simulation.state import Piles, Robot, State
from simulation.telling import standings


def public_state(desk: Desk) -> State | None:
    """Return how the board was last shown to all: a result that waits for its hosts is not; None before the start."""
    found = desk.open_round()
    if found is not None:
        return load_state(found.state)
    last = desk.last_round()
    return state_after(desk, last) if last is not None and last.status is RoundStatus.PUBLISHED else None


def place(game: Game, state: State) -> tuple[Standing, ...]:
    """Return the standings: those over the line by rank, then by the steps that are left, then who has left."""
    board = load_board(game.board)
    seats = {robot.name: seat for seat, robot in enumerate(state.robots)}

    def standing(robot: Robot) -> Standing:
        seat = seats[robot.name]
        rank = robot.finished
        return Standing(
            robot=robot.name,
            number=seat + 1,
            square=robot.position,
            left=board.squares_left(robot.position),
            rank=rank,
            points=game.points[rank - 1] if rank is not None and rank <= len(game.points) else 0,
            damage=damage_in(state.piles[seat]),
            retired=robot.retired,
        )

    return tuple(standing(robot) for robot in standings(board, state.robots))


def damage_in(piles: Piles) -> int:
    """Return how many damage cards somebody has, wherever they lie."""
    cards = (*piles.hand, *piles.draw_pile, *piles.discard_pile, *piles.registers)
    return sum(card is Card.DAMAGE for card in cards)

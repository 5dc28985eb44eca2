"""Pictures of the game, drawn from what the simulation knows."""

"""Discord's side of the bot, tried over real sockets."""

"""A Discord-compatible server on 127.0.0.1, for tests, the demo and trying the bot without a token.

    async with Playground(clock) as server:
        point_discord_at(server.url)  # then the bot logs in with server.token
        bolt = server.world.add_person("Bolt", "nl")
        guild = server.world.add_guild("Robot club", server.owner)
        server.world.join(guild, bolt)
        server.world.join(guild, server.application.bot)
        race = server.world.add_channel(guild, "race")
        answer = await server.people.command(bolt, race, "game create", {"name": "Friday"}).final()

It is written from Discord's documentation and from what discord.py expects. It proves that the bot keeps to what is
known of Discord; it proves nothing about Discord itself.
"""

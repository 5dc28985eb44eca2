"""Names that shout, ping and turn lines round; a server that throws the bot out; a channel that has changed."""

from datetime import timedelta

from bot.db.tables import Game, GameStatus, Hand, Player
from bot.discord.ids import pick_id
from bot.moderator import games
from bot.playground.people import alt_texts_of, controls_of, custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage, nothing_to_see

NASTY = "@everyone **B** \u202e<@1> [x](http://e.x)"


def test_names_ping_nobody_and_format_nothing_wherever_they_stand(on: On) -> None:
    """In the lobby, at the start, in hands, results, accounts, standings, panels and reports."""

    async def story(stage: RallyStage) -> None:
        people, owner, [player, *_] = stage.server.people, stage.server.owner, stage.players
        player.name = NASTY
        options: dict[str, str | int] = {"name": NASTY.replace("\u202e", ""), "board": "green-light"}
        await people.command(owner, stage.channel, "game create", options).final()
        await stage.settled()
        [lobby] = [post for post in stage.posts() if post.receiver is None]
        await people.press(player, lobby, custom_id_of(lobby, "Join")).final()
        await people.press(stage.host, lobby, custom_id_of(lobby, "Join")).final()
        await people.command(owner, stage.channel, "game start").final()
        await stage.settled()
        await stage.night()
        for name in ("standings", "rules", "cards", "board now", "board list", "game panel", "game cancel"):
            await people.command(owner, stage.channel, name).final()
        posts = [post for channel in stage.server.world.channels.values() for post in channel.messages.values()]
        assert len(posts) > 15
        assert [post for post in posts if post.draft.mentions or post.draft.mentions_everyone] == []
        texts = [text_of(post) for post in posts]
        labels = [str(each.get("label")) for post in posts for each in controls_of(post)]
        alts = [alt for post in posts for alt in alt_texts_of(post)]
        threads = [channel.name for channel in stage.server.world.channels.values()]
        shown = [*texts, *labels, *alts, *threads]
        assert any("everyone" in text for text in texts)
        for trick in ("\u202e", "@everyone", "<@1>"):
            assert [text for text in shown if trick in text] == []
        for trick in ("**B**", "http://"):
            assert [text for text in texts if trick in text] == []

    on(story)


def test_a_bot_that_was_thrown_out_goes_on_when_it_is_let_in_again(on: On) -> None:
    """Nobody can be told meanwhile; the host lets the race go on, and the next night is as any other."""

    async def story(stage: RallyStage) -> None:
        stage.draw = nothing_to_see
        game = await stage.new_game(2)
        bot = stage.server.application.bot
        stage.server.world.leave(stage.guild, bot)
        await stage.night()
        [paused] = await stage.rows(Game)
        assert paused.status is GameStatus.PAUSED
        stage.server.world.join(stage.guild, bot)
        await stage.command(games.resume, game)
        await stage.settled()
        assert "goes on" in stage.texts()[-1]
        shown = (await stage.server.people.command(stage.players[0], stage.channel, "cards").final()).message
        assert shown is not None
        assert "round 2 of 10" in text_of(shown)
        round_id = (await stage.rows(Hand))[-1].round_id
        for place in (1, 2, 3, 4, 5):
            await stage.server.people.press(stage.players[0], shown, pick_id(round_id, place)).final()
        assert "In force (version 1)" in text_of(shown)
        await stage.night(DEADLINE + timedelta(days=1))
        assert "round 2 of 10" in stage.texts()[-1]
        assert "round 3 of 10" in text_of(stage.dms(stage.players[0])[-1])

    on(story)


def test_a_channel_of_direct_messages_that_has_changed_is_found_when_programs_are_read(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        player = stage.players[0]
        await stage.do(lambda session, _: setattr(session.get_one(Player, player.id), "dm_channel_id", 999))
        await stage.at(DEADLINE - timedelta(minutes=1))
        await stage.stop()
        stage.server.people.say(player, stage.server.people.dm(player), "5 4 3 2 1")
        await stage.start()
        await stage.night()
        known = {row.user_id: row.dm_channel_id for row in await stage.rows(Player)}
        assert known[player.id] == stage.server.people.dm(player).id
        assert "In force: nothing yet" in text_of(stage.dms(player)[-1])
        assert any("found in your messages" in text_of(post) for post in stage.dms(player))

    on(story)

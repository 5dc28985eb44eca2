"""A night through the whole bot: commands, buttons, delivery and schedule together."""

from bot.db.tables import Hand, Program
from bot.discord.ids import pick_id
from bot.discord.pictures import draw
from bot.playground.people import custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import RallyStage


def test_a_night_from_create_to_the_second_hand(on: On) -> None:
    """All that people press is what the bot itself has sent."""

    async def story(stage: RallyStage) -> None:
        stage.draw = draw
        people, owner, [bolt, cog, *_] = stage.server.people, stage.server.owner, stage.players
        options: dict[str, str | int] = {"name": "Friday race", "board": "green-light", "rounds": 3}
        await people.command(owner, stage.channel, "game create", options).final()
        await stage.settled()
        [lobby] = [post for post in stage.posts() if post.receiver is None]
        for user in (bolt, cog):
            await people.press(user, lobby, custom_id_of(lobby, "Join")).final()
        await stage.settled()
        assert "**Robots: 2 of 7**" in text_of(lobby)
        await people.command(owner, stage.channel, "game start").final()
        await stage.settled()
        hand = stage.dms(bolt)[-1]
        for place in (2, 4, 6, 8, 9):
            await people.press(bolt, hand, pick_id((await stage.rows(Hand))[0].round_id, place)).final()
        assert "In force (version 1)" in text_of(hand)
        people.say(cog, people.dm(cog), "1 2 3 4 5")
        await stage.until(lambda programs: len(programs) == 2, Program)
        await stage.settled()
        assert "✅ Program received" in text_of(stage.dms(cog)[-1])
        await stage.night()
        assert any("round 1 of 3" in text for text in stage.texts())
        assert "round 2 of 3" in text_of(stage.dms(bolt)[-1])
        old = await people.press(bolt, hand, custom_id_of(hand, "Undo")).final()
        assert text_of(old.follow_ups[-1]).startswith("That was round 1; here is round 2.")

    on(story)

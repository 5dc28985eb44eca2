from bot.db.tables import Message, MessageStatus
from bot.playground.people import alt_texts_of
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import RallyStage


def test_a_night_is_delivered(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        await stage.settled()
        await stage.program(game, 1)
        await stage.program(game, 2)
        await stage.night()
        for text in stage.texts():
            print(text, "\n---")
        print(stage.names(), [alt_texts_of(post) for post in stage.posts()])
        for thread in [each for each in stage.server.world.channels.values() if each.parent is stage.channel]:
            print(thread.name, stage.texts(thread))
        for player in stage.players[:2]:
            print([each.components for each in stage.dms(player)][-1:])
        print([(row.key, row.status, row.error) for row in await stage.rows(Message)])
        assert all(row.status in {MessageStatus.SENT} for row in await stage.rows(Message))

    on(story)

"""The page itself in a real browser: its languages, its keyboard, its colours and sizes, and what strangers write."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from bot.playground.people import text_of
from tests.bot.play.browser import HOST, MEASURE, PHONE, WIDE, Visit, in_browser
from tests.bot.play.house import House

pytestmark = pytest.mark.long

COUNT_CHANGES = """() => {
  window.changes = 0;
  new MutationObserver((all) => { for (const each of all) changes += each.addedNodes.length; })
    .observe(document.querySelector("#channel .list"), { childList: true, subtree: true });
}"""


async def race(house: House) -> None:
    """Start a race before the page is opened, and give an ephemeral answer to its host."""
    await house.race(3)
    await house.command(house.stage.host, "standings")


async def lobby(house: House) -> None:
    """Open a lobby before the page is."""
    await house.lobby(1)


@in_browser(locale="nl-BE")
async def test_a_dutch_browser_gets_a_dutch_page_and_a_dutch_bot(visit: Visit) -> None:
    """Without a click; and English again with one."""
    page = visit.page
    await expect(page.locator("html")).to_have_attribute("lang", "nl")
    await expect(page.get_by_role("button", name="Naar de deadline")).to_be_visible()
    pane = await visit.channel()
    await pane.get_by_role("textbox").fill("/spel nieuw")
    await pane.locator(".picker .option").click()
    form = pane.get_by_role("form", name="/spel nieuw")
    await form.get_by_label("naam").fill("Vrijdagrace")
    await form.get_by_label("bord").fill("green-light")
    await form.get_by_role("button", name="Commando versturen").click()
    await expect(pane.get_by_role("button", name="Meedoen")).to_be_visible()
    await page.get_by_label("Taal").select_option(label="English")
    await expect(page.get_by_role("button", name="Skip to the deadline")).to_be_visible()
    assert visit.house.stage.language == "en"


async def look_everywhere(visit: Visit) -> None:
    """Measure all tabs, the list of commands, and a command's form."""
    page = visit.page
    for tab in ("playground", "direct", "channel"):
        await visit.tab(tab)
        await measure(visit)
    pane = await visit.channel()
    await pane.get_by_role("textbox").fill("/game")
    await pane.locator(".picker .option").first.wait_for()
    await measure(visit)
    await pane.get_by_role("textbox").fill("/game create")
    await pane.locator(".picker .option").first.click()
    await measure(visit)
    await page.keyboard.press("Escape")


async def measure(visit: Visit) -> None:
    """Find nothing too faint, too small, nameless, or too wide."""
    assert await visit.page.evaluate(MEASURE) == {"faint": [], "small": [], "nameless": []}
    assert await visit.overflow() <= 0


@in_browser(PHONE, prepare=race, color_scheme="light", has_touch=True)
async def test_a_phone_in_daylight_is_legible_and_fit_for_thumbs(visit: Visit) -> None:
    """A contrast of 4.5 and 40 pixels, everywhere."""
    await look_everywhere(visit)


@in_browser(PHONE, prepare=race, color_scheme="dark", has_touch=True)
async def test_a_phone_at_night_is_legible_and_fit_for_thumbs(visit: Visit) -> None:
    """A contrast of 4.5 and 40 pixels, everywhere."""
    await look_everywhere(visit)


@in_browser(WIDE, prepare=race, color_scheme="dark", locale="nl")
async def test_a_wide_screen_at_night_is_legible_in_dutch(visit: Visit) -> None:
    """Dutch words are longer."""
    await expect(visit.page.locator("html")).to_have_attribute("lang", "nl")
    await measure(visit)


@in_browser(prepare=race)
async def test_cards_are_played_with_the_keyboard_alone(visit: Visit) -> None:
    """The focus stays in the hand though the message changes under it."""
    page = visit.page
    await visit.become("Bolt, a player")
    direct = await visit.direct()
    await direct.locator("[data-key='pick:1:1']").focus()
    for _ in range(5):
        key = await page.evaluate("document.activeElement.dataset.key")
        assert key.startswith("pick:"), key
        changed = direct.locator(f"[data-key='{key}']:disabled")
        fifth = direct.get_by_text("In force (version 1)")
        await page.keyboard.press("Enter")
        await expect(changed.or_(fifth).first).to_be_visible()
    await expect(direct.get_by_text("In force (version 1)")).to_be_visible()


HOSTILE = '<img src=x onerror="hacked=1"> <script>hacked=1</script> [x](javascript:hacked=1) ![x](http://outside.example/a.png)'


@in_browser(prepare=lobby)
async def test_what_strangers_write_runs_nothing_and_loads_nothing(visit: Visit) -> None:
    """Names, messages, files' names, a robot's name in the bot's posts, also mirrored."""
    stage, page = visit.house.stage, visit.page
    bolt, cog = stage.players[:2]
    bolt.name = '<b onclick="hacked=1">"Bolt"</b>'
    cog.name = "\u202eCog **bold**\n# big <@1>"
    for user in (bolt, cog):
        stage.people.say(user, stage.channels[0], HOSTILE + f" <@{bolt.id}> <@{cog.id}>")
    pane = await visit.channel()
    await expect(pane.locator(".mention", has_text='@<b onclick="hacked=1">"Bolt"</b>').first).to_be_visible()
    await expect(pane.get_by_text("<script>hacked=1</script>").first).to_be_visible()
    await page.reload()
    await expect(pane.locator("article").filter(has_text="<script>")).to_have_count(2)
    assert await page.evaluate("typeof hacked") == "undefined"
    assert await pane.locator(".text img, script, a[href^=javascript]").count() == 0


async def crowded(house: House) -> None:
    """Fill the channel with more than one piece of messages."""
    for number in range(65):
        house.stage.people.say(house.stage.players[0], house.stage.channels[0], f"message {number}")


@in_browser(prepare=crowded)
async def test_a_change_redraws_one_message_alone(visit: Visit) -> None:
    """A long channel stays smooth; earlier messages come when they are asked for, and the place is kept."""
    page, stage = visit.page, visit.house.stage
    pane = await visit.channel()
    articles = pane.locator("article")
    await expect(articles).to_have_count(30)
    await expect(articles.last).to_be_in_viewport()
    for count in (60, 65):
        await pane.get_by_role("button", name="Show earlier messages").click()
        await expect(articles).to_have_count(count)
    await expect(pane.get_by_role("button", name="Show earlier messages")).to_be_hidden()
    await page.evaluate(COUNT_CHANGES)
    message = next(iter(stage.channels[0].messages.values()))
    stage.people.edit(stage.players[0], message, "message 0, edited")
    await expect(articles.first).to_contain_text("message 0, edited")
    assert await page.evaluate("changes") == 1
    stage.people.delete(stage.players[0], message)
    await expect(articles).to_have_count(64)
    assert await page.evaluate("changes") == 1


@in_browser(prepare=crowded)
async def test_what_one_writes_and_what_is_told_to_oneself_come_into_sight(visit: Visit) -> None:
    """Wherever one looks; what others write does not take the place away from which one reads."""
    pane, stage = await visit.channel(), visit.house.stage
    articles = pane.locator("article")
    await expect(articles.last).to_be_in_viewport()
    await articles.first.scroll_into_view_if_needed()
    await expect(articles.first).to_be_in_viewport()
    stage.people.say(stage.players[0], stage.channels[0], "of somebody else")
    await expect(articles).to_have_count(31)
    await expect(articles.first).to_be_in_viewport()
    await pane.get_by_role("textbox").fill("of my own")
    await pane.get_by_role("button", name="Send", exact=True).click()
    await expect(articles.filter(has_text="of my own")).to_be_in_viewport()
    await articles.first.scroll_into_view_if_needed()
    await expect(articles.first).to_be_in_viewport()
    await visit.command(pane, "/standings")
    await expect(articles.filter(has_text="used /standings")).to_be_in_viewport()


@in_browser(PHONE)
async def test_a_long_form_of_a_command_keeps_its_buttons_in_sight(visit: Visit) -> None:
    """And there is no other button that says Send beside them."""
    pane = await visit.channel()
    await pane.get_by_role("textbox").fill("/game create")
    await pane.locator(".picker .option").click()
    form = pane.get_by_role("form", name="/game create")
    for field in ("name", "protests"):
        await form.get_by_label(field, exact=False).first.scroll_into_view_if_needed()
        await expect(form.get_by_role("button", name="Send the command")).to_be_in_viewport(ratio=1)
    await expect(pane.get_by_role("button", name="Send", exact=True)).to_be_hidden()
    await form.get_by_role("button", name="Cancel").click()
    await expect(pane.get_by_role("textbox")).to_be_focused()


@in_browser(PHONE, has_bot=False, locale="nl-BE")
async def test_no_tab_of_a_dutch_phone_breaks_its_name(visit: Visit) -> None:
    """The one that is open is bold, and the one with news has a dot beside it."""
    page, stage = visit.page, visit.house.stage
    await expect(page.locator("#tabs [data-tab=direct]")).to_have_text("Privéberichten")
    stage.people.say(stage.host, stage.people.dm(stage.host), "news")
    await expect(page.locator("#tabs .news")).to_have_count(1)
    for name in ("channel", "direct", "playground"):
        heights = await page.locator("#tabs button").evaluate_all("all => all.map((each) => each.offsetHeight)")
        assert max(heights) < 50, (name, heights)
        assert await visit.overflow() <= 0
        await visit.tab(name)


@in_browser(has_bot=False)
async def test_what_happens_while_messages_are_fetched_is_not_lost(visit: Visit) -> None:
    """Nor what was there before it."""
    stage, page = visit.house.stage, visit.page
    bolt, channel = stage.players[0], stage.channels[1]
    first = stage.people.say(bolt, channel, "first")

    fulfilled = asyncio.Event()

    async def dawdle(route: Route) -> None:
        fetched = await route.fetch()
        stage.people.edit(bolt, first, "first, edited")
        stage.people.say(bolt, channel, "second")
        stage.people.say(bolt, stage.channels[0], "elsewhere")
        await page.wait_for_function("window.heard === 3")
        await route.fulfill(response=fetched)
        fulfilled.set()

    await page.evaluate(
        "() => { window.heard = 0; new EventSource('/api/events').addEventListener('message', () => { heard += 1; }); }"
    )
    await page.route(f"**/api/messages*channel={channel.id}*", dawdle)
    pane = await visit.channel()
    await pane.get_by_label("Channel").select_option(label="# workshop")
    await fulfilled.wait()
    await expect(pane.locator("[role=log]:not([aria-busy])")).to_have_count(1)
    await expect(pane.locator("article .text")).to_have_text(["first, edited", "second"])


@in_browser(prepare=lobby)
async def test_the_playgrounds_own_controls_work(visit: Visit) -> None:
    """A bot that is stopped does not answer; closed DMs are said to be; what is written is sent; time is skipped."""
    page, stage = visit.page, visit.house.stage
    pane = await visit.channel()
    await visit.control("Stop the bot")
    await expect(page.get_by_text("The bot is stopped.")).to_be_visible()
    with visit.house.impatience():
        await pane.get_by_role("button", name="Join", exact=True).click()
        await expect(pane.get_by_role("alert").filter(has_text="This interaction failed")).to_be_visible()
        await visit.command(pane, "/standings")
        await expect(pane.get_by_role("alert").filter(has_text="The application did not respond")).to_be_visible()
    await visit.control("Start the bot")
    await expect(page.get_by_role("button", name="Stop the bot")).to_be_visible()
    await visit.become("Cog, a player")
    await visit.control("Close my DMs")
    await expect(page.get_by_role("button", name="Open my DMs")).to_be_visible()
    await pane.get_by_role("button", name="Join", exact=True).click()
    await expect(pane.locator(".ephemeral")).to_contain_text("Cog")
    assert all("Welcome" not in text_of(message) for message in stage.people.reads(stage.players[1]))
    await pane.get_by_role("textbox").fill("**hello**")
    await pane.get_by_role("textbox").press("Enter")
    mine = pane.locator("article").filter(has_text="hello")
    await expect(mine.locator("strong")).to_have_text("hello")
    await mine.hover()
    await mine.get_by_role("button", name="Edit").click()
    await pane.get_by_role("textbox", name="Edit").fill("goodbye")
    await pane.get_by_role("button", name="Save").click()
    await expect(pane.locator("article").filter(has_text="goodbye")).to_contain_text("(edited)")
    before = stage.clock.now()
    await visit.control("Skip an hour")
    await expect(page.locator("#clock")).not_to_have_text("")
    await visit.control("Skip to the deadline")
    await expect(page.locator("#playground .told")).to_contain_text("No round is open")
    assert (stage.clock.now() - before).total_seconds() >= 3600
    await visit.become(HOST)


@in_browser(prepare=race, reduced_motion="reduce")
async def test_an_animation_waits_where_motion_is_not_wanted(visit: Visit) -> None:
    """It plays when it is asked for."""
    await visit.control("Skip to the deadline")
    pane = await visit.channel()
    animation = pane.locator("img[src$='.gif']")
    await expect(animation).to_have_count(1)
    await expect(animation).to_be_hidden()
    await pane.get_by_text("Animation", exact=True).click()
    await expect(animation).to_be_visible()


@in_browser(prepare=lobby)
async def test_a_page_finds_back_to_a_playground_that_was_away(visit: Visit) -> None:
    """It says so meanwhile, and shows what has happened."""
    page, site, stage = visit.page, visit.house.site, visit.house.stage
    port = int(site.url.split(":")[-1].strip("/"))
    await site.close()
    await expect(page.get_by_role("alert").filter(has_text="The playground cannot be reached")).to_be_visible()
    stage.people.say(stage.players[0], stage.channels[0], "said meanwhile")
    await site.open(port)
    pane = await visit.channel()
    await expect(pane.get_by_text("said meanwhile")).to_be_visible()
    await expect(page.get_by_text("The playground cannot be reached")).to_be_hidden()
    visit.faults = [fault for fault in visit.faults if "ERR_" not in fault]  # the browser's own

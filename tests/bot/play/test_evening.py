"""A newcomer's first evening on the page in a real browser, on a wide screen and on a phone."""

import pytest
from playwright.async_api import expect

from tests.bot.play.browser import HOST, PHONE, WIDE, Visit, in_browser

pytestmark = pytest.mark.long


async def play_an_evening(visit: Visit) -> None:
    """Create, join, program by taps and by a form, skip to the deadline, see what came of it; nothing is too wide."""
    await create_and_join(visit)
    await program_by_taps(visit)
    await program_by_a_form(visit)
    await see_the_night(visit)
    await protest(visit)
    await correct_the_round(visit)


async def create_and_join(visit: Visit) -> None:
    """Make a race as its host, join it as a player, and call automatic players."""
    channel = await visit.channel()
    await visit.command(channel, "/game create", name="Friday race", board="green-light")
    await channel.get_by_role("button", name="Join", exact=True).wait_for()
    await visit.become("Bolt, a player")
    channel = await visit.channel()
    await channel.get_by_role("button", name="Join", exact=True).click()
    answer = channel.locator(".ephemeral").filter(has_text="Bolt is in the race!")
    await expect(answer).to_contain_text("Only you can see this")
    await answer.get_by_role("button", name="Dismiss").click()
    await expect(answer).to_have_count(0)
    await visit.control("Let them join")
    await expect(visit.page.locator("#playground .told")).to_have_text("Automatic players who joined: 4.")
    await visit.become(HOST)
    await visit.command(await visit.channel(), "/game start")
    assert await visit.overflow() <= 0


async def program_by_taps(visit: Visit) -> None:
    """Tap five cards of the hand; the focus stays where the finger was."""
    await visit.become("Bolt, a player")
    direct = await visit.direct()
    hand = direct.locator("article").filter(has_text="round 1 of 10")
    assert await visit.width_of(hand.locator("img").first) > 100
    cards = hand.locator("[data-key^='pick:']")
    await expect(cards).to_have_count(9)
    for place in range(5):
        await cards.nth(place).click()
        await expect(cards.locator("visible=true").and_(hand.locator(":disabled"))).to_have_count((place + 1) % 5)
    await expect(hand).to_contain_text("In force (version 1)")
    assert await visit.overflow() <= 0


async def program_by_a_form(visit: Visit) -> None:
    """Choose five cards in five labelled drop-down lists."""
    direct = await visit.direct()
    hand = direct.locator("article").filter(has_text="round 1 of 10")
    await hand.get_by_role("button", name="As a form").click()
    form = visit.page.get_by_role("dialog")
    for register in range(1, 6):
        await form.get_by_label(f"Register {register}").select_option(index=10 - register)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_be_hidden()
    await expect(hand).to_contain_text("In force (version 2)")


async def see_the_night(visit: Visit) -> None:
    """Skip to the deadline: the animation, the board, the account in its thread, and the next hand."""
    await visit.control("Skip to the deadline")
    channel = await visit.channel()
    result = channel.locator("article").filter(has_text="round 1 of 10").filter(has=visit.page.locator("figure"))
    for name in ("gif", "png"):
        picture = result.locator(f"img[src$='.{name}']")
        assert await visit.width_of(picture) > 100
        assert await picture.get_attribute("alt")
    await result.get_by_text("ALT").first.click()
    await expect(result.locator(".alt p").first).to_be_visible()
    await result.get_by_text("Thread: Round 1").click()
    await expect(result.locator(".thread")).to_contain_text("Register 5")
    assert await visit.width_of(result.locator(".thread img").first) > 100
    assert await visit.overflow() <= 0
    direct = await visit.direct()
    await expect(direct.locator("article").filter(has_text="round 2 of 10")).to_have_count(1)
    assert await visit.overflow() <= 0


async def protest(visit: Visit) -> None:
    """Speak up below the result; the host reads it."""
    await visit.become("Bolt, a player")
    channel = await visit.channel()
    await channel.get_by_role("button", name="Protest").click()
    form = visit.page.get_by_role("dialog")
    await form.get_by_role("textbox").fill("The belt at C4 turns the other way.")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_be_hidden()
    await visit.become(HOST)
    direct = await visit.direct()
    await expect(direct).to_contain_text("The belt at C4 turns the other way.")


async def correct_the_round(visit: Visit) -> None:
    """Put a robot elsewhere before the registers: from the panel through two lists and a form to a question."""
    await visit.become(HOST)
    channel = await visit.channel()
    await visit.command(channel, "/game panel")
    panel = channel.locator(".ephemeral").filter(has_text="used /game panel")
    await panel.get_by_role("button", name="More…").click()
    for name in ("Correct a round", "Correct where a robot stood"):
        choice = panel.locator(".option").filter(has_text=name)
        await expect(choice).to_have_count(1)  # the list has come
        await panel.locator(".choice summary").click()
        await choice.click()
    form = visit.page.get_by_role("dialog")
    await form.get_by_label("Round").select_option(label="round 1")
    await form.get_by_label("Robot").select_option(label="Bolt")
    await form.get_by_label("Square").fill("C4")
    await form.get_by_label("Direction").select_option(label="faces north")
    await form.get_by_label("Reason").fill("as agreed")
    assert await visit.overflow() <= 0
    await form.get_by_role("button", name="Submit").click()
    await panel.get_by_role("button", name="Yes, do it").click()
    again = channel.locator("article").filter(has_text="round 1 of 10 (played again)")
    assert await visit.width_of(again.locator("img[src$='.gif']")) > 100
    await expect(again).to_contain_text("Bolt: row ")
    assert await visit.overflow() <= 0


@in_browser(WIDE)
async def test_an_evening_on_a_wide_screen(visit: Visit) -> None:
    """All of it, side by side."""
    await play_an_evening(visit)


@in_browser(PHONE, has_touch=True)
async def test_an_evening_on_a_phone(visit: Visit) -> None:
    """All of it, one column at a time, 390 pixels wide."""
    await play_an_evening(visit)

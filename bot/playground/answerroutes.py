"""The routes that answer interactions; they carry a token in the path instead of the bot's."""

from bot.playground.model import Json
from bot.playground.payloads import message_json
from bot.playground.refusals import unknown
from bot.playground.rest import Call, Route


def _callback(call: Call) -> Json | None:
    token = call.request.match_info["interaction_token"]
    answer = call.services.interactions.respond(call.number("interaction_id"), token, call.form)
    return answer if call.request.query.get("with_response") in {"1", "true"} else None


def _token(call: Call) -> str:
    if call.number("application_id") != call.application.id:
        raise unknown(10015, "Webhook")
    return call.request.match_info["interaction_token"]


def _follow_up(call: Call) -> Json:
    return message_json(call.world, call.services.interactions.follow_up(_token(call), call.form))


def _reference(call: Call) -> str:
    return call.request.match_info.get("message_id", "@original")


def _get_answer(call: Call) -> Json:
    interactions = call.services.interactions
    return message_json(call.world, interactions.message(interactions.by_token(_token(call)), _reference(call)))


def _edit_answer(call: Call) -> Json:
    return message_json(call.world, call.services.interactions.edit(_token(call), _reference(call), call.form))


def _delete_answer(call: Call) -> None:
    call.services.interactions.delete(_token(call), _reference(call))


_HOOK = "/webhooks/{application_id}/{interaction_token}"
ANSWER_ROUTES = [
    Route("POST /interactions/{interaction_id}/{interaction_token}/callback", _callback, needs_token=False),
    Route(f"POST {_HOOK}", _follow_up, needs_token=False),
    Route(f"GET {_HOOK}/messages/@original", _get_answer, needs_token=False),
    Route(f"PATCH {_HOOK}/messages/@original", _edit_answer, needs_token=False),
    Route(f"DELETE {_HOOK}/messages/@original", _delete_answer, needs_token=False),
    Route(f"GET {_HOOK}/messages/{{message_id}}", _get_answer, needs_token=False),
    Route(f"PATCH {_HOOK}/messages/{{message_id}}", _edit_answer, needs_token=False),
    Route(f"DELETE {_HOOK}/messages/{{message_id}}", _delete_answer, needs_token=False),
]
"""Those with fixed words before those with ids in the same place."""

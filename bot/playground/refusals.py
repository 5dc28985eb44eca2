"""How Discord refuses: HTTP statuses with error codes, and the tree of errors of a form (50035)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.playground.model import Json


class ApiError(Exception):
    """A refusal: an HTTP status, Discord's code and sentence, and what else stands in the body and the headers."""

    def __init__(self, status: int, code: int, message: str, **extra: object) -> None:
        """Refuse with a status and a code; `extra` joins the body."""
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code, **extra}
        self.headers: dict[str, str] = {}

    @property
    def code(self) -> int:
        """Discord's error code."""
        return int(self.body["code"])


class FormErrors:
    """Collects what is wrong with a form, each error under its path, and refuses all of it at once."""

    def __init__(self) -> None:
        """Start without errors."""
        self._tree: Json = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note an error at a path such as `("components", 0, "label")`."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def require_length(self, path: tuple[str | int, ...], text: object, least: int, most: int) -> None:
        """Note a text (or list) that is not between `least` and `most` long."""
        if not isinstance(text, str | list | tuple):
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        elif len(text) > most and least == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= len(text) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def refuse(self) -> None:
        """Raise 50035 if anything was noted."""
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self._tree)


def invalid_form(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """Return a 50035 with one error."""
    errors = FormErrors()
    errors.add(path, code, message)
    try:
        errors.refuse()
    except ApiError as error:
        return error
    raise AssertionError


def unknown(code: int, what: str) -> ApiError:
    """Return a 404 about a thing that is not there: `unknown(10008, "Message")`."""
    return ApiError(404, code, f"Unknown {what}")


def missing_access() -> ApiError:
    """Return the refusal for a channel or guild that one cannot see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return the refusal for a permission that one lacks."""
    return ApiError(403, 50013, "Missing Permissions")

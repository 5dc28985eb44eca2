import pkgutil
from importlib import import_module
from inspect import signature

import bot.render


def test_whatever_is_kept_of_boards_names_and_hands_is_bounded() -> None:
    """A bot runs for months, and draws ever new boards; what needs no arguments is kept once."""
    modules = [import_module(module.name) for module in pkgutil.walk_packages(bot.render.__path__, "bot.render.")]
    most = {
        f"{module.__name__}.{name}": function.cache_parameters()["maxsize"]
        for module in modules
        for name, function in vars(module).items()
        if hasattr(function, "cache_parameters") and signature(function).parameters
    }
    assert len(most) > 20
    assert [name for name, size in most.items() if size is None] == []

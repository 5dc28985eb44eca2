"""Settings from the environment, or from a file `.env` in the folder in which the bot is started."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What whoever runs the bot may set; `.env.example` explains each."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    database_url: str = "green-light-rally.db"
    """The path of a SQLite file, or `sqlite:///path`."""

    discord_token: str = ""
    """The bot's token, from Discord's developer portal."""
    discord_url: str = ""
    """A server that speaks Discord's protocol, instead of Discord."""

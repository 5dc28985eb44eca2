"""The playground's page: its server asked directly, and in a real browser."""

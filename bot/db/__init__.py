"""The database: tables, their column types, and how a file is opened, locked, backed up and migrated."""

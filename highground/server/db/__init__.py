"""The database: engine, sessions, tables and their migrations."""
